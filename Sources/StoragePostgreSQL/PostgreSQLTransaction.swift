import ParaphStorage

/// A view of the database that lasts as long as the closure that it was handed to.
class PostgreSQLReadTransaction: ReadTransaction {
    /// The first failure of the server; whatever a closure makes of it, the transaction cannot be kept.
    private(set) var failure: ServerFailure?
    private var connection: Connection?
    private let cancellation: Cancellation?

    init(_ connection: Connection, cancellation: Cancellation? = nil) {
        self.connection = connection
        self.cancellation = cancellation
    }

    /// Ends the view: a caller that kept it gets an error from then on.
    func end() {
        connection = nil
    }

    func rows(_ sql: SQL) throws -> [Row] {
        try run { try $0.run(sql).rows() }
    }

    /// A plan that prefers an index wherever one can serve: on a small table PostgreSQL would read all of it anyway.
    func explain(_ sql: SQL) throws -> [String] {
        try run { connection in
            try connection.run("SET LOCAL enable_seqscan = off")
            let rows = try connection.run(SQL("EXPLAIN " + sql.text, values: sql.values)).rows()
            try connection.run("SET LOCAL enable_seqscan = on")
            return try rows.map { try $0.get("QUERY PLAN") }
        }
    }

    fileprivate func run<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        guard let connection else {
            throw StorageError(.engine, "a transaction was used after its closure ended; do all work inside the closure")
        }
        if let cancellation, cancellation.isCancelled { throw CancellationError() }
        do {
            return try body(connection)
        } catch let error as ServerFailure {
            if failure == nil { failure = error }
            throw error.error
        }
    }
}

/// One caller's transaction.
final class PostgreSQLWriteTransaction: PostgreSQLReadTransaction, WriteTransaction {
    /// What runs after the commit, in order.
    private(set) var effects: [@Sendable () -> Void] = []
    private let notifier: WakeUpNotifier?

    init(_ connection: Connection, notifier: WakeUpNotifier?) {
        self.notifier = notifier
        super.init(connection)
    }

    func execute(_ sql: SQL) throws -> Int {
        try run { try $0.run(sql).changedRows }
    }

    func afterCommit(_ effect: @escaping @Sendable () -> Void) {
        effects.append(effect)
    }

    func wake(_ topic: Topic) {
        effects.append { [notifier] in notifier?.notify(topic) }
    }
}

public import ParaphStorage

/// The engine that several nodes share: a PostgreSQL database, version 15 or later.
///
/// Every transaction but ``readSnapshot(_:)`` is SERIALIZABLE and runs again where another one was faster, so that closures see the database as if they ran one after
/// another. A commit is durable before its caller returns. Connections are made when they are needed, and made anew after the server went
/// away; a transaction that had not reached its commit by then runs again, one that had throws `outcomeUnknown`.
///
/// ```swift
/// let database = try await PostgreSQLDatabase.open(PostgreSQLSettings(url: "postgres://paraph@localhost/paraph"))
/// ```
public final class PostgreSQLDatabase: Database {
    /// Which database this is; its description holds no password.
    public let settings: PostgreSQLSettings
    let pool: ConnectionPool
    private let notifier: WakeUpNotifier

    /// Connects to a database.
    ///
    /// - Parameter settings: Which one, and within which limits.
    /// - Returns: The open database; ``close()`` it before the program ends.
    /// - Throws: `StorageError` of code `unavailable` where the server cannot be reached or takes no connections, `engine` where it cannot be used.
    public static func open(_ settings: PostgreSQLSettings) async throws -> PostgreSQLDatabase {
        let database = PostgreSQLDatabase(settings)
        do {
            try await database.pool.run { worker in
                do {
                    _ = try worker.connect()
                } catch let failure as ServerFailure {
                    throw failure.error
                }
            }
        } catch {
            await database.close()
            throw error
        }
        return database
    }

    private init(_ settings: PostgreSQLSettings) {
        self.settings = settings
        pool = ConnectionPool(settings)
        notifier = WakeUpNotifier(pool: pool)
    }

    deinit {
        notifier.close()
        pool.close()
    }

    public func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await read(.read, body)
    }

    public func readSnapshot<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await read(.snapshot, body)
    }

    private func read<Value: Sendable>(_ purpose: Worker.Purpose, _ body: @escaping @Sendable (any ReadTransaction) throws -> Value)
        async throws
        -> Value
    {
        try await pool.run { worker in
            let cancellation = worker.cancellation
            return try worker.transact(purpose, { PostgreSQLReadTransaction($0, cancellation: cancellation) }) { try body($0) }.0
        }
    }

    @discardableResult
    public func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await pool.run { [notifier] worker in
            let (value, transaction) = try worker.transact(.write, { PostgreSQLWriteTransaction($0, notifier: notifier) }) {
                try body($0)
            }
            for effect in transaction.effects { effect() }
            return value
        }
    }

    public func wakeUps(for topic: Topic) -> AsyncStream<Void> {
        notifier.stream(for: topic)
    }

    public func close() async {
        notifier.close()
        pool.close()
        await pool.waitUntilClosed()
    }
}

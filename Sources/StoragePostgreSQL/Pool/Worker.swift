import Foundation
import ParaphStorage
import Synchronization

/// A thread's connection, and how transactions run on it.
final class Worker {
    /// How often a transaction that others overtake runs at most, and from which run on such transactions take turns.
    private static let runLimit = 40
    private static let queueingRun = 3
    /// How often a transaction begins anew because its connection broke.
    private static let lossLimit = 3

    /// What a transaction is for.
    enum Purpose {
        case read, snapshot, write

        /// The statement that begins it.
        ///
        /// A read that others overtook waits for a moment from which on none can (PostgreSQL 15, "SET TRANSACTION"): it holds up no other,
        /// however long it takes.
        func begin(isQueueing: Bool) -> String {
            switch self {
            case .read: isQueueing ? "BEGIN READ ONLY DEFERRABLE" : "BEGIN READ ONLY"
            case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
            case .write: "BEGIN READ WRITE"
            }
        }
    }

    /// Whether a caller still waits for what runs.
    var cancellation: Cancellation?

    private let pool: ConnectionPool
    private var connection: Connection?

    init(pool: ConnectionPool) {
        self.pool = pool
    }

    func disconnect() {
        connection = nil
    }

    /// The thread's connection, made anew where it broke; waits a while for a server that went away.
    ///
    /// - Throws: ``ServerFailure``.
    func connect() throws -> Connection {
        if let connection, connection.isAlive, connection.isIdle { return connection }
        connection = nil
        let end = ContinuousClock.now + .seconds(pool.settings.reconnectLimit)
        var pause = 0.05
        while true {
            do {
                let made = try Connection(pool.settings)
                pool.isDown.withLock { $0 = false }
                connection = made
                return made
            } catch let failure as ServerFailure {
                let wasDown = pool.isDown.withLock { $0 }
                guard failure.remedy == .reconnect, !wasDown, ContinuousClock.now < end else {
                    pool.isDown.withLock { $0 = true }
                    throw failure
                }
                Thread.sleep(forTimeInterval: Double.random(in: pause / 2...pause))
                pause = min(1, pause * 2)
            }
        }
    }

    /// Runs a transaction until it is committed, or fails for a reason that running it again does not change.
    ///
    /// - Parameters:
    ///   - purpose: What it is for.
    ///   - make: Makes the closure's view of the connection.
    ///   - body: The closure.
    /// - Returns: What the closure returned, and the view that it ran in.
    /// - Throws: What the closure throws; `StorageError`.
    func transact<View: PostgreSQLReadTransaction, Value>(
        _ purpose: Purpose,
        _ make: (Connection) -> View,
        _ body: (View) throws -> Value
    ) throws -> (Value, View) {
        var runs = 0, losses = 0, looks = 0
        while true {
            do {
                return try run(purpose, isQueueing: runs >= Self.queueingRun - 1, make, body)
            } catch let failure as ServerFailure {
                switch failure.remedy {
                case .runAgain where runs < Self.runLimit:
                    runs += 1
                    // A short random wait lets the others finish.
                    Thread.sleep(forTimeInterval: Double.random(in: 0...min(0.02, 0.001 * Double(1 << min(runs, 6)))))
                case .lookAgain where looks == 0:
                    looks += 1
                case .prepareAgain where losses < Self.lossLimit:
                    losses += 1
                    try? connection?.tidy(all: true)
                case .reconnect where losses < Self.lossLimit && connection != nil:
                    losses += 1
                    connection = nil
                default:
                    throw failure.error
                }
            }
        }
    }

    /// Runs a transaction once.
    private func run<View: PostgreSQLReadTransaction, Value>(
        _ purpose: Purpose,
        isQueueing: Bool,
        _ make: (Connection) -> View,
        _ body: (View) throws -> Value
    ) throws -> (Value, View) {
        let connection = try connect()
        try connection.tidy()
        let isLocking = isQueueing && purpose == .write
        if isLocking { try connection.run("SELECT pg_advisory_lock(\(AdvisoryLock.retry))") }
        defer {
            if isLocking { try? connection.run("SELECT pg_advisory_unlock(\(AdvisoryLock.retry))") }
        }
        try connection.run(purpose.begin(isQueueing: isQueueing))
        let view = make(connection)
        let value: Value
        do {
            defer { view.end() }
            value = try body(view)
        } catch {
            try? connection.run("ROLLBACK")
            throw view.failure ?? error
        }
        // A closure may have swallowed the error by which PostgreSQL gave up the transaction.
        if let failure = view.failure {
            try? connection.run("ROLLBACK")
            throw failure
        }
        do {
            try connection.run("COMMIT")
        } catch let failure as ServerFailure {
            // A read has lost nothing; the outcome of a write is unknown.
            guard failure.remedy == .reconnect, view is PostgreSQLWriteTransaction else { throw failure }
            self.connection = nil
            let message = "\(failure.error.message); whether the last transaction was kept is not known: look before doing it again"
            throw StorageError(.outcomeUnknown, message)
        }
        return (value, view)
    }
}

/// The numbers of the locks that the nodes of one database share, each for the schema that a session works in.
enum AdvisoryLock {
    static let retry = "hashtextextended('paraph retry ' || current_schema(), 0)"
    static let migration = "hashtextextended('paraph migration ' || current_schema(), 0)"
}

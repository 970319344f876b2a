import Foundation
import GRDB
import Synchronization

/// The embedded engine: one SQLite file in WAL mode, many readers, one writer.
///
/// Every commit is flushed to the disk before its caller returns (`synchronous=FULL`). Writes that wait together share one commit, so that
/// many callers cost little more than one; each keeps its own all-or-nothing. Readers see the last commit and never wait.
/// Another program may open the same file beside it: writers wait up to ten seconds for one another, then throw `busy`.
public final class SQLiteDatabase: Database {
    private let connections: any DatabaseWriter
    private let writer: SQLiteWriter
    private let isClosed = Mutex(false)

    /// Opens a file, and makes it (readable by its owner alone) where there is none; its folder must exist.
    ///
    /// - Parameters:
    ///   - path: The file; SQLite keeps `-wal` and `-shm` files beside it.
    ///   - readers: How many transactions may read at once, at least 1.
    /// - Returns: The open database; ``close()`` it before the program ends.
    /// - Throws: ``StorageError`` of code `corrupt` where the file is no database, `busy` where another program does not let go of it.
    public static func open(at path: String, readers: Int = 4) throws -> SQLiteDatabase {
        try open(at: path, readers: readers, patience: 10)
    }

    /// Opens a file whose writers wait for those of other programs for some seconds, and gather in commits for some time.
    static func open(at path: String, readers: Int, patience: TimeInterval, batchTime: Duration = SQLiteWriter.batchTime) throws
        -> SQLiteDatabase
    {
        try translatingSQLite {
            try reserveFile(at: path)
            var configuration = makeConfiguration()
            configuration.busyMode = .timeout(patience)
            configuration.maximumReaderCount = max(1, readers)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The pool chooses synchronous=NORMAL after its set-up, which would lose acknowledged commits in a power cut.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return SQLiteDatabase(pool, batchTime: batchTime)
        }
    }

    /// Opens an empty database that lives in memory; reads and writes take turns.
    public static func inMemory() throws -> SQLiteDatabase {
        try translatingSQLite { SQLiteDatabase(try DatabaseQueue(configuration: makeConfiguration())) }
    }

    /// How many writes wait for their turn.
    var waitingWrites: Int { writer.waitingCount }

    private init(_ connections: any DatabaseWriter, batchTime: Duration = SQLiteWriter.batchTime) {
        self.connections = connections
        writer = SQLiteWriter(connections, batchTime: batchTime)
    }

    public func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try writer.checkOpen()
        return try await translatingSQLite {
            try await connections.read { connection in
                let transaction = SQLiteReadTransaction(connection)
                defer { transaction.end() }
                return try body(transaction)
            }
        }
    }

    /// Reads in one view on the caller's thread, which must not be one that tasks share.
    package func blockingRead<Value>(_ body: (any ReadTransaction) throws -> Value) throws -> Value {
        try writer.checkOpen()
        return try translatingSQLite {
            try connections.read { connection in
                let transaction = SQLiteReadTransaction(connection)
                defer { transaction.end() }
                return try body(transaction)
            }
        }
    }

    @discardableResult
    public func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await writer.write(body)
    }

    public func wakeUps(for topic: Topic) -> AsyncStream<Void> {
        writer.wakeUps.stream(for: topic)
    }

    public func close() async {
        await writer.close()
        writer.wakeUps.close()
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        if wasClosed { return }
        let connections = connections
        await withCheckedContinuation { continuation in
            // Waits for readers, so not on a thread that tasks share.
            DispatchQueue.global().async {
                try? connections.close()
                continuation.resume()
            }
        }
    }

    private static func makeConfiguration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "paraph"
        configuration.foreignKeysEnabled = true
        // A transaction left open is rolled back by the writer; GRDB would stop the program instead.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { connection in
            try connection.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA secure_delete = ON;
                    PRAGMA cell_size_check = ON;
                    PRAGMA journal_size_limit = 67108864;
                    """
            )
        }
        return configuration
    }

    private static func reserveFile(at path: String) throws {
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw StorageError(.engine, "cannot open the database \(path): \(reason); check that its folder exists and may be written to")
        }
        Foundation.close(descriptor)
    }
}

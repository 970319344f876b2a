/// A transactional store of tables: SQLite in a file, or PostgreSQL.
///
/// Closures are synchronous, hold nothing but values, and **may be run more than once** (PostgreSQL retries what could not be serialised;
/// SQLite gathers several into one durable commit). Stores take the transaction as a parameter; nothing else reaches a table.
/// Do not declare conformances outside the storage modules.
///
/// ```swift
/// let name = try await database.read { tx in
///     try tx.first("SELECT name FROM person WHERE id = \(id)")?.get("name", as: String.self)
/// }
/// ```
public protocol Database: Sendable {
    /// Reads in one consistent view.
    ///
    /// - Throws: what the closure throws; ``StorageError`` where the engine fails.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value

    /// Reads in one consistent view under snapshot isolation: it holds up no writer and none overtakes it, whatever it reads.
    ///
    /// What it sees was all there at one moment, but need not fit the order in which transactions that were open then count as having run. It is
    /// for much that is read, and whose state a later write looks at again before anything hangs on it.
    /// - Throws: what the closure throws; ``StorageError`` where the engine fails.
    func readSnapshot<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value

    /// Writes all or nothing, and returns once the commit is durable.
    ///
    /// - Throws: what the closure throws, with nothing written; ``StorageError`` where the engine fails, `conflict` where a constraint refuses.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value

    /// Brings the schema up to the given migrations, in order, each in a transaction of its own.
    ///
    /// - Throws: ``StorageError`` of code `newerSchema` where the database holds a migration that this program does not know.
    func migrate(_ migrations: [Migration]) async throws

    /// The migrations that ``migrate(_:)`` would run.
    func pending(_ migrations: [Migration]) async throws -> [Migration]

    /// What every table looks like, by name.
    func tables() async throws -> [TableShape]

    /// Rings after a transaction that called ``WriteTransaction/wake(_:)`` was committed, here or on another node of the same database.
    ///
    /// Rings that come while the listener is busy count as one. A ring can be lost (a connection breaks, a node dies between its commit and
    /// the ring) and one may come for nothing, so that listeners look for themselves, and besides look from time to time.
    /// - Returns: A stream for one listener, which ends when the database is closed.
    func wakeUps(for topic: Topic) -> AsyncStream<Void>

    /// Waits for what runs and closes every connection; later calls throw `closed`.
    func close() async
}

extension Database {
    public func readSnapshot<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await read(body)
    }
}

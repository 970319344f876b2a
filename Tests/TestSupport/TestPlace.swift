public import ParaphStorage
public import ServerKit
public import StoragePostgreSQL
import StorageTestSupport
import Synchronization

/// Where one test's tables lie: a schema of its own where `PARAPH_TEST_POSTGRES` names a server, else SQLite.
///
/// Few tests use the server at a time; a place is given up with the last reference to it.
public final class TestPlace: Sendable {
    private static let slots = Slots(12)

    /// The schema; `nil` for SQLite.
    private let schema: TemporarySchema?
    /// The folder of SQLite's file; `nil` for memory.
    private let folder: String?
    private let kinds: [ChangeKind]
    private let isFree = Mutex(false)

    private init(schema: TemporarySchema?, folder: String?, following kinds: [ChangeKind]) {
        (self.schema, self.folder, self.kinds) = (schema, folder, kinds)
    }

    deinit {
        if endsUse(), schema != nil { Self.slots.release() }
    }

    /// Waits until there is room, and makes a place.
    ///
    /// - Parameters:
    ///   - folder: Where SQLite keeps its file; left out, it keeps everything in memory.
    ///   - migrations: What the test migrates to. On PostgreSQL the tables are there already, where another test is done with them.
    ///   - kinds: Whoever writes to it has to note the changes of these.
    /// - Returns: The place.
    /// - Throws: `StorageError`.
    public static func make(folder: String? = nil, for migrations: [Migration] = [], following kinds: [ChangeKind] = []) async throws
        -> TestPlace
    {
        guard TestPostgreSQL.isThere else { return TestPlace(schema: nil, folder: folder, following: kinds) }
        await slots.acquire()
        do {
            guard !migrations.isEmpty else {
                return TestPlace(schema: try await TestPostgreSQL.makeSchema(), folder: nil, following: kinds)
            }
            let kind = (migrations.map(\.name) + kinds.map(\.name)).joined(separator: " ")
            let schema = try await TestPostgreSQL.makeSchema(of: kind) { database in
                try await database.migrate(migrations)
                _ = try await WatchedDatabase(database, following: kinds)
            }
            return TestPlace(schema: schema, folder: nil, following: kinds)
        } catch {
            slots.release()
            throw error
        }
    }

    /// Whether places are schemas of one server.
    public static var isShared: Bool { TestPostgreSQL.isThere }

    /// How a session of its schema is made; `nil` for SQLite.
    public var settings: PostgreSQLSettings? { schema?.settings }

    /// Opens it, as one more node would.
    public func open() async throws -> any Database {
        if let schema { return try await watched(TestDatabase(try await schema.open(), in: self)) }
        return try await watched(try folder.map { try SQLiteDatabase.open(at: "\($0)/paraph.db") } ?? SQLiteDatabase.inMemory())
    }

    /// Puts what looks at transactions before a database that lies here.
    public func watched(_ database: any Database) async throws -> any Database {
        kinds.isEmpty ? database : try await WatchedDatabase(database, following: kinds)
    }

    /// Removes the tables and gives the place up.
    public func remove() async {
        guard endsUse() else { return }
        try? await schema?.drop()
        if schema != nil { Self.slots.release() }
    }

    /// Whether nobody ended it before.
    private func endsUse() -> Bool {
        isFree.withLock { isFree in
            defer { isFree = true }
            return !isFree
        }
    }
}

/// A database that keeps its place for as long as it is there, and removes its tables when it is closed.
private final class TestDatabase: Database {
    private let database: PostgreSQLDatabase
    private let place: TestPlace

    init(_ database: PostgreSQLDatabase, in place: TestPlace) {
        self.database = database
        self.place = place
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.read(body)
    }

    func readSnapshot<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await database.readSnapshot(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await database.write(body)
    }

    func migrate(_ migrations: [Migration]) async throws { try await database.migrate(migrations) }
    func pending(_ migrations: [Migration]) async throws -> [Migration] { try await database.pending(migrations) }
    func tables() async throws -> [TableShape] { try await database.tables() }
    func wakeUps(for topic: Topic) -> AsyncStream<Void> { database.wakeUps(for: topic) }

    func close() async {
        await database.close()
        await place.remove()
    }
}

/// Lets so many in at a time.
private final class Slots: Sendable {
    private let state: Mutex<(free: Int, waiting: [CheckedContinuation<Void, Never>])>

    init(_ count: Int) {
        state = Mutex((count, []))
    }

    func acquire() async {
        await withCheckedContinuation { continuation in
            let isIn = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isIn { continuation.resume() }
        }
    }

    func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

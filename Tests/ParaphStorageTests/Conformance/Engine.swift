import ParaphStorage
import StorageTestSupport

/// An engine that the conformance suite runs on; another one joins the list and nothing else changes.
struct Engine: Sendable, CustomStringConvertible {
    let description: String
    /// Opens a database that is empty, and goes when the test ends.
    let open: @Sendable () async throws -> OpenDatabase

    private static let embedded: [Engine] = [
        Engine(description: "SQLite in a file") {
            let folder = try TemporaryFolder()
            let path = folder.file("paraph.db")
            return OpenDatabase(database: try SQLiteDatabase.open(at: path), resource: folder) { try SQLiteDatabase.open(at: path) }
        },
        Engine(description: "SQLite in memory") {
            OpenDatabase(database: try SQLiteDatabase.inMemory(), resource: nil, reopen: nil)
        },
    ]

    static let all = embedded + (TestPostgreSQL.isThere ? [postgreSQL] : [])

    private static let postgreSQL = Engine(description: "PostgreSQL") {
        let schema = try await TestPostgreSQL.makeSchema()
        return OpenDatabase(database: try await schema.open(), resource: schema) { try await schema.open() }
    }

    /// Opens a database with a table `item (id, name, amount, ratio, data)` of which `name` is unique.
    func openWithItems() async throws -> OpenDatabase {
        let opened = try await open()
        try await opened.database.migrate([.items])
        return opened
    }
}

struct OpenDatabase: Sendable {
    let database: any Database
    /// What has to live as long as the database does.
    let resource: (any Sendable)?
    /// Opens the same data once more, as another process would; `nil` where the engine cannot.
    let reopen: (@Sendable () async throws -> any Database)?
}

extension Migration {
    static let items = Migration(
        name: "test/001-items",
        sql: """
            CREATE TABLE item (
                id INTEGER NOT NULL PRIMARY KEY,
                name TEXT UNIQUE,
                amount INTEGER CHECK (amount <> 13),
                ratio REAL,
                data blob
            );
            CREATE TABLE part (
                id INTEGER NOT NULL PRIMARY KEY,
                item INTEGER NOT NULL REFERENCES item (id)
            );
            CREATE INDEX partByItem ON part (item);
            """
    )
}

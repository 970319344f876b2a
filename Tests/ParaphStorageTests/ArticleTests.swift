import ParaphStorage
import StoragePostgreSQL
import StorageTestSupport
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func tablesAreWrittenAndValuesSealed() async throws {
        let database = try SQLiteDatabase.inMemory()
        let notes = Migration(name: "notes/001-notes", sql: "CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL)")
        try await database.migrate(KeyRing.migrations + [notes])

        let text = "it's said; DROP TABLE note"
        try await database.write { tx in
            try tx.execute("INSERT INTO note (id, text) VALUES (\("n1"), \(text))")
        }
        let found = try await database.read { tx in
            try tx.first("SELECT text FROM note WHERE id = \("n1")")?.get("text", as: String.self)
        }

        #expect(found == text)

        let wakeUps = database.wakeUps(for: "notes")
        try await database.write { tx in tx.wake("notes") }
        for await _ in wakeUps { break }

        let folder = try TemporaryFolder()
        let path = folder.file("root.key")
        let keys = KeyRing(root: try RootKey.loadOrCreate(at: path))
        let sealed = try await database.write { tx in
            try keys.create(holder: "ada", in: tx)
            return try keys.seal([1, 2, 3], holder: "ada", table: "note", row: "n1", version: 1, in: tx)
        }
        try await database.write { tx in try keys.destroy(holder: "ada", in: tx) }

        await #expect(throws: StorageError.self) {
            try await database.read { tx in try keys.open(sealed, holder: "ada", table: "note", row: "n1", version: 1, in: tx) }
        }
        await database.close()
    }

    @Test(.enabled(if: TestPostgreSQL.isThere)) func nodesShareOneDatabase() async throws {
        let address = TestPostgreSQL.address ?? ""
        let schema = try await TestPostgreSQL.makeSchema()
        try await use(address, schema: schema.settings.schema)
        try await schema.drop()
    }

    private func use(_ address: String, schema: String?) async throws {
        var settings = try PostgreSQLSettings(url: address)
        settings.connections = 4
        settings.statementLimit = 10
        settings.schema = schema
        let database = try await PostgreSQLDatabase.open(settings)

        let visits = Migration(name: "visits/001-visits", sql: "CREATE TABLE visit (id TEXT NOT NULL PRIMARY KEY, count BIGINT NOT NULL)")
        try await database.migrate([visits])
        try await database.write { tx in
            let again: SQL = "ON CONFLICT (id) DO UPDATE SET count = visit.count + 1"
            try tx.execute("INSERT INTO visit (id, count) VALUES (\("front"), \(1)) \(again)")
        }
        let count = try await database.read { tx in
            try tx.first("SELECT count FROM visit WHERE id = \("front")")?.get("count", as: Int.self)
        }
        #expect(count == 1)

        let wakeUps = database.wakeUps(for: "visits")
        try await database.write { tx in tx.wake("visits") }
        for await _ in wakeUps { break }
        await database.close()
    }
}

import Foundation
import StorageTestSupport
import Testing

@testable import ParaphStorage

@Suite struct SQLiteDatabaseTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func everyConnectionIsDurableAndKeepsReferences() async throws {
        let database = try SQLiteDatabase.open(at: folder.file("paraph.db"))
        let settings: SQL = """
            SELECT synchronous, foreign_keys, journal_mode, secure_delete
            FROM pragma_synchronous, pragma_foreign_keys, pragma_journal_mode, pragma_secure_delete
            """
        let written = try await database.write { try $0.first(settings) }
        #expect(try written?.get("synchronous") == 2)
        #expect(try written?.get("foreign_keys") == 1)
        #expect(try written?.get("journal_mode") == "wal")
        #expect(try written?.get("secure_delete") == 1)
        let read = try await database.read { try $0.first(settings) }
        #expect(try read?.get("foreign_keys") == 1)
    }

    @Test func theFilesAreReadableByTheirOwnerAlone() async throws {
        let database = try SQLiteDatabase.open(at: folder.file("paraph.db"))
        try await database.migrate([.items])
        for name in ["paraph.db", "paraph.db-wal", "paraph.db-shm"] {
            #expect(try folder.permissions(of: name) == 0o600)
        }
    }

    @Test func aFileThatIsNoDatabaseIsCorrupt() throws {
        let path = folder.file("paraph.db")
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: path))
        #expect(throws: StorageError(.corrupt, "")) { try SQLiteDatabase.open(at: path) }
    }

    @Test func aMissingFolderIsNamed() {
        let error = #expect(throws: StorageError.self) { try SQLiteDatabase.open(at: folder.file("none/paraph.db")) }
        #expect(error?.message.contains("none/paraph.db") == true)
    }

    @Test func whatWasWrittenIsThereAfterReopening() async throws {
        let first = try SQLiteDatabase.open(at: folder.file("paraph.db"))
        try await first.migrate([.items])
        try await first.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
        await first.close()
        let second = try SQLiteDatabase.open(at: folder.file("paraph.db"))
        #expect(try await second.pending([.items]) == [])
        #expect(try await second.count("item") == 1)
    }

    @Test func twoProgramsOnOneFileTakeTurns() async throws {
        let databases = try (0..<2).map { _ in try SQLiteDatabase.open(at: folder.file("paraph.db")) }
        try await databases[0].migrate([.items])
        try await databases[0].write { try $0.execute("INSERT INTO item (id, amount) VALUES (1, 100)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for database in databases {
                group.addTask {
                    for _ in 0..<100 {
                        try await database.write { tx in
                            let amount = try tx.first("SELECT amount FROM item")?.get("amount", as: Int.self) ?? 0
                            try tx.execute("UPDATE item SET amount = \(amount + 1)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await databases[1].read { try $0.first("SELECT amount FROM item")?.get("amount") } == 300)
    }

    @Test func aWriterThatCannotGetItsTurnIsBusyAndReadersGoOn() async throws {
        let patient = try SQLiteDatabase.open(at: folder.file("paraph.db"))
        try await patient.migrate([.items])
        let hasty = try SQLiteDatabase.open(at: folder.file("paraph.db"), readers: 1, patience: 0.05)
        let gate = DispatchSemaphore(value: 0)
        let entered = Flag()
        let holder = Task {
            try await patient.write { _ in
                entered.raise()
                gate.wait()
            }
        }
        try await until("the writer is in") { entered.isRaised }
        await #expect(throws: StorageError(.busy, "")) { try await hasty.write { try $0.execute("INSERT INTO item (id) VALUES (1)") } }
        #expect(try await hasty.count("item") == 0)
        gate.signal()
        try await holder.value
        try await hasty.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
    }

    @Test func theSchemaDumpIsTheSameForTheSameSchema() async throws {
        let note = Migration(name: "another/001-notes", sql: "CREATE TABLE note (id INTEGER);\n")
        let first = try SQLiteDatabase.inMemory()
        try await first.migrate([.items, note])
        let second = try SQLiteDatabase.inMemory()
        try await second.migrate([note, .items])
        let dump = try await first.schemaDump()
        #expect(try await second.schemaDump() == dump)
        #expect(dump.contains("CREATE INDEX partByItem"))
        #expect(dump.components(separatedBy: "STRICT;").count == dump.components(separatedBy: "CREATE TABLE").count)
    }

    @Test func statementsEndWithALineThatEndsInASemicolon() {
        let migration = Migration(
            name: "test/001-split",
            sql:
                "-- first; comment;\r\nCREATE TABLE a (\r\n    b TEXT CHECK (b <> ';') -- inner\r\n);  \r\n\nCREATE INDEX c ON a (b);\nCREATE TABLE d (e INTEGER)"
        )
        #expect(migration.statements.count == 3)
        #expect(migration.statements.map { Migration.strict($0).hasSuffix("STRICT") } == [true, false, true])
        #expect(Migration.strict("create table x (id INTEGER) WITHOUT ROWID").hasSuffix("WITHOUT ROWID, STRICT"))
        #expect(Migration.strict("CREATE TABLE x (id INTEGER) STRICT") == "CREATE TABLE x (id INTEGER) STRICT")
    }
}

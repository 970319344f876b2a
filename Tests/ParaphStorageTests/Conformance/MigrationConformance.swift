import ParaphStorage
import Testing

@Suite("Migrations") struct MigrationConformance {
    let notes = Migration(name: "test/002-notes", sql: "CREATE TABLE note (id INTEGER PRIMARY KEY);\n")

    @Test(arguments: Engine.all) func migrationsRunOnceAndInOrder(engine: Engine) async throws {
        let opened = try await engine.open()
        #expect(try await opened.database.pending([.items, notes]) == [.items, notes])
        try await opened.database.migrate([.items])
        #expect(try await opened.database.pending([.items, notes]) == [notes])
        try await opened.database.migrate([.items, notes])
        try await opened.database.migrate([.items, notes])
        #expect(try await opened.database.pending([.items, notes]) == [])
        #expect(try await opened.database.count("schemaMigration") == 2)
        #expect(try await opened.database.count("note") == 0)
    }

    @Test(arguments: Engine.all) func aDatabaseOfANewerProgramIsRefused(engine: Engine) async throws {
        let opened = try await engine.open()
        try await opened.database.migrate([.items, notes])
        let later = Migration(name: "test/001-aaa", sql: "CREATE TABLE later (id INTEGER);\n")
        await #expect(throws: StorageError(.newerSchema, "")) { try await opened.database.migrate([.items]) }
        await #expect(throws: StorageError(.newerSchema, "")) { try await opened.database.pending([.items]) }
        await #expect(throws: StorageError(.newerSchema, "")) { try await opened.database.migrate([later, .items]) }
        await #expect(throws: StorageError(.engine, "")) { try await opened.database.count("later") }
    }

    @Test(arguments: Engine.all) func anEditedMigrationIsRefused(engine: Engine) async throws {
        let opened = try await engine.open()
        try await opened.database.migrate([.items])
        var edited = Migration.items
        edited.sql += "\nCREATE TABLE more (id INTEGER);"
        let migrations = [edited]
        let error = await #expect(throws: StorageError.self) { try await opened.database.migrate(migrations) }
        #expect(error?.code == .editedMigration)
        #expect(error?.message.contains("test/001-items") == true)
    }

    @Test(arguments: Engine.all) func aMigrationThatFailsLeavesNothingOfItself(engine: Engine) async throws {
        let opened = try await engine.open()
        let broken = Migration(name: "test/002-broken", sql: "CREATE TABLE half (id INTEGER);\nCREATE TABLE item (id INTEGER);\n")
        await #expect(throws: StorageError(.engine, "")) { try await opened.database.migrate([.items, broken]) }
        #expect(try await opened.database.pending([.items, broken]) == [broken])
        await #expect(throws: StorageError(.engine, "")) { try await opened.database.count("half") }
    }

    @Test(arguments: Engine.all) func namesTellMigrationsApart(engine: Engine) async throws {
        let opened = try await engine.open()
        let bad: [[Migration]] = [
            [.items, .items], [notes, .items], [Migration(name: "items", sql: "")], [Migration(name: "test/1-items", sql: "")],
            [Migration(name: "/001-items", sql: "")], [Migration(name: "a/b/001-items", sql: "")],
        ]
        for migrations in bad {
            await #expect(throws: StorageError(.engine, "")) { try await opened.database.migrate(migrations) }
        }
        let other = Migration(name: "another/001-items", sql: "CREATE TABLE thing (id INTEGER);\n")
        try await opened.database.migrate([.items, notes, other])
    }

    @Test(arguments: Engine.all) func manyMigratingAtOnceMigrateOnce(engine: Engine) async throws {
        let opened = try await engine.open()
        let migrations = [Migration.items, notes]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<6 {
                group.addTask {
                    let database = index.isMultiple(of: 2) ? opened.database : try await opened.reopen?() ?? opened.database
                    try await database.migrate(migrations)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await opened.database.count("schemaMigration") == 2)
    }
}

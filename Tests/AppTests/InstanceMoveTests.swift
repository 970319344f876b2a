import Foundation
import Identity
import Logging
import ParaphStorage
import ServerKit
import StoragePostgreSQL
import StorageTestSupport
import TestSupport
import Testing

@testable import App

@Suite struct TableTests {
    @Test(.enabled(if: TestPostgreSQL.isThere)) func bothEnginesGetTheSameTables() async throws {
        let schema = try await TestPostgreSQL.makeSchema()
        let (embedded, server) = (try SQLiteDatabase.inMemory(), try await schema.open())
        try await embedded.migrate(Wiring.migrations)
        try await server.migrate(Wiring.migrations)
        let (expected, found) = (try await embedded.tables(), try await server.tables())
        #expect(found == expected)
        #expect(expected.count > 20)
        #expect(expected.allSatisfy { !$0.key.isEmpty && !$0.columns.isEmpty })
        await server.close()
        try await schema.drop()
    }
}

// Skipped, and said so, where there is no server: scripts/with-postgres starts one.
@Suite(.enabled(if: TestPostgreSQL.isThere)) struct InstanceMoveTests {
    /// A database with something of most kinds of value in it, and an empty schema to move it to.
    private func run(_ body: (SQLiteDatabase, PostgreSQLDatabase) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-move-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try SQLiteDatabase.open(at: "\(folder)/paraph.db")
        try await source.migrate(Wiring.migrations)
        try await source.write { tx in
            for number in 0..<450 {
                let id = "person-\(number % 7)-\(number)"
                try tx.execute(
                    """
                    INSERT INTO person (id, emailProved, status, sealedContents, language, createdAt)
                    VALUES (\(id), 1, 'active', \([UInt8](repeating: 9, count: number % 64)), 'ru', \(number))
                    """
                )
                if number == 0 { try tx.execute("INSERT INTO erasure (kind, id, at) VALUES ('person', 'someone', 1)") }
                try tx.execute(
                    """
                    INSERT INTO trace (personId, number, templateId, digest, sealed)
                    VALUES (\(id), \(number), \(nil as String?), \([UInt8](repeating: 7, count: number)), \([] as [UInt8]))
                    """
                )
                try tx.execute(
                    """
                    INSERT INTO activity (personId, number, id, kind, at, deviceName, similarity, otherIsAddress, about)
                    VALUES (
                        \(id), 1, \("activity-\(number)"), 'signedIn', 5, \(number.isMultiple(of: 2) ? "Анна é" : ""),
                        \(number == 0 ? nil : 1 / Double(number)), 0, '[]'
                    )
                    """
                )
            }
        }
        let schema = try await TestPostgreSQL.makeSchema()
        let target = try await schema.open()
        do {
            try await body(source, target)
        } catch {
            await target.close()
            throw error
        }
        await target.close()
        try await schema.drop()
    }

    @Test func everyRowArrivesAndReadsTheSame() async throws {
        try await run { source, target in
            let counts = try await InstanceMove.run(from: source, to: target)
            #expect(counts["person"] == 450 && counts["trace"] == 450 && counts["activity"] == 450 && counts["app"] == 0)
            #expect(try await target.pending(Wiring.migrations).isEmpty)
            for table in try await source.tables() where table.name != "schemaMigration" {
                let before = try await source.read { try TableCopy.content(of: table, in: $0) }
                let after = try await target.read { try TableCopy.content(of: table, in: $0) }
                #expect(before == after)
                #expect(before.rows == counts[table.name])
            }
        }
    }

    @Test func aTargetThatHoldsAnythingIsRefused() async throws {
        try await run { source, target in
            try await target.write { try $0.execute("CREATE TABLE someoneElses (id INTEGER)") }
            await #expect(throws: StorageError(.conflict, "")) { try await InstanceMove.run(from: source, to: target) }
            #expect(try await target.tables().map(\.name) == ["someoneElses"])
            await #expect(throws: StorageError(.conflict, "")) { try await InstanceMove.run(from: source, to: target) }
        }
    }

    @Test func aMoveThatFailsLeavesTheTargetEmpty() async throws {
        try await run { source, target in
            let tables = try await source.tables().filter { $0.name != "schemaMigration" }
            await #expect(throws: StorageError(.conflict, "")) {
                try await target.fill(Wiring.migrations) { to in
                    // A row that is there already stands for whatever can go wrong.
                    _ = try source.blockingRead { try TableCopy.copy(tables, from: $0, to: to) }
                    try to.execute("INSERT INTO erasure (kind, id, at) VALUES ('person', 'someone', 1)")
                }
            }
            #expect(try await target.tables().isEmpty)
            // Nothing is in the way of doing it again.
            #expect(try await InstanceMove.run(from: source, to: target)["person"] == 450)
        }
    }

    @Test func aCopyThatDiffersIsNotKept() async throws {
        try await run { source, target in
            let tables = try await source.tables().filter { $0.name != "schemaMigration" }
            await #expect(throws: StorageError(.corrupt, "")) {
                try await target.fill(Wiring.migrations) { to in
                    try to.execute("CREATE RULE lossy AS ON INSERT TO erasure DO INSTEAD NOTHING")
                    return try source.blockingRead { try TableCopy.copy(tables, from: $0, to: to) }
                }
            }
            #expect(try await target.tables().isEmpty)
        }
    }
}

@Suite struct DatabaseAddressTests {
    @Test func anAddressThatCannotBeReadIsNotRepeated() {
        let error = #expect(throws: ConfigurationError.self) { try DatabaseAddress(url: "mysql://anna:s3cret@host/name") }
        #expect(error?.description.contains("s3cret") == false)
        #expect(error?.setting == "database")
    }

    // A second node must not make a key of its own, with which it could read nothing.
    @Test(.enabled(if: TestPostgreSQL.isThere)) func aNodeWithoutTheRootKeyOfADatabaseInUseRefuses() async throws {
        let schema = try await TestPostgreSQL.makeSchema()
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-key-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let site = try #require(Site(publicURL: "http://localhost:8080"))
        func configuration(_ name: String) -> NodeConfiguration {
            NodeConfiguration(data: "\(folder)/\(name)", database: .postgreSQL(schema.settings), site: site, logLevel: .critical)
        }
        try await Node.open(configuration("one")).close()
        await #expect(throws: ConfigurationError.self) { try await Node.open(configuration("two")) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/two/root.key"))
        try FileManager.default.copyItem(atPath: "\(folder)/one/root.key", toPath: "\(folder)/two/root.key")
        try await Node.open(configuration("two")).close()
        try await schema.drop()
    }
}

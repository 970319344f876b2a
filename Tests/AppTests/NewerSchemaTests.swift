import AppTestSupport
import ParaphStorage
import TestSupport
import Testing

@testable import App

@Suite struct NewerSchemaTests {
    @Test func aNodeRefusesADatabaseOfANewerProgramAndChangesNothing() async throws {
        try await TestServer.run { server, _ in
            let node = server.node
            let later = Migration(name: "test/001-later", sql: "CREATE TABLE later (id INTEGER NOT NULL PRIMARY KEY);\n")
            try await node.database.migrate(Wiring.migrations + [later])
            @Sendable func rows() async throws -> [Row] {
                try await node.database.read { tx in
                    try tx.rows("SELECT * FROM schemaMigration ORDER BY name") + tx.rows("SELECT * FROM auditLedger ORDER BY sequence")
                }
            }
            let before = try await rows()
            await #expect(throws: StorageError(.newerSchema, "")) { try await Node.open(node.configuration, time: server.time) }
            await #expect(throws: StorageError(.newerSchema, "")) { try await Node.openExisting(node.configuration) }
            #expect(try await rows() == before)
        }
    }
}

import App
import ParaphStorage
import TestSupport
import Testing

@Suite struct NodeResealingTests {
    @Test func whatANodeStartsWithHasKeysOfItsOwn() async throws {
        try await TestServer.run { server, _ in
            let (tables, entries) = try await server.node.database.read { tx in
                let names: [String] = try tx.rows("SELECT name FROM resealedTable ORDER BY name").map { try $0.get("name") }
                let actions: [String] = try tx.rows("SELECT action FROM auditLedger").map { try $0.get("action") }
                return (names, actions)
            }
            #expect(tables == ["authorityCertificate", "keptDocument", "personPlace", "photo", "template"])
            // Where there was nothing to do there is nothing to tell.
            #expect(!entries.contains { $0.hasSuffix("Resealed") })
        }
    }
}

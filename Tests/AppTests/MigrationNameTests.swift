import AppTestSupport
import Identity
import ParaphStorage
import TestSupport
import Testing

@testable import App

/// Migrations are named alike, and each domain begins with its baseline.
@Suite struct MigrationNameTests {
    @Test func namesAreADomainANumberAndATitleInCamelCase() {
        for name in Wiring.migrations.map(\.name) {
            #expect(name.wholeMatch(of: /[a-z]+\/[0-9]{3}-[a-z][A-Za-z0-9]*/) != nil, "\(name)")
        }
    }

    @Test func everyDomainBeginsWithItsBaseline() {
        var first: [Substring: String] = [:]
        for name in Wiring.migrations.map(\.name) {
            let domain = name.prefix { $0 != "/" }
            first[domain] = first[domain] ?? name
        }
        #expect(first.count >= 9)
        for (domain, name) in first { #expect(name == "\(domain)/001-baseline") }
    }

    @Test func aNewInstanceHoldsTheHeadOfItsLedgerAndNothingElse() async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(Wiring.migrations)
        var filled: [String] = []
        for table in try await database.tables() {
            let query = SQL(stringLiteral: "SELECT COUNT(*) AS count FROM \(table.name)")
            if try await database.read({ try $0.first(query)?.get("count") ?? 0 }) > 0 { filled.append(table.name) }
        }
        #expect(filled.sorted() == ["auditHead", "schemaMigration"])
        await database.close()
    }

    @Test func aLaterMigrationFollowsTheBaselinesOfAnInstanceInUse() async throws {
        try await TestServer.run { server, _ in
            let database = server.node.database
            let later = Migration(
                name: "identity/999-later",
                sql: """
                    ALTER TABLE person ADD COLUMN later INTEGER NOT NULL DEFAULT 7;
                    CREATE INDEX personLater ON person (later);
                    """
            )
            _ = try await server.node.people.createPerson(email: "anna@example.org", name: "Anna")
            #expect(try await database.pending(Wiring.migrations + [later]).map(\.name) == [later.name])
            try await database.migrate(Wiring.migrations + [later])
            #expect(try await database.pending(Wiring.migrations + [later]).isEmpty)
            let value: Int? = try await database.read { try $0.first("SELECT later FROM person")?.get("later") }
            #expect(value == 7)
        }
    }
}

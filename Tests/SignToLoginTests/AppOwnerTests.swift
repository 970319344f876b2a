import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What becomes of a restricted app, and of what is counted of it, with its owner's account.
struct AppOwnerTests {
    private static let owner = "attacker@example.org"

    private func app(_ server: DialectFixture, of owner: String = owner) async throws -> RegisteredApp {
        let ownerID = try await server.person(owner)
        return try await AppService(environment: server.environment).register(.example, by: .session(of: ownerID))
    }

    private func people(_ server: DialectFixture) -> PersonAdministration { PersonAdministration(environment: server.environment) }

    /// What an app answers about an address that it never brought up.
    private func ask(_ key: String?, _ email: String, _ server: DialectFixture) async throws -> String? {
        try await server.send("/register/", .register(key: try #require(key), email: email, [SyntheticSigner(seed: 2).genuine(0)])).res
    }

    @Test func whatIsCountedOutlivesTheAccountAndIsANewOnesOfTheSameMailbox() async throws {
        try await DialectFixture.run { server in
            let first = try await app(server)
            let second = try await app(server)
            for number in 0..<AppBudget.addresses { #expect(try await ask(first.apiKey, "p\(number)@example.org", server) == "2") }
            #expect(try await ask(first.apiKey, "more@example.org", server) == "6")
            try await people(server).deletePerson(Self.owner)
            // Nobody answers for them any more.
            for app in [first, second] { #expect(try await ask(app.apiKey, "more@example.org", server) == "1") }
            #expect(try await server.audited(subject: first.id).contains { $0.hasSuffix(" appDisabled") })
            // Where an administrator lets one in again, it has no more of it, nor does a new account of that mailbox.
            _ = try await server.administration.setDisabled(false, id: second.id)
            #expect(try await ask(second.apiKey, "more@example.org", server) == "6")
            for address in [Self.owner, "attacker+1@example.org"] {
                #expect(try await ask(try await app(server, of: address).apiKey, "more@example.org", server) == "6")
            }
            #expect(try await ask(try await app(server, of: "honest@example.org").apiKey, "more@example.org", server) == "2")
        }
    }

    @Test func anotherAddressOfTheOwnerBeginsNothingAnew() async throws {
        try await DialectFixture.run { server in
            let ownerID = try await server.person(Self.owner)
            let first = try await app(server)
            let (keys, database) = (server.environment.keys, server.environment.database)
            let sources = try await database.write { tx in
                try tx.execute("DELETE FROM appUse")
                let again = try AppStore.source(of: ownerID, at: server.time.now(), keys: keys, in: tx)
                return [try AppStore.find(first.id, in: tx)?.source, "owner:\(again)"]
            }
            #expect(sources[0] == sources[1])
        }
    }

    @Test func appsOfADisabledOwnerWaitWithThem() async throws {
        try await DialectFixture.run { server in
            let app = try await app(server)
            #expect(try await ask(app.apiKey, "a@example.org", server) == "2")
            try await people(server).setDisabled(true, person: Self.owner)
            #expect(try await ask(app.apiKey, "b@example.org", server) == "1")
            try await people(server).setDisabled(false, person: Self.owner)
            #expect(try await ask(app.apiKey, "b@example.org", server) == "2")
        }
    }
}

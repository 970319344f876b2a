import Foundation
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What tells who people are lies in no row in the clear, and ends with them.
@Suite struct PersonRowTests {
    private static let email = "wilhelmina@plain-sight.example"
    private static let profile = Profile(
        userName: "Wilhelmina Searchable",
        companyName: "Plainsight Works",
        position: "Chief Finder",
        phoneNumber: "+4930123987654",
        birthday: "1971-03-29"
    )
    private static let secrets = [
        "wilhelmina", "plain-sight.example", "Searchable", "Plainsight", "Chief Finder", "30123987654", "1971-03-29", "willa71",
    ]

    private static func register(_ server: IdentityServer) async throws -> TestPerson {
        var request = server.registrationRequest(email)
        request.profile = profile
        request.username = "Willa71"
        let receipt = try await server.call(IdentityEndpoints.register, body: request)
        try await expectNothingInClear(server)
        let device = SimulatedDevice()
        let code = try #require(server.mails.lastCode(to: email))
        let confirmation = RegistrationConfirmation(code: code, device: try device.deviceKey(subject: receipt.id))
        let grant = try await server.call(IdentityEndpoints.confirmRegistration, receipt.id, body: confirmation)
        return TestPerson(
            email: email,
            device: device,
            id: grant.personId,
            token: try #require(grant.token),
            signer: SyntheticSigner(seed: 1)
        )
    }

    private static func expectNothingInClear(_ server: IdentityServer, _ more: [String] = []) async throws {
        let stored = String(decoding: try await server.everythingStored(), as: Unicode.ASCII.self).lowercased()
        for secret in secrets + more { #expect(!stored.contains(secret.lowercased()), "\(secret) lies in the clear") }
    }

    @Test func nothingThatTellsWhoSomebodyIsLiesInTheClear() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await Self.register(server)
            try await Self.expectNothingInClear(server)
            let me = try await server.call(IdentityEndpoints.me, token: person.token)
            #expect(me.email == Self.email && me.username == "Willa71" && me.profile == Self.profile)
            var changed = Self.profile
            changed.phoneNumber = "+33140999888"
            _ = try await server.call(
                IdentityEndpoints.updateMe,
                body: PersonUpdate(profile: changed, username: "Wanda99"),
                token: person.token
            )
            try await Self.expectNothingInClear(server, ["33140999888", "wanda99"])
            // What is typed finds the person still, in whatever case, and the name from before is free.
            let administration = PersonAdministration(server.domain)
            #expect(try await administration.person("WILHELMINA@plain-sight.example").id == person.id)
            #expect(try await administration.person("wANDA99").id == person.id)
            let gone = await problem { try await administration.person("Willa71") }
            #expect(gone?.status == 404)
        }
    }

    @Test func anEarlierRowDoesNotOpenNorDoesSomebodyElses() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await Self.register(server)
            let other = try await server.register("boris@example.org")
            let sealed: @Sendable (String) async throws -> [UInt8] = { id in
                try #require(try await server.rows("SELECT sealedContents FROM person WHERE id = \(id)").first).get("sealedContents")
            }
            let put: @Sendable ([UInt8]) async throws -> Int = { bytes in
                try await server.database.write { try $0.execute("UPDATE person SET sealedContents = \(bytes) WHERE id = \(person.id)") }
                return await problem { try await server.call(IdentityEndpoints.me, token: person.token) }?.status ?? 200
            }
            let earlier = try await sealed(person.id)
            var changed = Self.profile
            changed.phoneNumber = nil
            _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(profile: changed), token: person.token)
            let present = try await sealed(person.id)
            #expect(try await put(earlier) == 500)
            #expect(try await put(try await sealed(other.id)) == 500)
            #expect(try await put(present) == 200)
            #expect(try await server.call(IdentityEndpoints.me, token: other.token).email == "boris@example.org")
        }
    }

    @Test func whoseRowDoesNotOpenCanStillBeErased() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await Self.register(server)
            try await server.database.makeUpRows { [keys = server.keys, now = server.time.now()] tx in
                try tx.execute("UPDATE person SET sealedContents = \([UInt8](repeating: 1, count: 64))")
                _ = try PersonStore.delete(person.id, at: now, keys: keys, in: tx)
            }
            #expect(try await server.count("person") == 0)
            #expect(try await server.count("personLookup") == 0)
        }
    }

    @Test func oneWhoseRowDoesNotOpenIsNamedAndKeepsNobodyElseOffTheList() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await Self.register(server)
            server.time.advance(seconds: 1)
            let other = try await server.register("boris@example.org")
            try await server.database.write {
                try $0.execute("UPDATE person SET sealedContents = \([UInt8](repeating: 1, count: 64)) WHERE id = \(person.id)")
            }
            let people = try await PersonAdministration(server.domain).people()
            #expect(people.map(\.id) == [person.id, other.id])
            #expect(people.map { $0.damaged == true } == [true, false] && people[1].email == "boris@example.org")
        }
    }

    @Test func everybodyIsListedPageByPageInTheOrderInWhichTheyCame() async throws {
        try await IdentityServer.run { (server) async throws in
            let administration = PersonAdministration(server.domain)
            let names = ["zoe", "anna", "mia", "boris", "yuri"]
            for name in names {
                _ = try await administration.createPerson(email: "\(name)@example.org", name: name)
                // Some came in the same millisecond.
                if name != "mia" { server.time.advance(seconds: 1) }
            }
            var listed: [PersonAdministration.Entry] = []
            while case let page = try await administration.people(after: listed.last, limit: 2), !page.isEmpty { listed += page }
            #expect(listed.count == names.count)
            #expect(Set(listed.map(\.name)) == Set(names))
            #expect(listed.first?.name == "zoe" && listed.last?.name == "yuri")
        }
    }

    @Test func twoPeopleHaveNoAddressOrNameTogether() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org")
            _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(username: "Anna"), token: anna.token)
            let boris = try await server.register("boris@example.org")
            let taken = await problem {
                try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(username: "aNNA"), token: boris.token)
            }
            #expect(taken?.code == "usernameTaken")
            // The table holds it even where nobody asked before.
            let now = server.time.now()
            let twin = PersonRecord(
                email: try #require(EmailAddress("Anna@example.org")),
                profile: Profile(userName: "A"),
                language: .en,
                createdAt: now
            )
            await #expect(throws: StorageError.self) {
                try await server.database.write { [keys = server.keys] in try PersonStore.insert(twin, keys: keys, in: $0) }
            }
            #expect(try await server.count("person") == 2)
        }
    }
}

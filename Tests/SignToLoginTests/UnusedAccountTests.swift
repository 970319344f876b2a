import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Accounts that apps made end where nobody proved or used them, as any account ends; customers who are there stay.
struct UnusedAccountTests {
    private struct MadeUpDocuments: SignedDocuments {
        func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> { [] }
        func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool { true }
    }

    private static func sweep(_ environment: IdentityEnvironment, batch: Int = 200) async throws {
        while try await IdentitySweep(environment: environment, batch: batch).turn() {}
    }

    /// What is left of somebody whose account ended: nothing but that it did.
    private static func expectNothingLeft(_ server: DialectFixture, of personID: String) async throws {
        for table in ["template", "trace", "capture", "session", "acceptedSample", "personLookup", "appGrant", "emailProof"] {
            #expect(try await server.count("\(table) WHERE personId = '\(personID)'") == 0, "\(table)")
        }
        #expect(try await server.count("person WHERE id = '\(personID)'") == 0)
        #expect(try await server.count("holderKey WHERE holder = '\(personID)'") == 0)
        #expect(try await server.count("objectKey WHERE holder = '\(personID)'") == 0)
        #expect(try await server.count("erasure WHERE id = '\(personID)'") == 1)
        #expect(try await server.audited(subject: personID) == ["system personDeleted"])
    }

    @Test func ofAnOrganisationsAppItEndsAfterFourHundredDays() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            #expect(try await server.send("/register/", body.with("photo", "\"\(Picture.png.base64)\"")).res == "0")
            let id = try await server.personID("a@example.org", inApp: server.app.id)
            let blobs = try await server.environment.database.read { try IdentityDomain.blobs(in: $0) }
            #expect(!blobs.isEmpty)
            server.time.advance(seconds: 400 * 86_400 - 1)
            try await Self.sweep(server.environment)
            #expect(try await server.send("/login/", .login(key: server.key, email: "a@example.org")).res == "0")
            server.time.advance(seconds: 1)
            try await Self.sweep(server.environment)
            try await Self.expectNothingLeft(server, of: id)
            for blob in blobs { #expect((try? await server.environment.blobs.get(blob)) == nil) }
            // The address may come again, as anybody's.
            #expect(try await server.send("/login/", .login(key: server.key, email: "a@example.org")).res == "2")
            try await server.enrol(SyntheticSigner(seed: 2), email: "a@example.org")
        }
    }

    @Test func ofSomebodysOwnAppItEndsAfterThirtyDays() async throws {
        try await DialectFixture.run { server in
            let app = try await server.administration.create(.example, restricted: true)
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org", key: app.apiKey)
            try await server.enrol(SyntheticSigner(seed: 2), email: "b@example.org")
            let id = try await server.personID("a@example.org", inApp: app.id)
            server.time.advance(seconds: 30 * 86_400 - 1)
            try await Self.sweep(server.environment)
            #expect(try await server.count("person") == 2)
            server.time.advance(seconds: 1)
            try await Self.sweep(server.environment)
            try await Self.expectNothingLeft(server, of: id)
            #expect(try await server.count("person") == 1)
        }
    }

    @Test func whoeverRunsTheInstanceSaysHowLongDuringAFlood() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            try await server.enrol(SyntheticSigner(seed: 2), email: "b@example.org")
            try await server.enrol(SyntheticSigner(seed: 3), email: "c@example.org")
            server.time.advance(seconds: 86_400)
            // A session that was used counts from then on.
            let id = try await server.personID("c@example.org", inApp: server.app.id)
            try await server.environment.database.write { [now = server.time.now()] tx in
                try tx.execute("UPDATE session SET lastUsedAt = \(now.adding(seconds: -3600)) WHERE personId = \(id)")
            }
            var environment = server.environment
            environment.settings = IdentitySettings(unusedAccountDays: 1)
            try await Self.sweep(environment, batch: 1)
            #expect(try await server.count("person") == 1)
            server.time.advance(seconds: 86_399 - 3600)
            try await Self.sweep(environment)
            #expect(try await server.count("person") == 1)
            server.time.advance(seconds: 1)
            try await Self.sweep(environment)
            #expect(try await server.count("person") == 0)
        }
    }

    @Test func whoeverIsThereStays() async throws {
        try await DialectFixture.run { server in
            let people = ["signed", "proved", "device", "closed", "unused"]
            for (number, name) in people.enumerated() {
                try await server.enrol(SyntheticSigner(seed: UInt64(number)), email: "\(name)@example.org")
            }
            let sample = SyntheticSigner(seed: 0).genuine(30)
            let signature = try DialectBody.authenticate(key: server.key, email: "signed@example.org", sample)
            #expect(try await server.send("/authenticate/", signature).similarity ?? 0 > 0.5)
            try await server.prove("proved@example.org")
            let withDevice = try await server.personID("device@example.org", inApp: server.app.id)
            let closed = try await server.personID("closed@example.org", inApp: server.app.id)
            try await server.environment.database.write { [now = server.time.now()] tx in
                try AccountFactorStore.remember(.device, of: withDevice, at: now, in: tx)
                try tx.execute("UPDATE person SET status = 'disabled' WHERE id = \(closed)")
            }
            server.time.advance(seconds: 400 * 86_400)
            try await Self.sweep(server.environment)
            #expect(try await server.count("person") == 4)
            // Each was looked at, and is not looked at again.
            #expect(try await server.count("person WHERE unusedSince IS NOT NULL AND emailProved = 0") == 0)
            #expect(try await server.send("/login/", .login(key: server.key, email: "signed@example.org")).res == "0")
            #expect(try await server.send("/login/", .login(key: server.key, email: "unused@example.org")).res == "2")
        }
    }

    @Test func whoStandsOnADocumentStays() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            server.time.advance(seconds: 400 * 86_400)
            var environment = server.environment
            environment.documents = MadeUpDocuments()
            try await Self.sweep(environment)
            try await Self.sweep(server.environment)
            #expect(try await server.count("person") == 1)
        }
    }
}

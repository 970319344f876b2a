import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity

/// Letters that tell of an invitation: few of each inviter, and one inviter uses up none of another's.
struct InvitationLetterTests {
    @Test func oneInviterUsesUpTheirOwnLettersOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org")
            let rude = try await server.register("rude@example.org")
            let kind = try await server.register("kind@example.org")
            let witness = SignatureWitness(environment: server.domain.environment)
            func invite(by owner: TestPerson) async throws {
                try await server.database.write { try witness.tell(anna.id, letInBy: owner.id, in: $0) }
            }
            func letters() -> Int { server.mails.all(to: anna.email).count { $0.subject == "A document to read and sign" } }
            for _ in 0..<10 { try await invite(by: rude) }
            #expect(letters() == 3)
            try await invite(by: kind)
            #expect(letters() == 4)
            server.time.advance(seconds: 3601)
            try await invite(by: rude)
            #expect(letters() == 5)
        }
    }

    @Test func theLetterMarksANameOfSeveralAlphabets() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org")
            let other = try await server.register("false@example.org")
            var profile = try await server.call(IdentityEndpoints.me, token: other.token).profile
            profile.userName = "Pаypal www.evil.example"
            _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(profile: profile), token: other.token)
            let witness = SignatureWitness(environment: server.domain.environment)
            try await server.database.write { try witness.tell(anna.id, letInBy: other.id, in: $0) }
            let letter = try #require(server.mails.all(to: anna.email).last)
            #expect(letter.text.hasPrefix("“Pаypal www. evil. example” (mixed alphabets) invites you to read and sign"))
        }
    }
}

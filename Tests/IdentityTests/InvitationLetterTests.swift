import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Letters that tell of an invitation: few of each inviter, and one inviter uses up none of another's.
struct InvitationLetterTests {
    private static let lease = SharedDocument(keptID: "0123456789abcdef", name: "Lease.pdf")

    @Test func theLetterNamesTheDocumentAndLeadsToItAndItsOwnerIsToldWhenItIsSigned() async throws {
        try await IdentityServer.run { (server) async throws in
            let owner = try await server.register("owner@example.org")
            let reader = try await server.register("reader@example.org")
            let witness = SignatureWitness(environment: server.domain.environment)
            let link = "/documents/view#kept-0123456789abcdef\n"
            try await server.database.write { try witness.tell(reader.id, letInBy: owner.id, to: Self.lease, in: $0) }
            let invitation = try #require(server.mails.all(to: reader.email).last)
            #expect(invitation.text.contains("read and sign “Lease”") && invitation.text.hasSuffix(link))
            for _ in 0..<5 {
                try await server.database.write { try witness.tell(owner.id, signedBy: reader.id, Self.lease, in: $0) }
            }
            let told = server.mails.all(to: owner.email).filter { $0.subject == "Your document was signed" }
            #expect(told.count == 3 && told[0].text.contains("signed “Lease”") && told[0].text.hasSuffix(link))
            let activity = try await server.call(IdentityEndpoints.activity, token: owner.token)
            #expect(activity.items.count { $0.kind == "documentSignedByReader" } == 5)
        }
    }

    @Test func oneInviterUsesUpTheirOwnLettersOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org")
            let rude = try await server.register("rude@example.org")
            let kind = try await server.register("kind@example.org")
            let witness = SignatureWitness(environment: server.domain.environment)
            func invite(by owner: TestPerson) async throws {
                try await server.database.write { try witness.tell(anna.id, letInBy: owner.id, to: Self.lease, in: $0) }
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

    @Test(arguments: [
        ("Call +49 30 1234 5678 now", "Call +… now"), ("Invoice 2026-11-25 no 77", "Invoice 2026-11-25 no 77"), ("٠٣٠١٢٣٤٥٦٧٨", "…"),
        ("Lease 1234567", "Lease 1234567"), ("pay-now.example", "pay-now. example"),
    ])
    func anInvitationHoldsNeitherLinksNorTelephoneNumbers(name: String, told: String) async throws {
        #expect(name.asNameInInvitation == told)
        try await IdentityServer.run { (server) async throws in
            let owner = try await server.register("owner@example.org")
            let reader = try await server.register("reader@example.org")
            let witness = SignatureWitness(environment: server.domain.environment)
            let document = SharedDocument(keptID: "0123456789abcdef", name: name)
            try await server.database.write { try witness.tell(reader.id, letInBy: owner.id, to: document, in: $0) }
            #expect(try #require(server.mails.all(to: reader.email).last).text.contains("“\(told)”"))
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
            try await server.database.write { try witness.tell(anna.id, letInBy: other.id, to: Self.lease, in: $0) }
            let letter = try #require(server.mails.all(to: anna.email).last)
            #expect(letter.text.hasPrefix("“Pаypal www. evil. example” (mixed alphabets) invites you to read and sign"))
        }
    }
}

import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Files
@testable import Identity
@testable import IdentityTestSupport

/// Letters that tell of an invitation: few of each inviter, and one inviter uses up none of another's.
struct InvitationLetterTests {
    private static let lease = SharedFile(id: "0123456789abcdef", name: "Lease.pdf")

    private static func invite(
        _ reader: TestPerson,
        by owner: TestPerson,
        to file: SharedFile,
        _ directory: SignatoryDirectory,
        in tx: any WriteTransaction
    ) throws {
        let people = IdentityFilePeople(directory: directory)
        let name = try #require(try people.person(owner.id, in: tx)?.name)
        try people.send(.invitation(owner: name, file), to: reader.id, causedBy: owner.id, in: tx)
    }

    @Test func theLetterNamesTheDocumentAndLeadsToItAndItsOwnerIsToldWhenItIsSigned() async throws {
        try await IdentityServer.run { (server) async throws in
            let owner = try await server.register("owner@example.org")
            let reader = try await server.register("reader@example.org")
            let directory = SignatoryDirectory(environment: server.domain.environment)
            let link = "/documents/view#file-0123456789abcdef\n"
            try await server.database.write { try Self.invite(reader, by: owner, to: Self.lease, directory, in: $0) }
            let invitation = try #require(server.mails.all(to: reader.email).last)
            #expect(invitation.text.contains("read and sign “Lease”") && invitation.text.hasSuffix(link))
            for _ in 0..<5 {
                try await server.database.write { tx in
                    let people = IdentityFilePeople(directory: directory)
                    let name = try #require(try people.person(reader.id, in: tx)?.name)
                    try people.note(.fileSignedByReader, of: owner.id, about: ActivitySubject(otherID: reader.id), in: tx)
                    try people.send(.signed(reader: name, Self.lease), to: owner.id, causedBy: reader.id, in: tx)
                }
            }
            let told = server.mails.all(to: owner.email).filter { $0.subject == "Your document was signed" }
            #expect(told.count == 3 && told[0].text.contains("signed “Lease”") && told[0].text.hasSuffix(link))
            let activity = try await server.call(IdentityEndpoints.activity, token: owner.token)
            #expect(activity.items.count { $0.kind == "fileSignedByReader" } == 5)
        }
    }

    @Test func oneInviterUsesUpTheirOwnLettersOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org")
            let rude = try await server.register("rude@example.org")
            let kind = try await server.register("kind@example.org")
            let directory = SignatoryDirectory(environment: server.domain.environment)
            func invite(by owner: TestPerson) async throws {
                try await server.database.write { try Self.invite(anna, by: owner, to: Self.lease, directory, in: $0) }
            }
            func letters() -> Int { server.mails.all(to: anna.email).count { $0.subject.hasSuffix(" invites you to sign") } }
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
        ("Call 8·800·555·35·35 now", "Call … now"), ("8,800,555,35,35", "…"), ("8\u{FE0E}800\u{FE0E}5553535", "…"),
        ("Lease 1234567", "Lease 1234567"), ("pay-now.example", "pay-now. example"),
    ])
    func anInvitationHoldsNeitherLinksNorTelephoneNumbers(name: String, told: String) async throws {
        #expect(name.asNameInInvitation == told)
        try await IdentityServer.run { (server) async throws in
            let owner = try await server.register("owner@example.org")
            let reader = try await server.register("reader@example.org")
            let directory = SignatoryDirectory(environment: server.domain.environment)
            let document = SharedFile(id: "0123456789abcdef", name: name)
            try await server.database.write { try Self.invite(reader, by: owner, to: document, directory, in: $0) }
            #expect(try #require(server.mails.all(to: reader.email).last).text.contains("“\(told)”"))
        }
    }

    @Test func aMailboxGetsFewMailsWithFilesOfOneSenderAndOfAll() async throws {
        try await IdentityServer.run { (server) async throws in
            let people = IdentityFilePeople(directory: SignatoryDirectory(environment: server.domain.environment))
            func taken(_ address: String, by sender: String, of tries: Int) async throws -> Int {
                try await server.database.write { tx in
                    try (0..<tries).count { _ in try people.admit(.fileMail, to: address, causedBy: sender, in: tx) }
                }
            }
            #expect(try await taken("victim@example.net", by: "a", of: 8) == 5)
            #expect(try await taken("Victim@Example.net", by: "a", of: 2) == 0, "it is one mailbox")
            for tagged in ["victim+1@example.net", "Victim+files+2@example.net"] {
                #expect(try await taken(tagged, by: "a", of: 1) == 0, "a tag makes no other")
            }
            // Dots are letters to most servers; and a name of nothing but a tag is a name.
            #expect(try await taken("vic.tim@example.net", by: "a", of: 1) == 1)
            #expect(try await taken("+victim@example.net", by: "a", of: 1) == 1)
            #expect(try await taken("other@example.net", by: "a", of: 2) == 2)
            for sender in ["b", "c", "d"] { #expect(try await taken("victim@example.net", by: sender, of: 6) == 5) }
            #expect(try await taken("victim@example.net", by: "e", of: 6) == 0)
            server.time.advance(seconds: 3601)
            #expect(try await taken("victim@example.net", by: "a", of: 6) == 0, "twenty a day in all")
            let refusal = await problem { try await taken("\"v\"@example.net", by: "a", of: 1) }
            #expect(refusal?.code == "malformed")
        }
    }

    @Test func theLetterMarksANameOfSeveralAlphabets() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org")
            let other = try await server.register("false@example.org")
            var profile = try await server.call(IdentityEndpoints.me, token: other.token).profile
            profile.userName = "Pаypal www.evil.example"
            _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(profile: profile), token: other.token)
            let directory = SignatoryDirectory(environment: server.domain.environment)
            try await server.database.write { try Self.invite(anna, by: other, to: Self.lease, directory, in: $0) }
            let letter = try #require(server.mails.all(to: anna.email).last)
            #expect(letter.subject == "Pаypal www. evil. example (mixed alphabets) invites you to sign")
            #expect(letter.text.hasPrefix("Pаypal www. evil. example (mixed alphabets) invites you to read and sign"))
        }
    }
}

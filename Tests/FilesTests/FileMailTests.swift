import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// Mails with files.
struct FileMailTests {
    private static let file = FilesFixture.file(1000)

    private static func run(_ body: @escaping @Sendable (FilesFixture, FileMailService, MadeUpMails) async throws -> Void) async throws {
        try await FilesFixture.run { fixture in
            let mails = try #require(fixture.environment.mailer as? MadeUpMails)
            try await body(fixture, FileMailService(environment: fixture.environment), mails)
        }
    }

    @Test func eachReceiverGetsAMailWithTheNewestVersion() async throws {
        try await Self.run { fixture, service, mails in
            let id = try await fixture.keep(Self.file, name: "Contract.pdf").id
            let mail = FileMail(to: [" x@example.org", "y@example.org", "X@example.org "], text: "  See page 1.\n")
            try await service.send(mail, fileID: id, personID: "anna", in: .en)
            #expect(mails.taken.map(\.to) == ["x@example.org", "y@example.org"])
            let first = try #require(mails.taken.first)
            #expect(first.replyTo == "anna@example.org" && first.fileName == "Contract.pdf")
            #expect(first.subject == "Anna sends you “Contract”")
            #expect(first.undelivered.subject == "Your e-mail to x@example.org was not delivered")
            #expect(first.undelivered.text.contains("“Anna sends you “Contract”” could not be delivered to x@example.org"))
            #expect(
                first.text.hasPrefix("Anna sends you the attached document.\n\n> See page 1.\n\n")
                    && first.text.contains("https://sign.example.org/documents")
            )
            let environment = fixture.environment
            let files = FileAttachments(environment: environment)
            #expect(first.source == files.name)
            #expect(try await files.bytes(of: first.reference) == Self.file)
            _ = try await environment.database.write { try environment.store.delete(id, at: environment.time.now(), in: $0) }
            #expect(try await files.bytes(of: first.reference) == nil)
            for reference in ["", "/", "x", "\(id)/", "\(id)/99999999999999999999", "\(id)/-1"] {
                #expect(try await files.bytes(of: reference) == nil)
            }
        }
    }

    @Test(arguments: Language.allCases) func namesFitAHeaderInEveryLanguage(language: Language) async throws {
        try await Self.run { fixture, service, mails in
            let id = try await fixture.keep(Self.file, name: "Contract.pdf").id
            try await fixture.environment.database.write { [environment = fixture.environment] tx in
                let document = try #require(try environment.store.find(id, in: tx))
                try environment.store.rename(
                    document,
                    to: "a\u{2028}b\r\n" + String(repeating: "я", count: 120),
                    in: tx
                )
            }
            try await service.send(FileMail(to: ["x@example.org"]), fileID: id, personID: "anna", in: language)
            let mail = try #require(mails.taken.first)
            #expect(
                mail.language == language && mail.subject.utf8.count <= 500
                    && mail.subject.contains("a b " + String(repeating: "я", count: 20))
            )
            #expect(mail.subject.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{2028}" })
        }
    }

    @Test func whatSomebodySaysIsQuotedBelowOurWordsAndHoldsNoLinks() async throws {
        try await Self.run { fixture, service, mails in
            let id = try await fixture.keep(Self.file, name: "Contract.pdf").id
            let said = "Your account is blocked.\nOpen https://evil.example/x or www.evil.example, version 1.2."
            try await service.send(FileMail(to: ["x@example.org"], text: said), fileID: id, personID: "anna", in: .en)
            let text = try #require(mails.taken.first?.text)
            #expect(text.contains("\n> Your account is blocked.\n> Open https: //evil. example/x or www. evil. example, version 1.2.\n"))
            #expect(!text.contains("://evil") && !text.contains("evil.example"))
        }
    }

    @Test func whatCannotBeSentIsRefusedWithNothingTaken() async throws {
        try await Self.run { fixture, service, mails in
            let id = try await fixture.keep(Self.file, name: "Contract.pdf").id
            let refused = [
                FileMail(to: []), FileMail(to: (0..<11).map { "\($0)@example.org" }),
                FileMail(to: ["x@example.org"], text: String(repeating: "a", count: 2001)),
                FileMail(to: ["x@example.org"], text: "\0"),
            ]
            for mail in refused {
                let problem = await #expect(throws: Problem.self) { try await service.send(mail, fileID: id, personID: "anna", in: .en) }
                #expect(problem?.status == 400)
            }
            try await fixture.environment.database.write { tx in
                _ = try fixture.store.addReader("boris", to: id, at: fixture.time.now(), in: tx)
            }
            for (person, status) in [("boris", 403), ("carol", 404)] {
                let problem = await #expect(throws: Problem.self) {
                    try await service.send(FileMail(to: ["x@example.org"]), fileID: id, personID: person, in: .en)
                }
                #expect(problem?.status == status)
            }
            #expect(mails.taken.isEmpty)
            // One wrong address holds back all: the count of what was sent does not rise either.
            for _ in 0..<60 {
                await #expect(throws: Problem.self) {
                    try await service.send(FileMail(to: ["x@example.org", "nobody"]), fileID: id, personID: "anna", in: .en)
                }
            }
            try await service.send(FileMail(to: ["x@example.org"]), fileID: id, personID: "anna", in: .en)
        }
    }

    @Test func whoHadEnoughIsNamedAndNothingIsSent() async throws {
        try await Self.run { fixture, service, mails in
            let id = try await fixture.keep(Self.file, name: "Contract.pdf").id
            let mail = FileMail(to: ["x@example.org", "flooded@example.org"])
            let refusal = await problem { try await service.send(mail, fileID: id, personID: "anna", in: .en) }
            #expect(refusal?.status == 429 && refusal?.code == "enoughMails")
            #expect(refusal?.fields?.map(\.value) == ["flooded@example.org"])
            #expect(mails.taken.isEmpty)
        }
    }

    @Test func fiftyReceiversAnHourAreEnough() async throws {
        try await Self.run { fixture, service, _ in
            let id = try await fixture.keep(Self.file, name: "Contract.pdf").id
            let ten = FileMail(to: (0..<10).map { "\($0)@example.org" })
            for _ in 0..<5 { try await service.send(ten, fileID: id, personID: "anna", in: .en) }
            let one = FileMail(to: ["x@example.org"])
            let problem = await #expect(throws: Problem.self) { try await service.send(one, fileID: id, personID: "anna", in: .en) }
            #expect(problem?.status == 429 && problem?.code == "tooManyMails")
            fixture.time.advance(seconds: 3601)
            try await service.send(one, fileID: id, personID: "anna", in: .en)
            _ = try await FileSweep(environment: fixture.environment).turn()
            let left = try await fixture.environment.database.read {
                try $0.first("SELECT COUNT(*) AS count FROM fileMail")?.get("count", as: Int.self)
            }
            #expect(left == 1)
        }
    }

    @Test func aDocumentTooLargeForAMailIsRefused() async throws {
        try await Self.run { fixture, service, mails in
            let id = try await fixture.keep(Self.file + [UInt8](repeating: 0x20, count: FileLimits.mailedSize), name: "Contract.pdf").id
            let problem = await #expect(throws: Problem.self) {
                try await service.send(FileMail(to: ["x@example.org"]), fileID: id, personID: "anna", in: .en)
            }
            #expect(problem?.status == 413 && mails.taken.isEmpty)
        }
    }
}

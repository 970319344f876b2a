import Foundation
import Identity
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// What people are told of their own signatures.
@Suite struct ActivityTests {
    /// Something that is no signature; each a little beside the one before.
    private static func dot(_ number: Int) -> Sample {
        Sample(
            strokes: [Stroke(points: (0..<8).map { Point(x: 100 + Double(number), y: 50, time: Double($0) * 10) })],
            channels: .time
        )
    }

    @Test func whatIsNoSignatureCostsNoTryAndLeavesNoTraceButNotForEver() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let traces = try await server.rows("SELECT * FROM trace").count
            for number in 0..<20 {
                let result = try await server.answer(challenge, by: person, Self.dot(number))
                #expect(result.outcome == .refused && result.similarity == nil && result.attemptsLeft == challenge.attemptsLeft)
                #expect(result.retryAfter == nil)
            }
            #expect(try await server.rows("SELECT * FROM trace").count == traces)
            #expect(try await server.rows("SELECT failures FROM attempt WHERE failures > 0").isEmpty)
            let over = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(over?.code == "challengeOver")
            let accepted = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
            #expect(accepted.outcome == .accepted)
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(!kinds.contains("signInRefused"))
        }
    }

    @Test func whatDoesNotMatchStillCostsATry() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let forged = try await server.answer(challenge, by: person, person.forged(1))
            #expect(forged.outcome == .refused && forged.attemptsLeft == challenge.attemptsLeft - 1)
            let copied = try await server.answer(challenge, by: person, person.signer.genuine(2), attempt: 2)
            #expect(copied.refusal == SampleRefusal.replay && copied.attemptsLeft == challenge.attemptsLeft - 2)
        }
    }

    @Test func signaturesForDocumentsAreCalledSo() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let hash = String(repeating: "07", count: 32)
            let challenge = try await server.challenge(person, .signDocument, subject: hash)
            _ = try await server.answer(challenge, by: person, person.forged(1)) { $0.doc = hash }
            _ = try await server.answer(challenge, by: person, person.genuine(1), attempt: 2) { $0.doc = hash }
            let approval = try await server.challenge(person, .recoveryCodes)
            _ = try await server.answer(approval, by: person, person.forged(2))
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(Array(kinds.prefix(3)) == ["approvalRefused", "signatureGiven", "signatureRefused"])
        }
    }

    @Test func whatBecameOfASignatureStandsInThePlaceOfThatItWasGiven() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 8)
            let hash = String(repeating: "07", count: 32)
            let challenge = try await server.challenge(person, .signDocument, subject: hash)
            let given = try await server.answer(challenge, by: person, person.genuine(1)) { $0.doc = hash }
            let id = try #require(given.signatureId)
            let signed = ActivityKind("documentSigned", icon: "signature", en: "", ru: "", fr: "")
            let shared = ActivityKind("fileShared", icon: "people", en: "", ru: "", fr: "")
            try await server.database.write { tx in
                let directory = server.domain.directory
                try directory.note(signed, ofSignature: id, about: ActivitySubject(.init(.file, "f1"), .init(.document, "d1")), in: tx)
                try directory.note(shared, of: person.id, about: ActivitySubject(.init(.file, "f1"), otherID: other.id), in: tx)
            }
            let activity = { @Sendable in try await server.call(IdentityEndpoints.activity, token: person.token).items }
            var items = try await activity()
            #expect(items.prefix(2).map(\.kind) == ["fileShared", "documentSigned"])
            #expect(!items.contains { $0.kind == "signatureGiven" })
            #expect(items[1].about == [.init(.file, "f1"), .init(.document, "d1")] && items[1].deviceName == person.device.name)
            #expect(items[1].similarity == given.similarity && items[1].appName == nil)
            let name = try await server.call(IdentityEndpoints.me, token: other.token).profile.userName
            #expect(items[0].personName == name && items[0].about == [.init(.file, "f1")])
            try await server.database.makeUpRows { try $0.execute("DELETE FROM person WHERE id = \(other.id)") }
            items = try await activity()
            #expect(items[0].kind == "fileShared" && items[0].personName == nil, "a name does not outlive its person")
        }
    }

    @Test func whoIsKnownByTheirAddressIsNamedOnlyLater() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 8)
            let shared = ActivityKind("fileShared", icon: "people", en: "", ru: "", fr: "")
            let directory = server.domain.directory
            try await server.database.write { tx in
                for file in ["f1", "f2"] {
                    let subject = ActivitySubject(.init(.file, file), otherID: other.id, otherIsAddress: true)
                    try directory.note(shared, of: person.id, about: subject, in: tx)
                }
            }
            func told() async throws -> [String?] {
                try await server.call(IdentityEndpoints.activity, token: person.token).items.prefix(2).map(\.personName)
            }
            #expect(try await told() == ["boris@example.org", "boris@example.org"])
            try await server.database.write { try directory.nameOther(other.id, to: person.id, about: .init(.file, "f1"), in: $0) }
            let name = try await server.call(IdentityEndpoints.me, token: other.token).profile.userName
            #expect(name != "boris@example.org")
            #expect(try await told() == ["boris@example.org", name], "the other file was not opened")
        }
    }

    @Test(arguments: [
        ("en", "Your signature did not match five times"), ("ru", "Подпись не совпала пять раз"),
        ("fr", "Votre signature n’a pas été reconnue cinq fois"),
    ])
    func fiveRefusalsInARowAreToldByMail(_ language: String, _ subject: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(language: language)
            let challenge = try await server.challenge(person)
            let told = { @Sendable in server.mails.all(to: person.email).filter { $0.subject == subject } }
            for attempt in 1...5 {
                #expect(told().isEmpty)
                _ = try await server.answer(challenge, by: person, person.forged(attempt), attempt: attempt)
            }
            #expect(told().count == 1 && told().first?.text.contains(person.device.name) == true)
        }
    }
}

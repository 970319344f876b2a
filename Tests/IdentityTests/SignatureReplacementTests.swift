import Identity
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// S23: a signature is replaced.
@Suite struct SignatureReplacementTests {
    @Test(arguments: [("en", "Your signature was replaced"), ("ru", "Ваша подпись заменена"), ("fr", "Votre signature a été remplacée")])
    func thePersonIsToldOnceByMailInTheirLanguage(_ language: String, _ subject: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(language: language)
            let other = try await server.enrolledPerson("boris@example.org", seed: 8)
            let before = server.mails.all(to: person.email).count
            let othersBefore = server.mails.all(to: other.email).count
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            let result = try await server.enrol(person, approval: approval, signer: SyntheticSigner(seed: 99))
            #expect(result.status == .created)
            let told = server.mails.all(to: person.email).dropFirst(before)
            #expect(told.map(\.subject) == [subject])
            #expect(told.first?.language.rawValue == language)
            #expect(told.first?.text.contains("http://localhost:8080") == true)
            // It says that it happened, and holds nothing that opens anything.
            #expect(told.first?.text.contains("token") == false && told.first?.text.contains(/\d{6}/) == false)
            #expect(server.mails.all(to: other.email).count == othersBefore)
        }
    }

    @Test func nobodyIsToldOfASignatureThatIsNotReplaced() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let told = { @Sendable in server.mails.all(to: person.email).filter { $0.subject == "Your signature was replaced" }.count }
            #expect(told() == 0, "the first enrolment replaces nothing")
            let other = SyntheticSigner(seed: 99)
            let refusal = await problem { try await server.enrol(person, signer: other) }
            #expect(refusal?.code == "approvalRequired" && told() == 0)
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            let begun = try await server.call(
                IdentityEndpoints.enrol,
                body: EnrolmentRequest(samples: (0..<3).map { Base64URL(other.genuine($0).encoded()) }, approval: approval),
                token: person.token
            )
            #expect(begun.status == .more && told() == 0)
            let old = try await server.answer(try await server.challenge(person), by: person, person.genuine(2))
            #expect(old.outcome == .accepted, "until the new one is whole, the old one counts")
        }
    }

    @Test func theOldSignatureOpensNothingAndTheLedgerAndTheHistorySayWhatHappened() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            try await server.enrol(person, approval: approval, signer: SyntheticSigner(seed: 99))
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.first == "signatureModified")
            let audited = try await server.rows(
                "SELECT actor FROM auditLedger WHERE action = 'templateReplaced' AND subject = \(person.id)"
            )
            #expect(try audited.map { try $0.get("actor", as: String.self) } == [person.id])
            let signIn = try await server.answer(try await server.challenge(person), by: person, person.genuine(2))
            #expect(signIn.outcome == .refused && signIn.session == nil)
            let deletion = try await server.challenge(person, .deleteAccount)
            let refused = try await server.answer(deletion, by: person, person.genuine(3))
            #expect(refused.outcome == .refused && refused.approval == nil)
        }
    }
}

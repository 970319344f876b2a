import Crypto
import Foundation
import HummingbirdTesting
import Identity
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphWire
import Synchronization
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Signatures that are given for documents, and what a device authorises with them.
@Suite struct DocumentSignatureTests {
    private static let document = String(repeating: "4e", count: 32)
    private static let digest = [UInt8](repeating: 7, count: 32)

    /// Whether something was remembered.
    private final class Known: Sendable {
        private let state = Mutex(false)
        var isKnown: Bool { state.withLock { $0 } }
        func note() { state.withLock { $0 = true } }
    }

    /// Signs for the document; gives the signature's id.
    private static func sign(_ server: IdentityServer, _ person: TestPerson, _ sample: Sample) async throws -> ChallengeResult {
        let challenge = try await server.challenge(person, .signDocument, subject: document)
        return try await server.answer(challenge, by: person, sample) { $0.doc = document }
    }

    @Test func aSignatureForADocumentIsGoodForThatDocumentAndOpensNothingElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let result = try await Self.sign(server, person, person.genuine(1))
            #expect(result.outcome == .accepted && result.approval == nil && result.session == nil)
            let id = try #require(result.signatureId)
            let request = try person.device.sealRequest(id, document: Self.document, digest: Self.digest, now: server.time.now())
            try await server.domain.directory.authorize(request, personID: person.id)
            try await server.domain.directory.authorize(request, personID: person.id)
            let known = try await server.database.read { try server.domain.directory.signature(id, in: $0) }
            #expect(known?.personID == person.id && known?.appID == nil && known?.isMatch == true)
            #expect(known?.deviceVersion == person.device.name && known?.clientTime.count == 19)
        }
    }

    @Test func howASignatureForADocumentLooksIsKeptWithThePersonAndTakenAway() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let sample = person.genuine(1)
            let id = try #require(try await Self.sign(server, person, sample).signatureId)
            _ = try await Self.sign(server, person, person.forged(1))
            _ = try await server.answer(try await server.challenge(person), by: person, person.genuine(2))
            let drawings = try await server.domain.directory.drawings(ofSignatures: [id])
            let drawing = try #require(drawings[id])
            // Neither what was refused nor a sign-in leaves one.
            let ids = try await server.rows("SELECT signatureId FROM signatureDrawing").map { try $0.get("signatureId", as: String.self) }
            #expect(ids == [id] && drawing == InkDrawing(sample))
            let stored = try await server.everythingStored()
            #expect(!stored.contains(Array("InkD".utf8)) && !stored.contains(Array(drawing.encoded()[8..<24])))

            let approved = try await server.approved(person, .exportData, sample: 4)
            let response = try await server.send(IdentityEndpoints.exportMe, body: approved, token: person.token)
            let object = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any]
            let taken = (object?["signatures"] as? [[String: Any]])?.compactMap { $0["ink"] as? String }
            #expect(taken == [Base64URL(drawing.encoded()).text])

            let withdrawal = try await server.approved(person, .withdrawConsent, sample: 5)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: person.token)
            #expect(try await server.count("signatureDrawing") == 0)
            #expect(try await server.domain.directory.drawings(ofSignatures: [id]).isEmpty)
        }
    }

    @Test func aForgersSignatureIsNone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let result = try await Self.sign(server, person, person.forged(1))
            #expect(result.outcome == .refused && result.signatureId == nil)
            let rows = try await server.count("signatureForDocument")
            #expect(rows == 0)
        }
    }

    @Test func theDeviceSignsWhichDocumentItIs() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            for claim in [nil, String(repeating: "4f", count: 32), Self.document.uppercased()] {
                let challenge = try await server.challenge(person, .signDocument, subject: Self.document)
                let refusal = await problem { try await server.answer(challenge, by: person, person.genuine(1)) { $0.doc = claim } }
                #expect(refusal?.code == "badAssertion")
            }
            let signIn = try await server.challenge(person)
            let refusal = await problem { try await server.answer(signIn, by: person, person.genuine(1)) { $0.doc = Self.document } }
            #expect(refusal?.code == "badAssertion", "a sign-in is for no document")
            for subject in [nil, "", "4e", Self.document.uppercased(), Self.document + "00"] {
                let refusal = await problem { try await server.challenge(person, .signDocument, subject: subject) }
                #expect(refusal?.fields?.first?.name == "subject")
            }
        }
    }

    @Test func nothingTakesThePlaceOfTheHand() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            let refusal = await problem {
                try await server.call(
                    IdentityEndpoints.approveByRecoveryCode,
                    body: RecoveryApprovalRequest(purpose: .signDocument, recoveryCode: codes[0]),
                    token: person.token
                )
            }
            #expect(refusal?.fields?.first?.name == "purpose")
            let left = try await server.call(IdentityEndpoints.recoveryCodes, token: person.token).remaining
            #expect(left == codes.count, "the code is not used up")
        }
    }

    @Test func onlyTheDeviceOfTheSignatureAuthorisesADigest() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 8)
            let id = try #require(try await Self.sign(server, person, person.genuine(1)).signatureId)
            let directory = server.domain.directory
            func refusal(_ request: SealRequest, _ personID: String? = nil) async -> String? {
                await problem { try await directory.authorize(request, personID: personID ?? person.id) }?.code.rawValue
            }
            func request(type: String = "paraph-seal+jwt", _ edit: (inout SealClaims) -> Void = { _ in }) throws -> SealRequest {
                try person.device.sealRequest(
                    id,
                    document: Self.document,
                    digest: Self.digest,
                    now: server.time.now(),
                    type: type,
                    edit: edit
                )
            }
            var stranger = SimulatedDevice()
            stranger.id = person.device.id
            #expect(
                await refusal(try stranger.sealRequest(id, document: Self.document, digest: Self.digest, now: server.time.now()))
                    == "badAssertion"
            )
            #expect(await refusal(try request { $0.dig = "another" }) == "badAssertion")
            #expect(await refusal(try request { $0.doc = String(repeating: "00", count: 32) }) == "badAssertion")
            #expect(await refusal(try request { $0.sig = "another" }) == "badAssertion")
            #expect(await refusal(try request { $0.aud = "http://other.example" }) == "badAssertion")
            #expect(await refusal(try request { $0.dec = "approve" }) == "badAssertion")
            #expect(await refusal(try request { $0.iat -= 301 }) == "clockSkew")
            #expect(await refusal(try request(type: "paraph-answer+jwt")) == "badAssertion")
            #expect(await refusal(try request(), other.id) == "unknownSignature")
            var elsewhere = try request()
            elsewhere.previousHash = String(repeating: "00", count: 32)
            #expect(await refusal(elsewhere) == "unknownSignature")
            var bare = try request()
            bare.assertion = nil
            #expect(await refusal(bare) == "malformed")
            #expect(await refusal(try request()) == nil)
            server.time.advance(seconds: 900)
            #expect(await refusal(try request()) == "signatureExpired")
        }
    }

    @Test func aSignInIsNoSignatureOnADocument() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
            let id: String = try #require(try await server.rows("SELECT id FROM signatureSample ORDER BY at DESC LIMIT 1").first).get("id")
            let request = try person.device.sealRequest(id, document: Self.document, digest: Self.digest, now: server.time.now())
            let refusal = await problem { try await server.domain.directory.authorize(request, personID: person.id) }
            #expect(refusal?.code == "unknownSignature")
            #expect(try await server.database.read { try server.domain.directory.signature(id, in: $0) } == nil)
        }
    }

    @Test func aDeviceWhoseKeyIsAPasskeyAuthorisesByIt() async throws {
        try await IdentityServer.run { (server) async throws in
            var (person, passkey): (TestPerson, TestPasskey) = try await server.protectedPerson()
            let challenge = try await server.challenge(person, .signDocument, subject: Self.document)
            let sample = person.genuine(1).encoded()
            var answered = person.device.claims(challenge, sample: sample, attempt: 1, now: server.time.now())
            answered.doc = Self.document
            let answer = ChallengeAnswer(passkey: try passkey.statement(answered), sample: Base64URL(sample))
            let result = try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer)
            let id = try #require(result.signatureId)
            let digest = Base64URL(Self.digest)
            let claims = SealClaims(
                aud: "http://localhost:8080",
                dec: "seal",
                dig: digest.text,
                doc: Self.document,
                iat: Int(server.time.now().milliseconds / 1000),
                sig: id
            )
            let statement = try passkey.statement(claims)
            let request = SealRequest(signatureId: id, previousHash: Self.document, digest: digest, passkey: statement)
            let known = Known()
            let memory = SignatoryDirectory.Memory(remembers: { _ in known.isKnown }, remember: { _ in known.note() })
            try await server.domain.directory.authorize(request, personID: person.id, memory: memory)
            #expect(known.isKnown)
            try await server.domain.directory.authorize(request, personID: person.id, memory: memory)
            let again = await problem { try await server.domain.directory.authorize(request, personID: person.id) }
            #expect(again?.code == "passkeyCopied", "its counter went on")
            person.device.id = "another"
            let byKey = try person.device.sealRequest(id, document: Self.document, digest: Self.digest, now: server.time.now())
            let refusal = await problem { try await server.domain.directory.authorize(byKey, personID: person.id) }
            #expect(refusal?.code == "badAssertion", "the key that the passkey took the place of says nothing")
        }
    }
}

import Identity
import ParaphInk
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Answers by a device's passkey that are refused before anything is compared, and leave nothing.
@Suite struct PasskeyAnswerRefusalTests {
    /// How the tables stand that an answer could change.
    private func state(_ server: IdentityServer) async throws -> [String] {
        try await server.database.read { tx in
            let tables: [SQL] = [
                "SELECT signCount, lastUsedAt FROM passkey ORDER BY id", "SELECT attempts, failures, status FROM challenge ORDER BY id",
                "SELECT lastUsedAt FROM device ORDER BY id", "SELECT COUNT(*) AS count FROM signatureSample",
                "SELECT COUNT(*) AS count FROM session", "SELECT COUNT(*) AS count FROM approval", "SELECT COUNT(*) AS count FROM attempt",
            ]
            return try tables.flatMap { try tx.rows($0).map { "\($0)" } }
        }
    }

    /// Expects a refusal for a reason, with the right signature, and nothing stored.
    private func expect(
        _ reason: PasskeyFault,
        _ server: IdentityServer,
        _ person: TestPerson,
        _ passkey: TestPasskey,
        type: String = "webauthn.get",
        sourceLocation: SourceLocation = #_sourceLocation,
        bend: (inout ChallengeAnswer) -> Void = { _ in }
    ) async throws {
        var passkey = passkey
        let challenge = try await server.challenge(person)
        let before = try await state(server)
        var answer = try server.statement(challenge, by: person, &passkey, person.genuine(1), type: type)
        bend(&answer)
        let sent = answer
        let refused = await problem { try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: sent) }
        #expect(refused?.status == 401 && refused?.code == "badAssertion", sourceLocation: sourceLocation)
        #expect(refused?.fields?.first?.code.rawValue == reason.rawValue, sourceLocation: sourceLocation)
        #expect(try await state(server) == before, sourceLocation: sourceLocation)
    }

    /// The codes of the reasons.
    enum PasskeyFault: String {
        case origin, relyingParty, userVerification, userPresence, type, challenge, signature, user, malformed
    }

    @Test func whatIsNotOfThisPasskeyPageAndPersonIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkey) = try await server.protectedPerson()
            var bent = passkey
            bent.authenticator.origin = "http://localhost:8081"
            try await expect(.origin, server, person, bent)
            bent = passkey
            bent.authenticator.relyingPartyID = "example.org"
            try await expect(.relyingParty, server, person, bent)
            bent = passkey
            bent.authenticator.flags = 0b001
            try await expect(.userVerification, server, person, bent)
            bent.authenticator.flags = 0b100
            try await expect(.userPresence, server, person, bent)
            bent = passkey
            bent.authenticator.clientDataRest = #""crossOrigin":true"#
            try await expect(.origin, server, person, bent)
            try await expect(.type, server, person, passkey, type: "webauthn.create")
            // Another credential under this one's name, and this key under another name.
            var other = TestPasskey()
            other.userHandle = passkey.userHandle
            try await expect(.signature, server, person, other)
            other.authenticator.credentialID = passkey.authenticator.credentialID
            try await expect(.signature, server, person, other)
            bent = passkey
            bent.authenticator.credentialID[0] ^= 1
            try await expect(.signature, server, person, bent)
            // Another person's device, and another person's name.
            let (_, his) = try await server.protectedPerson("boris@example.org", seed: 11)
            try await expect(.signature, server, person, his)
            bent = passkey
            bent.userHandle = his.userHandle
            try await expect(.user, server, person, bent)
            for bytes in [[], [0xA0], [UInt8](repeating: 0xFF, count: 9_000)] {
                try await expect(.malformed, server, person, passkey) { $0.passkey?.clientDataJSON = Base64URL(bytes) }
            }
            try await expect(.signature, server, person, passkey) { $0.passkey?.signature.bytes[8] ^= 1 }
            // The right one is taken.
            var right = passkey
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, &right, person.genuine(1)).outcome == .accepted)
        }
    }

    @Test func everyClaimIsBoundByTheAssertion() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkey) = try await server.protectedPerson()
            // What the passkey did not sign, though the challenge would take it.
            try await expect(.challenge, server, person, passkey) { $0.passkey?.claims.att = 2 }
            try await expect(.challenge, server, person, passkey) { $0.passkey?.claims.iat += 1 }
            // What the challenge does not take: each claim with one byte changed.
            let bends: [@Sendable (inout AnswerClaims) -> Void] = [
                { $0.rid = Self.bent($0.rid) }, { $0.nonce = Self.bent($0.nonce) }, { $0.aud = Self.bent($0.aud) },
                { $0.msg = Self.bent($0.msg) }, { $0.smp = Self.bent($0.smp) }, { $0.dec = Self.bent($0.dec) }, { $0.att = 0 },
                { $0.att = 6 }, { $0.att = .min }, { $0.iat = .max }, { $0.iat -= 301 },
            ]
            for bend in bends {
                var passkey = passkey
                let challenge = try await server.challenge(person)
                let bytes = person.genuine(1).encoded()
                var claims = person.device.claims(challenge, sample: bytes, attempt: 1, now: server.time.now())
                bend(&claims)
                // Signed as they stand: the assertion itself holds.
                let answer = ChallengeAnswer(passkey: try passkey.statement(claims), sample: Base64URL(bytes))
                let before = try await state(server)
                let refused = await problem { try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer) }
                #expect(refused?.status == 401, "\(claims)")
                #expect(try await state(server) == before)
            }
            // Another sample than the one that was signed for.
            let other = Base64URL(person.genuine(2).encoded())
            var copy = passkey
            let challenge = try await server.challenge(person)
            let swapped = await problem { try await server.answer(challenge, by: person, &copy, person.genuine(1)) { $0.sample = other } }
            #expect(swapped?.code == "badAssertion")
        }
    }

    @Test func anAnswerIsGoodForItsOwnChallengeAndAttemptOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            let first = try await server.challenge(person)
            let answer = try server.statement(first, by: person, &passkey, person.forged(1))
            _ = try await server.call(IdentityEndpoints.answerChallenge, first.id, body: answer)
            let before = try await state(server)
            // Sent twice, as by a network that lost the answer: no alarm.
            let again = await problem { try await server.call(IdentityEndpoints.answerChallenge, first.id, body: answer) }
            #expect(again?.code == "attemptUsed")
            #expect(try await state(server) == before)
            #expect(try await server.call(IdentityEndpoints.activity, token: person.token).items.first?.kind == "signInRefused")
            let second = try await server.challenge(person)
            let moved = await problem { try await server.call(IdentityEndpoints.answerChallenge, second.id, body: answer) }
            #expect(moved?.code == "badAssertion")
            // What it said there opens no session as a passkey, and the other way round.
            let spoken = try #require(answer.passkey)
            let asPasskey = PasskeyAnswer(
                challengeId: try await server.passkeyChallenge().challengeId,
                credentialId: spoken.credentialId,
                clientDataJSON: spoken.clientDataJSON,
                authenticatorData: spoken.authenticatorData,
                signature: spoken.signature,
                userHandle: spoken.userHandle
            )
            #expect(await problem { try await server.signIn(with: asPasskey) }?.code == "badPasskey")
            let factor = try passkey.answer(try await server.passkeyChallenge())
            let asKey = await problem {
                try await server.answer(second, by: person, &passkey, person.genuine(1)) {
                    $0.passkey?.clientDataJSON = factor.clientDataJSON
                    $0.passkey?.authenticatorData = factor.authenticatorData
                    $0.passkey?.signature = factor.signature
                }
            }
            #expect(asKey?.fields?.first?.code == "challenge")
        }
    }

    @Test func aCounterThatGoesBackIsRefusedAndTold() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            var copy = passkey
            passkey.authenticator.signCount = 40
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, &passkey, person.genuine(1)).outcome == .accepted)
            let next = try await server.challenge(person)
            let before = try await state(server)
            let refused = await problem { try await server.answer(next, by: person, &copy, person.genuine(2)) }
            #expect(refused?.code == "passkeyCopied" && refused?.status == 401)
            #expect(try await state(server) == before)
            #expect(server.mails.all(to: person.email).last?.subject == "A passkey may have been copied")
            #expect(try await server.call(IdentityEndpoints.activity, token: person.token).items.first?.kind == "passkeyRefused")
            // The right one goes on.
            #expect(try await server.answer(next, by: person, &passkey, person.genuine(2)).outcome == .accepted)
        }
    }

    @Test func oneStatementAndNoTwoAreTaken() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            let challenge = try await server.challenge(person)
            let both = await problem {
                try await server.answer(challenge, by: person, &passkey, person.genuine(1)) { $0.assertion = "a.b.c" }
            }
            #expect(both?.status == 400)
            let none = await problem { try await server.answer(challenge, by: person, &passkey, person.genuine(1)) { $0.passkey = nil } }
            #expect(none?.status == 400)
        }
    }

    @Test func aStrangersChallengeAnswersLikeAWrongKey() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            var stranger = person
            stranger.device.id = "nobody"
            let decoy = try await server.challenge(stranger)
            let refused = await problem { try await server.answer(decoy, by: stranger, &passkey, person.genuine(1)) }
            var wrong = TestPasskey()
            wrong.userHandle = passkey.userHandle
            let real = try await server.challenge(person)
            let other = await problem { try await server.answer(real, by: person, &wrong, person.genuine(1)) }
            #expect(refused?.code == other?.code && refused?.detail == other?.detail && refused?.fields == other?.fields)
        }
    }

    private static func bent(_ text: String) -> String {
        var bytes = Array(text.utf8)
        bytes[bytes.count - 1] ^= 1
        return String(decoding: bytes, as: UTF8.self)
    }
}

import Crypto
import ParaphInk
import ParaphWire
import TestSupport
import Testing

extension TestPasskey {
    /// What a device whose key this is says about an answer; `bend` changes the statement before it is sent.
    mutating func statement<Claims: DeviceClaims>(_ claims: Claims, type: String = "webauthn.get") throws -> PasskeyStatement<Claims> {
        let given = try authenticator.get(challenge: Base64URL(SHA256.hash(data: claims.canonical)).text, type: type)
        return PasskeyStatement(
            claims: claims,
            credentialId: Base64URL(authenticator.credentialID),
            clientDataJSON: Base64URL(given.clientDataJSON),
            authenticatorData: Base64URL(given.authenticatorData),
            signature: Base64URL(given.signature),
            userHandle: userHandle
        )
    }
}

extension IdentityServer {
    /// A person whose device's key is a passkey from the registration on.
    func protectedPerson(_ email: String = "anna@example.org", seed: UInt64 = 7) async throws -> (TestPerson, TestPasskey) {
        let person = try await register(email, seed: seed)
        var passkey = TestPasskey()
        _ = try await add(&passkey, to: person, forDevice: true)
        try #require(try await enrol(person).status == .created)
        return (person, passkey)
    }

    /// What a person's device says, by its passkey.
    func statement(
        _ challenge: Challenge,
        by person: TestPerson,
        _ passkey: inout TestPasskey,
        _ sample: Sample,
        attempt: Int = 1,
        type: String = "webauthn.get"
    ) throws -> ChallengeAnswer {
        let bytes = sample.encoded()
        let claims = person.device.claims(challenge, sample: bytes, attempt: attempt, now: time.now())
        return ChallengeAnswer(passkey: try passkey.statement(claims, type: type), sample: Base64URL(bytes))
    }

    /// Answers by the passkey that is the device's key; `bend` changes the answer before it is sent.
    func answer(
        _ challenge: Challenge,
        by person: TestPerson,
        _ passkey: inout TestPasskey,
        _ sample: Sample,
        attempt: Int = 1,
        type: String = "webauthn.get",
        bend: (inout ChallengeAnswer) -> Void = { _ in }
    ) async throws -> ChallengeResult {
        var answer = try statement(challenge, by: person, &passkey, sample, attempt: attempt, type: type)
        bend(&answer)
        return try await call(IdentityEndpoints.answerChallenge, challenge.id, body: answer)
    }
}

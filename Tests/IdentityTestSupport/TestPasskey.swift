import ParaphWire
import TestSupport
import Testing

/// A passkey with the authenticator that holds it.
struct TestPasskey: Sendable {
    var authenticator = SoftAuthenticator()
    var userHandle: Base64URL?

    /// What a browser gives to a challenge.
    mutating func answer(_ challenge: PasskeyChallenge, type: String = "webauthn.get") throws -> PasskeyAnswer {
        let given = try authenticator.get(challenge: challenge.challenge.text, type: type)
        return PasskeyAnswer(
            challengeId: challenge.challengeId,
            credentialId: Base64URL(authenticator.credentialID),
            clientDataJSON: Base64URL(given.clientDataJSON),
            authenticatorData: Base64URL(given.authenticatorData),
            signature: Base64URL(given.signature),
            userHandle: userHandle
        )
    }
}

extension IdentityServer {
    /// Adds a passkey to a person's account; `before` runs once the browser has made it.
    @discardableResult
    func add(
        _ passkey: inout TestPasskey,
        to person: TestPerson,
        approval: String? = nil,
        type: String = "webauthn.create",
        forDevice: Bool? = nil,
        before: () async throws -> Void = {}
    ) async throws -> Passkey {
        let wanted = try await call(IdentityEndpoints.beginPasskey, token: person.token)
        passkey.userHandle = wanted.userId
        let made = try passkey.authenticator.create(challenge: wanted.challenge.text, type: type)
        try await before()
        return try await call(
            IdentityEndpoints.addPasskey,
            body: NewPasskey(
                challengeId: wanted.challengeId,
                name: "Phone",
                clientDataJSON: Base64URL(made.clientDataJSON),
                attestationObject: Base64URL(made.attestationObject),
                approval: approval,
                isForDevice: forDevice
            ),
            token: person.token
        )
    }

    /// A passkey of an enrolled person, who signs for it.
    func passkey(of person: TestPerson) async throws -> TestPasskey {
        var passkey = TestPasskey()
        _ = try await add(&passkey, to: person, approval: try await approval(person, .addPasskey, sample: 1))
        return passkey
    }

    func passkeyChallenge(_ purpose: ChallengePurpose = .signIn, for person: TestPerson? = nil, subject: String? = nil) async throws
        -> PasskeyChallenge
    {
        try await call(
            IdentityEndpoints.createPasskeyChallenge,
            body: PasskeyChallengeRequest(purpose: purpose, subject: subject),
            token: person?.token
        )
    }

    /// Signs in with an answer, on a device.
    func signIn(
        with answer: PasskeyAnswer,
        device: SimulatedDevice = SimulatedDevice(),
        onOwnDevice: Bool? = nil
    ) async throws -> SessionGrant {
        try await call(
            IdentityEndpoints.signInByPasskey,
            body: PasskeySignIn(passkey: answer, device: try device.deviceKey(subject: answer.challengeId), isOnOwnDevice: onOwnDevice)
        )
    }

    /// Signs in by a passkey; `bend` changes the answer before it is sent.
    func signIn(
        by passkey: inout TestPasskey,
        device: SimulatedDevice = SimulatedDevice(),
        type: String = "webauthn.get",
        onOwnDevice: Bool? = nil,
        bend: (inout PasskeyAnswer) -> Void = { _ in }
    ) async throws -> SessionGrant {
        var answer = try passkey.answer(try await passkeyChallenge(), type: type)
        bend(&answer)
        return try await signIn(with: answer, device: device, onOwnDevice: onOwnDevice)
    }

    /// An approval by a passkey.
    func approval(by passkey: inout TestPasskey, of person: TestPerson, _ purpose: ChallengePurpose, subject: String? = nil) async throws
        -> String
    {
        let answer = try passkey.answer(try await passkeyChallenge(purpose, for: person, subject: subject))
        return try await call(IdentityEndpoints.approveByPasskey, body: answer, token: person.token).approval
    }
}

import ParaphInk
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

/// A person with a hand, a device and a session.
struct TestPerson: Sendable {
    let email: String
    var device: SimulatedDevice
    let id: String
    var token: String
    let signer: SyntheticSigner

    /// The references that this person enrols with; later samples have later numbers.
    static let references = 0..<10

    func genuine(_ number: Int) -> Sample { signer.genuine(100 + number, session: 1) }

    func forged(_ number: Int) -> Sample { signer.forgery(number, kind: .random) }
}

extension IdentityServer {
    static let consentVersion = "2026-11-25"

    func registrationRequest(_ email: String, username: String? = nil, language: String = "en") -> RegistrationRequest {
        RegistrationRequest(
            email: email,
            profile: Profile(userName: "Anna Petrova", phoneNumber: "+33123456789", birthday: "1990-12-31"),
            username: username,
            language: language,
            consentVersion: Self.consentVersion
        )
    }

    /// Registers a person and confirms the mailed code.
    func register(
        _ email: String = "anna@example.org",
        username: String? = nil,
        seed: UInt64 = 7,
        language: String = "en",
        place: RegistrationPlace? = nil
    ) async throws -> TestPerson {
        var request = registrationRequest(email, username: username, language: language)
        request.place = place
        let receipt = try await call(IdentityEndpoints.register, body: request)
        let code = try #require(mails.lastCode(to: email))
        var device = SimulatedDevice()
        let grant = try await call(
            IdentityEndpoints.confirmRegistration,
            receipt.id,
            body: RegistrationConfirmation(code: code, device: try device.deviceKey(subject: receipt.id))
        )
        device.id = try #require(grant.deviceId)
        return TestPerson(
            email: email,
            device: device,
            id: grant.personId,
            token: try #require(grant.token),
            signer: SyntheticSigner(seed: seed)
        )
    }

    /// Gives a person's ten references.
    @discardableResult
    func enrol(_ person: TestPerson, approval: String? = nil, signer: SyntheticSigner? = nil) async throws -> EnrolmentResult {
        let signer = signer ?? person.signer
        var result: EnrolmentResult?
        // The verifier may find that one of ten does not fit; people then draw another.
        for start in [0, 10, 20] {
            if result?.status == .created { break }
            let wanted = result?.countRequired ?? 10
            let samples = (start..<start + wanted).map { Base64URL(signer.genuine($0).encoded()) }
            result = try await call(
                IdentityEndpoints.enrol,
                body: EnrolmentRequest(samples: samples, approval: approval),
                token: person.token
            )
        }
        return try #require(result)
    }

    /// A registered person with a template.
    func enrolledPerson(
        _ email: String = "anna@example.org",
        username: String? = nil,
        seed: UInt64 = 7,
        language: String = "en"
    ) async throws -> TestPerson {
        let person = try await register(email, username: username, seed: seed, language: language)
        let result = try await enrol(person)
        try #require(result.status == .created)
        return person
    }

    /// Another device of a person, let in by a recovery code, so that nothing was signed for it.
    func anotherDevice(of person: TestPerson) async throws -> SimulatedDevice {
        var device = SimulatedDevice(name: "Anna’s tablet")
        let codes = try await call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
        let wanted = try await call(
            IdentityEndpoints.requestDevice,
            body: DeviceRequestRequest(identifier: person.email, device: try device.deviceKey(subject: person.email))
        )
        let admitted = try await call(
            IdentityEndpoints.recoverDevice,
            wanted.id,
            body: RecoveryCodeRequest(recoveryCode: try #require(codes?.first)),
            headers: ["Paraph-Request-Secret": try #require(wanted.secret)]
        )
        device.id = try #require(admitted.deviceId)
        return device
    }

    func challenge(
        _ person: TestPerson,
        _ purpose: ChallengePurpose = .signIn,
        device: SimulatedDevice? = nil,
        subject: String? = nil
    ) async throws -> Challenge {
        try await call(
            IdentityEndpoints.createChallenge,
            body: ChallengeRequest(
                purpose: purpose,
                identifier: purpose == .signIn ? person.email : nil,
                deviceId: (device ?? person.device).id,
                subject: subject
            ),
            token: purpose == .signIn ? nil : person.token
        )
    }

    /// Gives a challenge up, by its nonce or in a session.
    func cancel(_ challenge: Challenge, nonce: Base64URL?, token: String? = nil) async throws {
        let headers = nonce.map { ["Paraph-Challenge-Nonce": $0.text] } ?? [:]
        _ = try await call(IdentityEndpoints.cancelChallenge, challenge.id, token: token, headers: headers)
    }

    func answer(
        _ challenge: Challenge,
        by person: TestPerson,
        _ sample: Sample,
        attempt: Int = 1,
        device: SimulatedDevice? = nil,
        edit: (inout AnswerClaims) -> Void = { _ in }
    ) async throws -> ChallengeResult {
        let answer = try (device ?? person.device).answer(challenge, sample, attempt: attempt, now: time.now(), edit: edit)
        return try await call(IdentityEndpoints.answerChallenge, challenge.id, body: answer)
    }

    /// A request that a signature approves.
    func approved(_ person: TestPerson, _ purpose: ChallengePurpose, sample number: Int, subject: String? = nil) async throws
        -> ApprovedRequest
    {
        ApprovedRequest(approval: try await approval(person, purpose, sample: number, subject: subject))
    }

    /// A request that a code by mail approves, for who has nothing else.
    func approvedByMail(to email: String, token: String, _ purpose: ChallengePurpose, subject: String? = nil) async throws
        -> ApprovedRequest
    {
        let request = ApprovalCodeRequest(purpose: purpose, subject: subject)
        let receipt = try await call(IdentityEndpoints.requestApprovalCode, body: request, token: token)
        let code = ApprovalCode(code: try #require(mails.lastCode(to: email)))
        let id = try #require(receipt.id)
        return ApprovedRequest(approval: try await call(IdentityEndpoints.approveByApprovalCode, id, body: code, token: token).approval)
    }

    /// Signs for an approval.
    func approval(_ person: TestPerson, _ purpose: ChallengePurpose, sample number: Int, subject: String? = nil) async throws -> String {
        let challenge = try await challenge(person, purpose, subject: subject)
        return try #require(try await answer(challenge, by: person, person.genuine(number)).approval)
    }
}

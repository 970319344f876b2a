import Crypto
import ParaphEncoding
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

/// Asks devices for signatures.
struct ChallengeService: Sendable {
    let environment: IdentityEnvironment

    /// Makes a challenge.
    ///
    /// A sign-in of a person who is unknown, disabled, or with a device that is not theirs gets a decoy of the same look.
    func create(_ request: ChallengeRequest, by caller: SessionCaller?, language: Language) async throws -> Challenge {
        let personID = caller?.personID
        try Self.check(request, personID: personID)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let owner =
                if let personID {
                    try PersonStore.find(personID, keys: environment.keys, in: tx)
                } else {
                    try PersonStore.find(identifier: request.identifier ?? "", keys: environment.keys, in: tx)
                }
            let device = try owner.flatMap { try DeviceStore.find(request.deviceId, of: $0.id, in: tx) }
            let isReal = owner?.status == .active && device != nil
            if personID != nil, !isReal { throw Problem.notFound("device") }
            let approved = try owner.flatMap { try subject(of: request, person: $0, at: now, in: tx) }
            let asked = try asked(by: request, of: owner, at: now, in: tx)
            let handOver = try handOver(of: request, by: caller, at: now, in: tx)
            let message = request.purpose.bindingMessage(
                in: language,
                host: environment.site.host,
                subject: approved,
                asked: asked?.details
            )
            let end = now.adding(seconds: environment.settings.challengeLifetime)
            let challenge = ChallengeRecord(
                id: Identifier.random(),
                purpose: request.purpose,
                personID: isReal ? owner?.id : nil,
                deviceID: isReal ? device?.id : nil,
                subject: request.subject,
                handOverID: handOver?.id,
                sessionID: caller?.sessionID,
                nonce: Self.nonce(),
                audience: environment.site.publicURL,
                bindingMessage: message,
                attempts: 0,
                failures: 0,
                faults: 0,
                status: .open,
                createdAt: now,
                expiresAt: [asked?.expiresAt, handOver?.expiresAt].compactMap(\.self).reduce(end, min)
            )
            try ChallengeStore.insert(challenge, in: tx)
            let retryAfter = try retryAfter(deviceID: challenge.deviceID, at: now, in: tx)
            return wire(challenge, attemptsLeft: try attemptsLeft(challenge, in: tx), retryAfter: retryAfter)
        }
    }

    /// Ends a challenge that will not be answered; one that is over stays as it is.
    ///
    /// One that a session asked for is that session's; the nonce, which was told to the client that asked, shows whose a sign-in's is.
    /// - Throws: a `Problem` of code `notFound` for any other caller.
    func cancel(_ id: String, nonce: String?, sessionID: String?) async throws {
        try await environment.database.write { tx in
            guard var challenge = try ChallengeStore.find(id, in: tx), Self.isAsked(challenge, byHolderOf: nonce, in: sessionID) else {
                throw Problem.notFound("challenge")
            }
            guard challenge.status == .open else { return }
            challenge.status = .cancelled
            try ChallengeStore.update(challenge, in: tx)
        }
    }

    /// Whether a caller is the one who asked for a challenge.
    private static func isAsked(_ challenge: ChallengeRecord, byHolderOf nonce: String?, in sessionID: String?) -> Bool {
        if let asking = challenge.sessionID { return asking == sessionID }
        return nonce.map { SecretHash(of: $0) } == SecretHash(of: Base64URL(challenge.nonce).text)
    }

    /// The seconds until a device's next signature is looked at, if it has to wait.
    func retryAfter(deviceID: String?, at now: Timestamp, in tx: any ReadTransaction) throws -> Int? {
        guard let deviceID else { return nil }
        let decision = try AttemptStore.decision(AttemptStore.scope(deviceID: deviceID), policy: AttemptPolicy(), at: now, in: tx)
        return if case .wait(let seconds) = decision { seconds } else { nil }
    }

    /// The hand-over that the challenge is to answer, where it is for one.
    private func handOver(of request: ChallengeRequest, by caller: SessionCaller?, at now: Timestamp, in tx: any ReadTransaction) throws
        -> HandOverRecord?
    {
        guard let id = request.handOver, let caller else { return nil }
        return try HandOverService.answerable(id, request, by: caller, keys: environment.keys, at: now, in: tx)
    }

    private static func check(_ request: ChallengeRequest, personID: String?) throws {
        guard request.handOver == nil || request.purpose == .signDocument else {
            throw Problem.invalid("handOver", .unknown, "goes with the purpose signDocument only")
        }
        if request.purpose == .signIn {
            guard request.identifier != nil else {
                throw Problem.invalid("identifier", .missing, "is missing; send an e-mail or username")
            }
        } else {
            guard personID != nil else { throw Problem.unauthenticated() }
        }
        switch request.purpose {
        case .answerRequest: break
        case .signDocument:
            guard let subject = request.subject, isHash(subject) else {
                throw Problem.invalid("subject", .malformed, "must be the SHA-256 of the document, 64 hexadecimal digits in lower case")
            }
        case .signIn:
            guard request.subject == nil else { throw Problem.invalid("subject", .unknown, "goes with no sign-in") }
        default: try Problem.check(request.purpose, subject: request.subject)
        }
    }

    /// What the subject of an approval is called, for the person to read before they sign.
    private func subject(
        of request: ChallengeRequest,
        person: PersonRecord,
        at now: Timestamp,
        in tx: any ReadTransaction
    ) throws -> ApprovalSubject? {
        guard let subject = request.subject else { return nil }
        switch request.purpose {
        case .addDevice:
            guard let wanted = try DeviceRequestStore.find(subject, of: person.id, in: tx), wanted.isPending(at: now) else {
                throw Problem.notFound("device request")
            }
            return ApprovalSubject(name: wanted.name.asNameInMail, isKnown: false)
        case .removeDevice:
            guard let device = try DeviceStore.find(subject, of: person.id, in: tx) else { throw Problem.notFound("device") }
            return ApprovalSubject(name: device.name)
        case .removePasskey:
            guard let passkey = try PasskeyStore.find(subject, of: person.id, in: tx) else { throw Problem.notFound("passkey") }
            return ApprovalSubject(name: passkey.name)
        case .allowApp, .endApp:
            guard let app = try AppStore.find(subject, in: tx) else { throw Problem.notFound("app") }
            return ApprovalSubject(app)
        case .deleteApp, .renewAppKey:
            guard let app = try AppStore.find(subject, ownedBy: person.id, in: tx) else { throw Problem.notFound("app") }
            return ApprovalSubject(app)
        case .allowAppSignature:
            let letter = try EmailProofService.request(subject, to: person.id, at: now, keys: environment.keys, in: tx)
            guard let app = try AppStore.find(letter.appID, in: tx) else { throw Problem.notFound("app") }
            return ApprovalSubject(app)
        default: return nil
        }
    }

    /// Whether a text is a SHA-256: 64 hexadecimal digits in lower case.
    static func isHash(_ text: String) -> Bool {
        Hexadecimal.isLower(text, count: 64)
    }

    private static func nonce() -> [UInt8] {
        SymmetricKey(size: .bits256).withUnsafeBytes(Array.init)
    }

    private func wire(_ challenge: ChallengeRecord, attemptsLeft: Int, retryAfter: Int?) -> Challenge {
        Challenge(
            id: challenge.id,
            purpose: challenge.purpose,
            nonce: Base64URL(challenge.nonce),
            audience: challenge.audience,
            bindingMessage: challenge.bindingMessage,
            attemptsLeft: attemptsLeft,
            expiresAt: challenge.expiresAt,
            retryAfter: retryAfter
        )
    }
}

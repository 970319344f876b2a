public import ParaphWire

/// One challenge that a person answers with their signature, on this device.
///
/// Show ``bindingMessage``, let the person draw, and give what they drew to ``answer(_:ink:)``. Five tries, then it is denied; the server says
/// how long to wait after failures in a row.
public actor Signing {
    /// What came of a drawing.
    public enum Outcome: Hashable, Sendable {
        /// The signature is the person's.
        case accepted(Accepted)
        /// It is not, or was no signature at all; there are tries left.
        case refused(Refused)
        /// It is not, and the tries are used up: begin anew, or offer another way.
        case denied(Refused)
        /// The challenge was over, and there is a new one for the same.
        ///
        /// `mayBeSentAgain`: whether the same drawing may be given again; else it was perhaps compared, and a second time it would be a copy.
        case renewed(mayBeSentAgain: Bool)
    }

    /// What an accepted signature opens.
    public struct Accepted: Hashable, Sendable {
        /// How like the samples it is, 0 … 1.
        public let similarity: Double?
        /// The session, where the person signed in; it has begun.
        public let session: SessionGrant?
        /// The approval to name in the call that it was given for; good once, for five minutes.
        public let approval: String?
        /// The signature's id, where it was given for a document.
        public let signatureId: String?
        /// What the seal of that document names as the server's address.
        package let audience: String

        init(similarity: Double?, session: SessionGrant?, approval: String?, signatureId: String?, audience: String) {
            (self.similarity, self.session, self.approval) = (similarity, session, approval)
            (self.signatureId, self.audience) = (signatureId, audience)
        }

        /// A signature of a document that was accepted before the system ended the app.
        package init(signatureId: String, similarity: Double?, audience: String) {
            self.init(similarity: similarity, session: nil, approval: nil, signatureId: signatureId, audience: audience)
        }
    }

    /// What is said of a signature that was not accepted.
    public struct Refused: Hashable, Sendable {
        /// How like the samples it is, 0 … 1; `nil` where it was not compared.
        public let similarity: Double?
        /// Why nothing was compared; `nil` where it was.
        public let refusal: Open<SampleRefusal>?
        /// What agreed least, worst first, where it was compared.
        public let reasons: [Open<SignatureAspect>]
        /// How many tries there are left.
        public let attemptsLeft: Int
        /// The seconds to wait before the next try.
        public let retryAfter: Int?
        /// Whether it cost no try, because it was no signature at all.
        public let isFree: Bool
    }

    private let request: ChallengeRequest
    private let statement: DeviceStatement
    private let about: DeviceStatement.About
    private let client: ParaphClient
    private var challenge: Challenge
    private var attempt = 1
    private var left: Int
    /// Whether an answer was lost, so that it is not known whether the drawing was compared.
    private var isUnanswered = false
    private var isOver = false

    /// Asks for a challenge.
    static func begin(
        _ request: ChallengeRequest,
        statement: DeviceStatement,
        about: DeviceStatement.About,
        client: ParaphClient
    ) async throws -> Signing {
        let challenge = try await Self.challenge(request, client)
        return Signing(request, statement, about, client, challenge)
    }

    private init(
        _ request: ChallengeRequest,
        _ statement: DeviceStatement,
        _ about: DeviceStatement.About,
        _ client: ParaphClient,
        _ challenge: Challenge
    ) {
        self.request = request
        self.statement = statement
        self.about = about
        self.client = client
        self.challenge = challenge
        left = challenge.attemptsLeft
    }

    /// A challenge that no answer comes to is left to end by itself, so that asking twice does no harm.
    private static func challenge(_ request: ChallengeRequest, _ client: ParaphClient) async throws -> Challenge {
        guard request.purpose == .signIn else {
            return try await client.call(IdentityEndpoints.createChallenge, body: request, repetition: .always)
        }
        return try await client.anonymously(IdentityEndpoints.createChallenge, body: request, repetition: .always)
    }

    /// What the person agrees to, in their language: to be shown while they draw, for the device signs it too.
    public var bindingMessage: String { challenge.bindingMessage }

    /// How many tries there are left.
    public var attemptsLeft: Int { left }

    /// Until when it can be answered.
    public var expiresAt: Timestamp { challenge.expiresAt }

    /// The seconds to wait before the first try is looked at, after failures in a row.
    public var retryAfter: Int? { challenge.retryAfter }

    /// Gives a drawing; the device binds it to the challenge by its key.
    ///
    /// - Parameters:
    ///   - sample: What was drawn, in ParaphInk's binary encoding.
    ///   - ink: Its colour, where another device places it; absent for blue.
    /// - Returns: what came of it.
    /// - Throws: ``ClientError``. `outcomeUnknown`: no answer came; the same drawing may be given again, and is looked at once. `badAssertion`:
    ///   the account does not know this device any more. `biometricsStopped`, `waitAfterFailures`: see ``ClientError/retryAfter``.
    public func answer(_ sample: [UInt8], ink: InkColor? = nil) async throws -> Outcome {
        let given = try await statement.answer(challenge, sample: sample, attempt: attempt, about: about, ink: ink)
        let result: ChallengeResult
        do {
            result =
                if request.purpose == .signIn {
                    try await client.anonymously(IdentityEndpoints.answerChallenge, challenge.id, body: given)
                } else {
                    try await client.call(IdentityEndpoints.answerChallenge, challenge.id, body: given)
                }
        } catch let error as ClientError where error.status == 404 || error.status == 409 || error.status == 410 {
            return try await renewed(after: error)
        } catch let error as ClientError where error.code == .outcomeUnknown {
            isUnanswered = true
            throw error
        }
        return try await take(result)
    }

    /// Gives up: the server need not wait for an answer; says nothing where it cannot be told.
    public func cancel() async {
        guard !isOver else { return }
        isOver = true
        _ = try? await client.call(IdentityEndpoints.cancelChallenge, challenge.id, query: ChallengeNonce(challenge.nonce))
    }

    /// Asks for another challenge for the same; what the server says otherwise than that this one is over is thrown.
    private func renewed(after error: ClientError) async throws -> Outcome {
        let over: [ProblemCode] = [.notFound, .challengeOver, .attemptUsed, .answerOvertaken]
        guard let code = error.problem?.code, over.contains(code) else { throw error }
        challenge = try await Self.challenge(request, client)
        (attempt, left) = (1, challenge.attemptsLeft)
        defer { isUnanswered = false }
        return .renewed(mayBeSentAgain: !isUnanswered && code != .attemptUsed)
    }

    private func take(_ result: ChallengeResult) async throws -> Outcome {
        isUnanswered = false
        // What was no signature at all cost no try, and its number is free again.
        let isFree = result.outcome == .refused && result.attemptsLeft == left
        if !isFree { attempt += 1 }
        left = result.attemptsLeft
        let refused = Refused(
            similarity: result.similarity,
            refusal: result.refusal,
            reasons: result.reasons,
            attemptsLeft: result.attemptsLeft,
            retryAfter: result.retryAfter,
            isFree: isFree
        )
        switch result.outcome.known {
        case .accepted:
            isOver = true
            if request.purpose == .signIn { try await begin(result.session) }
            return .accepted(
                Accepted(
                    similarity: result.similarity,
                    session: result.session,
                    approval: result.approval,
                    signatureId: result.signatureId,
                    audience: challenge.audience
                )
            )
        case .denied:
            isOver = true
            return .denied(refused)
        // An outcome that this version does not know is no success.
        case .refused, nil: return .refused(refused)
        }
    }

    private func begin(_ session: SessionGrant?) async throws {
        guard let session else { throw ClientError(.unreadable, "the server accepted a sign-in without a session") }
        _ = try await client.begin(session, key: statement.key, as: [request.identifier].compactMap(\.self))
    }
}

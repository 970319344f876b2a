/// Asks for a challenge that a device of the person will answer with a signature.
public struct ChallengeRequest: Codable, Hashable, Sendable, JSONContent {
    /// What an accepted answer will open; it opens nothing else.
    public var purpose: ChallengePurpose
    /// The e-mail or username of who signs in; absent for the other purposes, which need a session.
    public var identifier: String?
    /// The device that will answer.
    public var deviceId: String
    /// What the approval is for, where the purpose has an object: the id of a device request, device, passkey, app, app's letter or program's
    /// request, or the SHA-256 of the document to be signed as it was opened, in lower-case hexadecimal.
    public var subject: String?
    /// The hand-over by which another device asked for the document to be signed on this one, with the purpose `signDocument`.
    public var handOver: String?

    public init(
        purpose: ChallengePurpose,
        identifier: String? = nil,
        deviceId: String,
        subject: String? = nil,
        handOver: String? = nil
    ) {
        self.purpose = purpose
        self.identifier = identifier
        self.deviceId = deviceId
        self.subject = subject
        self.handOver = handOver
    }
}

/// What an accepted answer opens.
public enum ChallengePurpose: String, Codable, Hashable, Sendable, CaseIterable {
    case signIn, modifySignature, addDevice, deleteAccount, recoveryCodes, addPasskey
    case removeDevice, removePasskey, giveConsent, withdrawConsent, changeUsername, exportData
    /// Lets a self-service app reach the person, or ends it.
    case allowApp, endApp
    /// Deletes an app that the person registered, and with it what others enrolled in it.
    case deleteApp
    /// Gives an app that the person registered a new key; the old one stops.
    case renewAppKey
    /// Lets an app have a signature of the person's that is good in it alone, as its letter asks.
    case allowAppSignature
    /// Makes a passkey the key of the device that asks.
    case protectDevice
    /// Signs a document; only a signature does.
    case signDocument
    /// Does what a program asks for; only a signature does.
    case answerRequest
}

/// A challenge: what the device signs over, and how long it may take.
public struct Challenge: Codable, Hashable, Sendable, JSONContent {
    /// What the answer names, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What an accepted answer opens.
    public var purpose: ChallengePurpose
    /// 256 random bits.
    public var nonce: Base64URL
    /// The public address of the server that asks.
    public var audience: String
    /// What the person agrees to, in their language.
    public var bindingMessage: String
    /// 5 at first; at 0 the challenge is denied.
    public var attemptsLeft: Int
    /// Until when it can be answered.
    public var expiresAt: Timestamp
    /// The seconds to wait before the next answer is looked at, after failures in a row.
    public var retryAfter: Int?

    public init(
        id: String,
        purpose: ChallengePurpose,
        nonce: Base64URL,
        audience: String,
        bindingMessage: String,
        attemptsLeft: Int,
        expiresAt: Timestamp,
        retryAfter: Int? = nil
    ) {
        self.id = id
        self.purpose = purpose
        self.nonce = nonce
        self.audience = audience
        self.bindingMessage = bindingMessage
        self.attemptsLeft = attemptsLeft
        self.expiresAt = expiresAt
        self.retryAfter = retryAfter
    }
}

/// What came of an answer.
public struct ChallengeResult: Codable, Hashable, Sendable, JSONContent {
    /// Whether the signature was taken, and if not, whether there may be another attempt.
    public var outcome: Open<Outcome>
    /// The calibrated similarity, 0 … 1.
    public var similarity: Double?
    /// Why nothing was compared; absent where it was.
    public var refusal: Open<SampleRefusal>?
    /// What agreed least, worst first, where it was compared and is no match.
    public var reasons: [Open<SignatureAspect>]
    /// How often it may still be answered, 0 … 5.
    public var attemptsLeft: Int
    /// The seconds to wait before the next attempt, when there is a delay.
    public var retryAfter: Int?
    /// The session, when a sign-in was accepted.
    public var session: SessionGrant?
    /// The approval to name in the request that the challenge was for; good once, for five minutes.
    public var approval: String?
    /// The id of the signature, when it was given for a document; good for one document, which is to be sealed within fifteen minutes.
    public var signatureId: String?

    public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        /// The signature is the person's.
        case accepted
        /// It is not; there are attempts left.
        case refused
        /// It is not, and this challenge is over.
        case denied
    }

    public init(
        outcome: Outcome,
        similarity: Double? = nil,
        refusal: Open<SampleRefusal>? = nil,
        reasons: [Open<SignatureAspect>] = [],
        attemptsLeft: Int,
        retryAfter: Int? = nil,
        session: SessionGrant? = nil,
        approval: String? = nil,
        signatureId: String? = nil
    ) {
        self.outcome = Open(outcome)
        self.similarity = similarity
        self.refusal = refusal
        self.reasons = reasons
        self.attemptsLeft = attemptsLeft
        self.retryAfter = retryAfter
        self.session = session
        self.approval = approval
        self.signatureId = signatureId
    }
}

/// Asks for an approval by a recovery code instead of a signature.
public struct RecoveryApprovalRequest: Codable, Hashable, Sendable, JSONContent {
    /// What the approval is for.
    public var purpose: ChallengePurpose
    /// One of the person's codes, each good once.
    public var recoveryCode: String
    /// What the approval is for, where the purpose has an object, as in ``ChallengeRequest``.
    public var subject: String?

    public init(purpose: ChallengePurpose, recoveryCode: String, subject: String? = nil) {
        self.purpose = purpose
        self.recoveryCode = recoveryCode
        self.subject = subject
    }
}

/// An approval, good once, for five minutes.
public struct Approval: Codable, Hashable, Sendable, JSONContent {
    /// What the request that it allows names it by; a secret.
    public var approval: String
    /// When it is worth nothing any more.
    public var expiresAt: Timestamp

    public init(approval: String, expiresAt: Timestamp) {
        self.approval = approval
        self.expiresAt = expiresAt
    }
}

/// Names the approval that allows a request.
public struct ApprovedRequest: Codable, Hashable, Sendable, AbsentBody, JSONContent {
    /// The approval of the purpose that the call names; absent where the call needs none.
    public var approval: String?

    /// Names none.
    public init() {}

    public init(approval: String?) {
        self.approval = approval
    }
}

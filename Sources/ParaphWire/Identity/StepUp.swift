/// What a session may approve protected acts by, and which it may do without (RFC 9470: step-up authentication).
public struct StepUpStatus: Codable, Hashable, Sendable, JSONContent {
    /// What the account has that approves; any one of them will do.
    public var methods: [Open<Method>]
    /// The purposes for which this session needs no approval, because it has just proved the address and the account never had the like.
    public var exempt: [Open<ChallengePurpose>]
    /// When that ends.
    public var enrolmentEndsAt: Timestamp?
    /// The seconds to wait before a code may be mailed, once the wait has begun, where the account had other factors once.
    public var mailedCodeWait: Int?
    /// When a wait that this session began is over.
    public var mailedCodeAt: Timestamp?
    /// Whether any session of the person waits for a code, or may have one after such a wait.
    public var isWaiting: Bool

    public enum Method: String, Codable, Hashable, Sendable, CaseIterable {
        case signature, passkey, recoveryCode
        /// A code by mail, where the account has none of the others.
        case mailedCode
    }

    public init(
        methods: [Method],
        exempt: [ChallengePurpose] = [],
        enrolmentEndsAt: Timestamp? = nil,
        mailedCodeWait: Int? = nil,
        mailedCodeAt: Timestamp? = nil,
        isWaiting: Bool = false
    ) {
        self.methods = methods.map { Open($0) }
        self.exempt = exempt.map { Open($0) }
        self.enrolmentEndsAt = enrolmentEndsAt
        self.mailedCodeWait = mailedCodeWait
        self.mailedCodeAt = mailedCodeAt
        self.isWaiting = isWaiting
    }
}

/// Asks for a code by mail that approves something in this session.
public struct ApprovalCodeRequest: Codable, Hashable, Sendable, JSONContent {
    /// What the approval is for.
    public var purpose: ChallengePurpose
    /// What the approval is for, where the purpose has an object, as in ``ChallengeRequest``.
    public var subject: String?

    public init(purpose: ChallengePurpose, subject: String? = nil) {
        self.purpose = purpose
        self.subject = subject
    }
}

/// A code is on its way, or may be asked for later.
public struct ApprovalCodeReceipt: Codable, Hashable, Sendable, JSONContent {
    /// What the code is sent back with; absent while there is a wait.
    public var id: String?
    /// When the code is worth nothing any more; absent while there is a wait.
    public var expiresAt: Timestamp?
    /// When to ask again, where the account had other factors once: the mailbox and every device were told meanwhile.
    public var availableAt: Timestamp?

    public init(id: String? = nil, expiresAt: Timestamp? = nil, availableAt: Timestamp? = nil) {
        self.id = id
        self.expiresAt = expiresAt
        self.availableAt = availableAt
    }
}

/// The code from the mail: six digits.
public struct ApprovalCode: Codable, Hashable, Sendable, JSONContent {
    /// The digits alone.
    public var code: String

    public init(code: String) {
        self.code = code
    }
}

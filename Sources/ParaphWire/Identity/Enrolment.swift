/// References for a template, each a sample in ParaphInk's binary encoding.
public struct EnrolmentRequest: Codable, Hashable, Sendable, JSONContent {
    /// 1 … 20 samples, or 30 that replace those given before.
    public var samples: [Base64URL]
    /// The approval of purpose `modifySignature`; the session that has just proved the address gives the first template without.
    public var approval: String?
    /// Whether these are all samples that count: what was given before and is not among them is forgotten.
    public var replaces: Bool?

    public init(samples: [Base64URL], approval: String? = nil, replaces: Bool? = nil) {
        self.samples = samples
        self.approval = approval
        self.replaces = replaces
    }
}

/// How far an enrolment has come.
public struct EnrolmentResult: Codable, Hashable, Sendable, JSONContent {
    /// The enrolment, to which missing samples can be added for 30 minutes.
    public var id: String
    /// Whether there is a template now, or more samples are needed.
    public var status: Open<Status>
    /// The samples that a template takes.
    public var countModel: Int
    /// The samples that fit so far, of all that were given: it may fall when more come, for all are looked at together each time.
    public var countExist: Int
    /// The samples that are still needed.
    public var countRequired: Int
    /// The samples of this request that do not fit.
    public var countIncorrect: Int
    /// Which of this request's samples count so far, by their place in its list, from 0; once there is a template, those that it is made of.
    public var accepted: [Int]
    /// Which of this request's samples do not fit, and why.
    public var rejected: [RejectedSample]
    /// How hard the signature is to forge, 0 … 1, once there is a template.
    public var complexity: Double?
    /// What the person should know of their samples.
    public var warnings: [Open<EnrolmentWarning>]

    public enum Status: String, Codable, Hashable, Sendable, CaseIterable { case created, more }

    public struct RejectedSample: Codable, Hashable, Sendable {
        /// The place in this request's list, from 0.
        public var index: Int
        /// Why it does not fit.
        public var reason: Open<SampleRefusal>

        public init(index: Int, reason: Open<SampleRefusal>) {
            self.index = index
            self.reason = reason
        }
    }

    public init(
        id: String,
        status: Status,
        countModel: Int,
        countExist: Int,
        countRequired: Int,
        countIncorrect: Int,
        accepted: [Int],
        rejected: [RejectedSample],
        complexity: Double? = nil,
        warnings: [Open<EnrolmentWarning>] = []
    ) {
        self.id = id
        self.status = Open(status)
        self.countModel = countModel
        self.countExist = countExist
        self.countRequired = countRequired
        self.countIncorrect = countIncorrect
        self.accepted = accepted
        self.rejected = rejected
        self.complexity = complexity
        self.warnings = warnings
    }
}

/// One sample, as soon as it is drawn.
public struct SampleCheckRequest: Codable, Hashable, Sendable, JSONContent {
    /// The sample in ParaphInk's binary encoding.
    public var sample: Base64URL

    public init(sample: Base64URL) {
        self.sample = sample
    }
}

/// Whether a sample alone can serve; whether it fits the others, an enrolment says.
public struct SampleCheckResult: Codable, Hashable, Sendable, JSONContent {
    /// Whether it could be a reference; whether it also fits the others, only ``EnrolmentResult`` tells.
    public var isUsable: Bool
    /// Why it cannot serve.
    public var reason: Open<SampleRefusal>?

    public init(isUsable: Bool, reason: Open<SampleRefusal>? = nil) {
        self.isUsable = isUsable
        self.reason = reason
    }
}

/// What the person may know of their template.
public struct SignatureStatus: Codable, Hashable, Sendable {
    /// Whether there is a template; the other members are absent without one.
    public var isEnrolled: Bool
    /// When the template was made.
    public var createdAt: Timestamp?
    /// The number of samples that it is made of.
    public var referenceCount: Int?
    /// How hard the signature is to forge, 0 … 1.
    public var complexity: Double?
    /// Whether most references were drawn by finger or pen, rather than by mouse.
    public var isDrawnByTouch: Bool?

    public init(
        isEnrolled: Bool,
        createdAt: Timestamp? = nil,
        referenceCount: Int? = nil,
        complexity: Double? = nil,
        isDrawnByTouch: Bool? = nil
    ) {
        self.isEnrolled = isEnrolled
        self.createdAt = createdAt
        self.referenceCount = referenceCount
        self.complexity = complexity
        self.isDrawnByTouch = isDrawnByTouch
    }
}

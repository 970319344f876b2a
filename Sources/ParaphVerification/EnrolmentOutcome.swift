/// What became of the samples given at enrolment.
public struct EnrolmentOutcome: Sendable, Hashable {
    /// A sample that cannot serve as a reference, and why.
    public struct Rejection: Sendable, Hashable {
        /// The number of the sample in the order given, from 0.
        public var index: Int
        /// Why it was refused.
        public var reason: Refusal

        /// Makes a rejection of a sample.
        public init(index: Int, reason: Refusal) {
            self.index = index
            self.reason = reason
        }
    }

    /// The template, once enough samples fit one another.
    public var template: Template?
    /// The numbers of the samples that serve as references, ascending, from 0.
    public var accepted: [Int]
    /// The samples that do not serve, ascending by number.
    public var rejected: [Rejection]
    /// How many more samples are needed.
    public var required: Int
    /// How hard the accepted samples are to imitate, 0 (a tick) … 1.
    public var complexity: Double
    /// What the person should know although enrolment may have succeeded.
    public var warnings: [EnrolmentWarning]
}

/// What a person should know about a signature that can be enrolled.
public enum EnrolmentWarning: String, Sendable, Hashable, CaseIterable {
    /// The signature is so simple that others can imitate it easily.
    case easyToForge
    /// The references differ so much from one another that later samples must be nearer to them than they are to one another, and genuine ones
    /// will often be refused.
    case inconsistent
    /// The samples were captured coarsely (few points a second).
    case coarseCapture
}

/// What a verifier asks of references and of questioned samples.
public struct VerificationPolicy: Hashable, Sendable {
    /// The number of fitting references that make a template, 3 … 15 (Sign To Login: 10).
    public var referenceCount: Int
    /// The similarity from which on a sample counts as genuine, 0 … 1.
    public var threshold: Double

    /// Makes a policy; values outside their ranges are brought to the nearest end.
    public init(referenceCount: Int = 10, threshold: Double = Strictness.balanced.threshold) {
        self.referenceCount = min(max(referenceCount, 3), 15)
        self.threshold = min(max(threshold, 0), 1)
    }

    /// How sure a verifier must be; docs/results/verification.md says what each costs and keeps out.
    ///
    /// At each of them the false match rate of zero-effort impostors is below 1 in 10,000 as far as SVC2004 and made-up people can tell; they
    /// differ in how many practised forgers pass, and in how often people must try again.
    public enum Strictness: String, Sendable, CaseIterable {
        /// Where a person's patience counts for more and something else holds forgers off: up to one practised forger in five passes.
        case lenient
        /// A genuine sample and a skilled forgery are equally likely at the threshold; one practised forger in ten to thirty passes.
        case balanced
        /// One practised forger in forty or fewer passes; people whose hand has changed often try twice.
        case strict
        /// One in three hundred passes; every other try fails after some weeks.
        case strictest

        /// The similarity from which on a sample counts as genuine.
        public var threshold: Double {
            switch self {
            case .lenient: 0.25
            case .balanced: 0.5
            case .strict: 0.8
            case .strictest: 0.95
            }
        }
    }
}

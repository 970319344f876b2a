/// How far a template may follow a hand that changes.
public struct AdaptationPolicy: Hashable, Sendable {
    /// The similarity that a sample needs to become a reference, 0 … 1; above what is asked for a match.
    public var similarity: Double
    /// The similarity that it needs with the references of enrolment alone, 0 … 1.
    public var anchorSimilarity: Double
    /// The least similarity with the references of enrolment alone at which any sample matches at all, 0 … 1.
    public var floor: Double
    /// The days that must pass between two new references, and between enrolment and the first.
    public var days: Int
    /// The most references that are not of enrolment, 1 … 5; a further one takes the place of the oldest of them.
    public var additions: Int

    /// Makes a policy; values outside their ranges are brought to the nearest end.
    public init(similarity: Double = 0.9, anchorSimilarity: Double = 0.6, floor: Double = 0.1, days: Int = 7, additions: Int = 5) {
        self.similarity = min(max(similarity, 0), 1)
        self.anchorSimilarity = min(max(anchorSimilarity, 0), 1)
        self.floor = min(max(floor, 0), 1)
        self.days = min(max(days, 0), 3_650)
        self.additions = min(max(additions, 1), 5)
    }
}

/// What a verifier asks of references and of questioned samples.
public struct VerificationPolicy: Hashable, Sendable {
    /// The number of fitting references that make a template, 3 … 15 (Sign To Login: 10).
    public var referenceCount: Int
    /// The similarity from which on a sample counts as genuine, 0 … 1.
    public var threshold: Double

    /// Makes a policy; values outside their ranges are brought to the nearest end.
    public init(referenceCount: Int = 10, threshold: Double = 0.5) {
        self.referenceCount = min(max(referenceCount, 3), 15)
        self.threshold = min(max(threshold, 0), 1)
    }
}

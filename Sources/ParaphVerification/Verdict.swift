/// The answer about one questioned sample.
public struct Verdict: Sendable, Hashable {
    /// The calibrated score 0 … 1: 0.5 where a genuine sample and a skilled forgery are equally likely; 0 when the sample was refused.
    public var similarity: Double
    /// Whether the similarity reaches the policy's threshold and nothing speaks against using the sample.
    public var isMatch: Bool
    /// Why the sample was not compared; nil when it was.
    public var refusal: Refusal?
    /// How well single aspects agree with the references, worst first; empty when the sample was refused.
    public var reasons: [Reason]
    /// How well the sample was captured, 0 … 1.
    public var quality: Double
    /// What to keep of the sample so that a later replay of it is found.
    public var trace: ReplayTrace

    /// How well one aspect of a sample agrees with the references.
    public struct Reason: Sendable, Hashable {
        /// The aspect.
        public var aspect: Aspect
        /// 1 where it agrees as well as the references do with one another, 0 where not at all.
        public var agreement: Double
    }

    /// What is compared.
    public enum Aspect: String, Sendable, Hashable, CaseIterable {
        /// Where the pen was, size and place left out.
        case shape
        /// Which way it went and how it turned.
        case localShape
        /// How fast it went.
        case speed
        /// How it sped up and slowed down, and where the pen was lifted.
        case rhythm
        /// How hard it was pressed.
        case pressure
        /// How large the drawing is.
        case size
        /// How long it took.
        case duration
    }
}

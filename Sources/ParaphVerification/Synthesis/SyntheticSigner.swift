public import ParaphInk

/// A made-up person who signs: the same seed always gives the same person and the same samples.
///
/// The pen moves as the kinematic theory of rapid movements says: a sum of strokes whose speeds are lognormal in time. A person is a plan
/// of such strokes; each sample carries it out a little differently. Samples look like captures on a pad of 360 × 160 points.
///
/// Source: R. Plamondon, M. Djioua, "A multi-level representation paradigm for handwriting stroke generation", 2006.
public struct SyntheticSigner: Sendable {
    /// How an impostor goes about it.
    public enum ForgeryKind: Sendable, Hashable, CaseIterable {
        /// Another person's own signature.
        case random
        /// Drawn slowly along a picture of the signature, right in shape, wrong in time.
        case tracing
        /// Practised and fluent, nearly right in time, somewhat wrong in shape.
        case fluent
        /// Copied from a picture beside the pad, with pauses to look.
        case copying
        /// Practised after watching the person sign: the hardest to tell.
        case practised
    }

    /// How well people repeat themselves.
    public enum Steadiness: Sendable, Hashable {
        /// Everybody as well as the steadier half of people.
        case steady
        /// Some better and some much worse, and now and then a sample slips, as with real people; docs/results/synthesis.md.
        case varied
    }

    /// What the person signs with.
    public var tool: Sample.Tool
    /// What the person signs on.
    public var pad: Pad
    /// Whether a machine moves the pen: by the person's plan, without tremor or noise, and with an exact clock.
    public var isMachine = false
    let seed: UInt64
    let plan: MovementPlan
    let steadiness: Steadiness

    /// Makes the person that belongs to a seed.
    public init(seed: UInt64, tool: Sample.Tool = .finger, on pad: Pad? = nil, steadiness: Steadiness = .steady) {
        self.pad = pad ?? .usual(tool)
        self.steadiness = steadiness
        self.seed = seed
        self.tool = tool
        var generator = SplitMix64(seed: seed ^ 0x5e1f_0a7b)
        plan = MovementPlan(&generator)
    }

    /// The person's own sample of a number; people change a little from session to session.
    public func genuine(_ number: Int, session: Int = 0) -> Sample {
        var plan = plan
        if session != 0 {
            var drift = generator(number: session, stream: 1)
            plan.vary(by: .session, &drift)
        }
        var generator = generator(number: number &+ session &* 1_000_003, stream: 2)
        plan.vary(by: steadiness == .steady ? .genuine : .genuine.times(factor(number, session)), &generator)
        return plan.drawn(with: tool, on: pad, isMachine: isMachine, &generator)
    }

    /// An impostor's sample of a number; each number is another impostor.
    public func forgery(_ number: Int, kind: ForgeryKind) -> Sample {
        var generator = generator(number: number, stream: 3)
        switch kind {
        case .random:
            return SyntheticSigner(seed: generator.next(), tool: tool, on: pad, steadiness: steadiness).genuine(0)
        case .tracing, .copying, .fluent, .practised:
            var plan = plan
            plan.vary(by: .forgery(kind).byAnyForger(&generator), &generator)
            let tremor = kind == .tracing ? 0.6 : kind == .copying ? 0.3 : 0
            return plan.drawn(with: tool, on: pad, tremor: tremor, &generator)
        }
    }

    /// How many times as much as a steady person's a sample varies.
    private func factor(_ number: Int, _ session: Int) -> Double {
        var person = generator(number: 0, stream: 11)
        var sample = generator(number: number &+ session &* 1_000_003, stream: 12)
        return MovementPlan.Steadiness.factor(person: &person, sample: &sample)
    }

    private func generator(number: Int, stream: UInt64) -> SplitMix64 {
        var mixer = SplitMix64(seed: seed ^ (stream &* 0xd134_2543_de82_ef95))
        return SplitMix64(seed: mixer.next() ^ (UInt64(bitPattern: Int64(number)) &* 0x9e37_79b9_7f4a_7c15))
    }
}

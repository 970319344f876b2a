public import ParaphInk

/// Two samples laid side by side: how far they lie apart, and which points belong together.
///
/// With one reference instead of ten the similarity is a rough guide only; it assumes a person of usual constancy.
public struct PairComparison: Sendable, Hashable {
    /// A place in capture units, from the sample's first point.
    public struct Place: Sendable, Hashable {
        public var x: Double
        public var y: Double
    }

    /// Two places that the alignment matches.
    public struct Match: Sendable, Hashable {
        /// In the first sample.
        public var first: Place
        /// In the second sample.
        public var second: Place
    }

    /// The calibrated score 0 … 1 of the second against the first.
    public var similarity: Double
    /// How well single aspects agree, worst first.
    public var reasons: [Verdict.Reason]
    /// Whether one is a copy of the other.
    public var isCopy: Bool
    /// The matched places in the order of time.
    public var matches: [Match]

    /// Compares two samples; nil if either cannot be used.
    ///
    /// Complexity: O(points²), with at most 1,200 points.
    public init?(_ first: Sample, _ second: Sample) {
        guard (try? first.validate()) != nil, (try? second.validate()) != nil else { return nil }
        let isTimed = first.isTimed && second.isTimed
        let material = ReferenceMaterial([isTimed ? first : first.untimed])
        let comparison = Comparison(policy: VerificationPolicy(), template: material.template(of: [0], complexity: 1))
        let measured = comparison.measure(isTimed ? second : second.untimed)
        similarity = measured.similarity
        reasons = comparison.reasons(measured)
        isCopy = ReplayTrace(of: first).isCopy(of: ReplayTrace(of: second))
        let a = material.trajectories[0]
        let b = Trajectory(second, ignoringTime: !isTimed)
        let path = measured.variant.alignment.path(measured.representation, material.representations[0])
        matches = path.map { step in
            Match(
                first: Place(x: Double(a.x[step.reference]), y: Double(a.y[step.reference])),
                second: Place(x: Double(b.x[step.sample]), y: Double(b.y[step.sample]))
            )
        }
    }
}

extension Sample {
    /// The sample without its times.
    fileprivate var untimed: Sample {
        var sample = self
        sample.channels.remove(.time)
        return sample
    }
}

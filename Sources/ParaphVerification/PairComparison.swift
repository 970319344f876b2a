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
        /// How far the movements differ there, by what a person's own samples usually differ by: about 1 between samples of one hand.
        public var cost: Double
    }

    /// How far the samples lie apart in one aspect.
    public struct Difference: Sendable, Hashable {
        /// The aspect.
        public var aspect: Verdict.Aspect
        /// By what the samples of one person usually differ by: about 1 between samples of one hand.
        public var ratio: Double
    }

    /// The calibrated score 0 … 1 of the second against the first.
    public var similarity: Double
    /// How well single aspects agree, worst first.
    public var reasons: [Verdict.Reason]
    /// Whether one is a copy of the other.
    public var isCopy: Bool
    /// How far the samples lie apart in single aspects that the movement shows, furthest first.
    public var differences: [Difference]
    /// The matched places in the order of time.
    public var matches: [Match]

    /// By what two samples of one hand usually differ: medians over people (SVC2004).
    private static let usual = AspectDifferences(values: [0.17, 0.185, 0.63, 0.37, 0.73])

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
        let b = measured.trajectory
        let alignment = measured.variant.alignment
        let (sample, reference) = (measured.representation, material.representations[0])
        let path = alignment.path(sample, reference)
        let aspects = AspectDifferences.aspects.map(\.aspect).filter { $0 != .pressure || measured.variant == .pressure }
        let found = AspectDifferences(sample, reference, path)
        let usual = Self.usual
        differences = zip(aspects, zip(found.values, usual.values)).map { aspect, values in
            Difference(aspect: aspect, ratio: Double(values.0 / values.1))
        }
        differences.sort { $0.ratio > $1.ratio }
        let usualCost = zip(aspects, usual.values).reduce(0) { $0 + $1.1 }
        matches = path.map { step in
            Match(
                first: Place(x: Double(a.x[step.reference]), y: Double(a.y[step.reference])),
                second: Place(x: Double(b.x[step.sample]), y: Double(b.y[step.sample])),
                cost: Double(alignment.difference(sample, step.sample, reference, step.reference) / usualCost)
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

internal import ParaphInk
internal import RealModule

/// The comparison of questioned samples with one template.
struct Comparison {
    var policy: VerificationPolicy
    var template: Template

    func verdict(on sample: Sample, earlier: [ReplayTrace]) -> Verdict {
        var grid: Trajectory?
        let assessment = SampleCheck.assess(sample, &grid)
        let trace = grid.map { ReplayTrace($0) } ?? ReplayTrace(coordinates: [])
        var verdict = Verdict(
            similarity: 0,
            isMatch: false,
            refusal: refusal(assessment, trace, earlier),
            reasons: [],
            quality: assessment.quality,
            trace: trace
        )
        guard verdict.refusal == nil, let grid else { return verdict }
        let measured = measure(sample, grid)
        verdict.similarity = measured.similarity
        verdict.isMatch = verdict.similarity >= policy.threshold
        verdict.reasons = reasons(measured)
        return verdict
    }

    /// Why the sample is not to be compared; nil if it is.
    func refusal(of sample: Sample, earlier: [ReplayTrace]) -> Refusal? {
        refusal(SampleCheck.assess(sample), ReplayTrace(of: sample), earlier)
    }

    /// A copy is called one even if a program made it.
    private func refusal(_ assessment: Assessment, _ trace: ReplayTrace, _ earlier: [ReplayTrace]) -> Refusal? {
        guard assessment.refusal == nil || assessment.refusal == .robotic else { return assessment.refusal }
        let outline = Outline(trace)
        let references = template.prepared.outlines.look(at: outline)
        if references.isCopy { return .replay }
        let others = RememberedOutlines(earlier.map { Outline($0) }).look(at: outline)
        let isMade = others.isCopy || outline.isMade(of: references.seen + others.seen, usual: template.prepared.usualTimedDistance)
        return isMade ? .replay : assessment.refusal
    }

    /// The natural logarithm of the odds that the sample is a forgery.
    func logOdds(_ sample: Sample) -> Float {
        measure(sample).logOdds
    }

    /// A sample measured against the template.
    struct Measured {
        /// Larger for forgeries.
        var score: Float
        /// What was compared.
        var variant: Variant
        /// The number of the nearest reference, and the best path with it, in points of the coarsened samples.
        var nearest: Int
        var coarsePath: [Alignment.Step]
        var trajectory: Trajectory
        var timing: Timing
        var representation: Representation
        var features: GlobalFeatures

        /// The natural logarithm of the odds that the sample is a forgery.
        var logOdds: Float { variant.logOdds(score) }
        /// The probability that it is genuine where both are equally likely beforehand.
        var similarity: Double { Double(1 / (1 + Float.exp(min(max(logOdds, -80), 80)))) }
    }

    func measure(_ sample: Sample) -> Measured {
        measure(sample, Trajectory(sample))
    }

    private func measure(_ sample: Sample, _ grid: Trajectory) -> Measured {
        let (trajectory, timing) = template.trajectory(of: sample, grid: grid)
        let variant: Variant =
            template.variant == .untimed ? .untimed : template.variant == .pressure && trajectory.hasPressure ? .pressure : .plain
        let representation = Representation(trajectory, pace: template.prepared.pace)
        let distances = variant.alignment.distances(representation, template.prepared.blocks)
        let nearest = distances.movement.indices.min { distances.movement[$0] < distances.movement[$1] } ?? 0
        let features = GlobalFeatures(sample, trajectory)
        let unlikeness = template.prepared.global.unlikeness(
            GlobalTraits(features),
            timed: trajectory.isTimed,
            paced: timing == .same,
            pressure: variant == .pressure
        )
        let statistics = template.statistics[variant == .pressure ? 0 : 1]
        return Measured(
            score: statistics.score(distances, unlikeness: unlikeness, widest: variant.widestSpread)
                + template.prepared.pace.penalty(trajectory) + timing.penalty,
            variant: variant,
            nearest: nearest,
            coarsePath: distances.coarsePaths[nearest],
            trajectory: trajectory,
            timing: timing,
            representation: representation,
            features: features
        )
    }
}

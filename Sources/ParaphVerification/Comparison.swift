internal import ParaphInk
internal import RealModule

/// The comparison of questioned samples with one template.
struct Comparison {
    var policy: VerificationPolicy
    var template: Template

    func verdict(on sample: Sample, earlier: [ReplayTrace]) -> Verdict {
        let assessment = SampleCheck.assess(sample)
        let trace = ReplayTrace(of: sample)
        var verdict = Verdict(
            similarity: 0,
            isMatch: false,
            refusal: assessment.refusal ?? refusal(of: trace, earlier: earlier),
            reasons: [],
            quality: assessment.quality,
            trace: trace
        )
        guard verdict.refusal == nil else { return verdict }
        let odds = logOdds(sample)
        verdict.similarity = Double(1 / (1 + Float.exp(min(max(odds, -80), 80))))
        verdict.isMatch = verdict.similarity >= policy.threshold
        return verdict
    }

    /// Why the sample is not to be compared; nil if it is.
    func refusal(of sample: Sample, earlier: [ReplayTrace]) -> Refusal? {
        SampleCheck.assess(sample).refusal ?? refusal(of: ReplayTrace(of: sample), earlier: earlier)
    }

    private func refusal(of trace: ReplayTrace, earlier: [ReplayTrace]) -> Refusal? {
        let isCopy = template.prepared.traces.contains { trace.isCopy(of: $0) } || earlier.contains { trace.isCopy(of: $0) }
        return isCopy ? .replay : nil
    }

    /// The natural logarithm of the odds that the sample is a forgery.
    func logOdds(_ sample: Sample) -> Float {
        let (score, variant) = score(sample)
        return variant.logOdds(score)
    }

    /// The score, larger for forgeries, and the variant it was computed with.
    func score(_ sample: Sample) -> (score: Float, variant: Variant) {
        let trajectory = Trajectory(sample, ignoringTime: template.variant == .untimed)
        let variant: Variant =
            !trajectory.isTimed ? .untimed : template.variant == .pressure && trajectory.hasPressure ? .pressure : .plain
        let representation = Representation(trajectory, speedUnit: template.speedUnit)
        let distances = template.prepared.blocks.flatMap { variant.alignment.distances(representation, $0) }
        let unlikeness = template.prepared.global.unlikeness(
            GlobalFeatures(sample, trajectory),
            timed: variant != .untimed,
            pressure: variant == .pressure
        )
        let statistics = template.statistics[variant == .pressure ? 0 : 1]
        return (statistics.score(distances, unlikeness: unlikeness), variant)
    }
}

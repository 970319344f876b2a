internal import ParaphInk
internal import RealModule

/// Finds the samples that fit one another and makes a template of them.
struct Enrolment {
    var policy: VerificationPolicy

    func outcome(of samples: [Sample], earlier: [ReplayTrace]) -> EnrolmentOutcome {
        var reasons: [Int: Refusal] = [:]
        var traces: [Int: ReplayTrace] = [:]
        var usable: [Int] = []
        var complexities: [Int: Double] = [:]
        var isCoarse = false
        let remembered = RememberedOutlines(earlier.map { Outline($0) })
        for (index, sample) in samples.enumerated().prefix(Verifier.maximumSamples) {
            let assessment = SampleCheck.assess(sample)
            if let refusal = assessment.refusal, refusal != .robotic {
                reasons[index] = refusal
                continue
            }
            let trace = ReplayTrace(of: sample)
            if usable.contains(where: { traces[$0]?.isCopy(of: trace) == true }) {
                reasons[index] = .copy
            } else if earlier.contains(trace) || remembered.contain(copyOf: Outline(trace)) {
                reasons[index] = .replay
            } else if let refusal = assessment.refusal {
                reasons[index] = refusal
            } else {
                usable.append(index)
                traces[index] = trace
                complexities[index] = assessment.complexity
                isCoarse = isCoarse || assessment.quality < 0.5
            }
        }
        let material = ReferenceMaterial(usable.map { samples[$0] })
        let fitting = ReferenceSelection(material).fitting
        for (place, index) in usable.enumerated() where !fitting.contains(place) { reasons[index] = .differs }
        var kept = fitting
        if kept.count > VerificationPolicy.maximumReferenceCount { kept = Array(kept.suffix(VerificationPolicy.maximumReferenceCount)) }
        let accepted = kept.map { usable[$0] }
        let complexity = median(accepted.map { Float(complexities[$0] ?? 0) })
        let required = max(policy.referenceCount - accepted.count, 0)
        var outcome = EnrolmentOutcome(
            template: nil,
            accepted: accepted,
            rejected: reasons.sorted { $0.key < $1.key }.map { .init(index: $0.key, reason: $0.value) },
            required: required,
            complexity: Double(complexity),
            warnings: []
        )
        if complexity < 0.25, !accepted.isEmpty { outcome.warnings.append(.easyToForge) }
        if isCoarse { outcome.warnings.append(.coarseCapture) }
        if required == 0 { outcome.template = material.template(of: kept, complexity: Double(complexity)) }
        if let spread = outcome.template?.statistics.last?.logSpread, spread > material.variant.unpressed.widestSpread {
            outcome.warnings.append(.inconsistent)
        }
        return outcome
    }
}

extension VerificationPolicy {
    /// The most references of a template.
    static let maximumReferenceCount = 15
}

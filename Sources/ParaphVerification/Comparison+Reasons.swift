internal import RealModule

extension Comparison {
    /// How well each aspect agrees with the nearest reference, against how well the references agree with one another; worst first.
    func reasons(_ measured: Measured) -> [Verdict.Reason] {
        guard template.prepared.halved.indices.contains(measured.nearest) else { return [] }
        let variant = measured.variant
        var alignment = variant.alignment
        alignment.band = 0.1
        let sample = measured.representation.halved
        let reference = template.prepared.halved[measured.nearest]
        let differences = AspectDifferences(sample, reference, alignment.path(sample, reference))
        var reasons: [Verdict.Reason] = []
        for (index, aspect) in AspectDifferences.aspects.enumerated() where aspect.aspect != .pressure || variant == .pressure {
            let usual = max(template.prepared.usual.values[index], 1e-3)
            let excess = max(differences.values[index] / usual - 1, 0)
            reasons.append(Verdict.Reason(aspect: aspect.aspect, agreement: Double(Float.exp(-excess))))
        }
        let global = template.prepared.global
        func agreement(_ chosen: [GlobalFeatures.Feature]) -> Double {
            let worst = chosen.map { global.squaredDeviation(measured.features, $0) }.max() ?? 0
            return Double(1 / (1 + max(worst - 1, 0) / 8))
        }
        reasons.append(Verdict.Reason(aspect: .size, agreement: agreement([.width, .height])))
        reasons.append(Verdict.Reason(aspect: .duration, agreement: agreement([.totalTime])))
        return reasons.sorted { $0.agreement < $1.agreement }
    }
}

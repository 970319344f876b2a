internal import RealModule

extension Comparison {
    /// How well each aspect agrees with the nearest reference, against how well the references agree with one another; worst first.
    func reasons(_ measured: Measured) -> [Verdict.Reason] {
        guard template.prepared.coarsened.indices.contains(measured.nearest) else { return [] }
        let variant = measured.variant
        let reference = template.prepared.coarsened[measured.nearest]
        let differences = AspectDifferences(measured.representation.coarsened, reference, measured.coarsePath)
        var reasons: [Verdict.Reason] = []
        for (index, aspect) in AspectDifferences.aspects.enumerated() where aspect.aspect != .pressure || variant == .pressure {
            let usual = max(template.prepared.usual.values[index], 1e-3)
            let excess = max(differences.values[index] / usual - 1, 0)
            reasons.append(Verdict.Reason(aspect: aspect.aspect, agreement: Double(Float.exp(-excess))))
        }
        let global = template.prepared.global
        let traits = GlobalTraits(measured.features)
        func agreement(_ trait: GlobalTraits.Trait) -> Double {
            let deviation = global.squaredDeviation(traits, trait)
            return Double(1 / (1 + max(deviation - 1, 0) / 8))
        }
        reasons.append(Verdict.Reason(aspect: .size, agreement: agreement(.size)))
        if measured.timing == .same { reasons.append(Verdict.Reason(aspect: .duration, agreement: agreement(.totalTime))) }
        return reasons.sorted { $0.agreement < $1.agreement }
    }
}

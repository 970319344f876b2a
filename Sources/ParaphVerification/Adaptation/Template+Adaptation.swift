internal import ParaphInk
internal import RealModule

extension Template {
    /// Whether the template finds a sample as similar as this.
    func accepts(_ sample: Sample, similarity: Double) -> Bool {
        Comparison(policy: VerificationPolicy(), template: self).measure(sample).similarity >= similarity
    }

    /// A template of other references, with this one's unit, tool and complexity; stability and spread are measured anew.
    func rebuilt(of references: [Reference]) -> Template {
        let pace = Pace(speed: speedUnit, references.map(\.trajectory))
        let representations = references.map { Representation($0.trajectory, pace: pace) }
        let weights = StabilityWeights.of(representations, variant.alignment)
        let weighted = zip(references, weights).map { reference, weights in
            var reference = reference
            reference.weights = weights
            return reference.stored(variant)
        }
        return Template(
            references: weighted,
            speedUnit: speedUnit,
            variant: variant,
            statistics: ReferenceMaterial.statistics(of: weighted, variant, speedUnit: speedUnit),
            tool: tool,
            complexity: complexity
        )
    }
}

extension Template.Reference {
    /// The most that a new reference's size may differ from the others', as a logarithm: what was drawn on a much larger or smaller pad
    /// tells of the pad more than of the hand.
    private static let strangeSize: Float = 0.35

    /// A sample as a reference of a template; nil if it lacks what the template's references have, or is of another rate or size.
    init?(_ sample: Sample, like template: Template) {
        let isUntimed = template.variant == .untimed
        guard isUntimed || sample.isTimed, template.variant != .pressure || sample.hasPressure else { return nil }
        var (trajectory, timing) = template.trajectory(of: sample, grid: Trajectory(sample))
        guard timing == .same else { return nil }
        if template.variant != .pressure { trajectory.pressure = [] }
        guard Float.log(trajectory.radius / template.prepared.pace.size).magnitude < Self.strangeSize else { return nil }
        self.init(
            trajectory: trajectory,
            features: GlobalFeatures(sample, trajectory),
            weights: [Float](repeating: 1, count: trajectory.count)
        )
        self = stored(template.variant)
    }
}

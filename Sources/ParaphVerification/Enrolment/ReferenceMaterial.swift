internal import ParaphInk

/// Samples that may become references, measured alike.
struct ReferenceMaterial {
    var samples: [Sample]
    /// The richest variant that all samples have.
    var variant: Variant
    var trajectories: [Trajectory]
    /// The median of the samples' median speeds, in capture units per 10 ms.
    var speedUnit: Float
    var representations: [Representation]

    init(_ samples: [Sample]) {
        self.samples = samples
        let isTimed = samples.allSatisfy(\.isTimed)
        variant = !isTimed ? .untimed : samples.allSatisfy(\.hasPressure) ? .pressure : .plain
        let variant = variant
        trajectories = samples.map {
            var trajectory = Trajectory($0, ignoringTime: !isTimed)
            if variant != .pressure { trajectory.pressure = [] }
            return trajectory
        }
        let unit = median(trajectories.map { median(Motion($0).speed) })
        speedUnit = unit > 0 ? unit : 1
        let pace = Pace(speed: speedUnit, trajectories)
        representations = trajectories.map { Representation($0, pace: pace) }
    }

    /// The distances of each sample (first index) from each other (second), as references with weights.
    static func distances(_ samples: [Representation], weights: [[Float]] = [], _ alignment: Alignment) -> [Alignment.Distances] {
        let blocks = ReferenceBlock.blocks(samples, weights: weights)
        return samples.map { alignment.distances($0, blocks) }
    }

    /// How far references are from one another, as the variant has them and without pressure.
    static func statistics(of references: [Template.Reference], _ variant: Variant, speedUnit: Float) -> [EnrolmentStatistics] {
        let pace = Pace(speed: speedUnit, references.map(\.trajectory))
        let representations = references.map { Representation($0.trajectory, pace: pace) }
        let plain: Variant = variant == .untimed ? .untimed : .plain
        return [variant, plain].map { variant in
            let distances = distances(representations, weights: references.map(\.weights), variant.alignment)
            return EnrolmentStatistics(distances, withPressure: variant == .pressure)
        }
    }

    /// Makes a template of the samples chosen, of which there are at least two.
    func template(of chosen: [Int], complexity: Double) -> Template {
        let weights = StabilityWeights.of(chosen.map { representations[$0] }, variant.alignment)
        let references = zip(chosen, weights).map { index, weights in
            Template.Reference(
                trajectory: trajectories[index],
                features: GlobalFeatures(samples[index], trajectories[index]),
                weights: weights
            ).stored(variant)
        }
        let tools = Set(chosen.map { samples[$0].tool })
        return Template(
            references: references,
            speedUnit: speedUnit,
            variant: variant,
            statistics: Self.statistics(of: references, variant, speedUnit: speedUnit),
            tool: tools.count == 1 ? tools.first ?? .unknown : .unknown,
            complexity: (complexity * 65_535).rounded() / 65_535
        )
    }
}

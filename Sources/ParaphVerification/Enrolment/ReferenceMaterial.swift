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
    static func distances(_ samples: [Representation], weights: [[Float]] = [], _ alignment: Alignment) -> [[Float]] {
        let blocks = ReferenceBlock.blocks(samples, weights: weights)
        return samples.map { sample in blocks.flatMap { alignment.distances(sample, $0).values } }
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
        let pace = Pace(speed: speedUnit, references.map(\.trajectory))
        let stored = references.map { Representation($0.trajectory, pace: pace) }
        let plain: Variant = variant == .untimed ? .untimed : .plain
        let statistics = [variant, plain].map { variant in
            EnrolmentStatistics(Self.distances(stored, weights: references.map(\.weights), variant.alignment))
        }
        let tools = Set(chosen.map { samples[$0].tool })
        return Template(
            references: references,
            speedUnit: speedUnit,
            variant: variant,
            statistics: statistics,
            tool: tools.count == 1 ? tools.first ?? .unknown : .unknown,
            complexity: (complexity * 65_535).rounded() / 65_535
        )
    }
}

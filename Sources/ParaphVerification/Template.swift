public import ParaphInk

/// What is kept of a person's references: all that a verifier needs to know of the person.
///
/// A template is biometric data; keep it encrypted with the person's key.
public struct Template: Sendable, Hashable {
    /// The references, on their grids.
    let references: [Reference]
    /// The usual speed of the references, in capture units per 10 ms.
    let speedUnit: Float
    /// The richest variant that all references have.
    let variant: Variant
    /// How far the references are from one another, by variant: with pressure (where measured) and without.
    let statistics: [EnrolmentStatistics]
    /// What the references were drawn with.
    public let tool: Sample.Tool
    /// How hard the signature is to imitate, 0 (a tick) … 1.
    public let complexity: Double

    /// Made from the stored part; not part of equality.
    let prepared: Prepared

    /// The number of references.
    public var referenceCount: Int { references.count }

    /// One reference.
    struct Reference: Sendable, Hashable {
        var trajectory: Trajectory
        var features: GlobalFeatures
        /// The stability weight of each point.
        var weights: [Float]
    }

    /// What comparisons need, derived once.
    struct Prepared: Sendable {
        var pace: Pace
        /// The median duration of the references' grids, in milliseconds.
        var duration: Double
        var blocks: [ReferenceBlock]
        var global: GlobalStatistics
        var outlines: RememberedOutlines
        /// How far a reference usually is from the nearest other one at even times.
        var usualTimedDistance: Double?
        /// The references at a quarter of the rate, for reasons.
        var coarsened: [Representation]
        /// How far neighbouring references usually differ, by aspect.
        var usual: AspectDifferences
    }

    init(
        references: [Reference],
        speedUnit: Float,
        variant: Variant,
        statistics: [EnrolmentStatistics],
        tool: Sample.Tool,
        complexity: Double
    ) {
        self.references = references
        self.speedUnit = speedUnit
        self.variant = variant
        self.statistics = statistics
        self.tool = tool
        self.complexity = complexity
        let pace = Pace(speed: speedUnit, references.map(\.trajectory))
        let representations = references.map { Representation($0.trajectory, pace: pace) }
        let coarsened = representations.map(\.coarsened)
        let outlines = references.map { Outline(ReplayTrace($0.trajectory)) }
        prepared = Prepared(
            pace: pace,
            duration: Double(median(references.map { Float(max($0.trajectory.count - 1, 1)) * $0.trajectory.step })) * Trajectory.usualStep,
            blocks: ReferenceBlock.blocks(representations, weights: references.map(\.weights)),
            global: GlobalStatistics(references.map { GlobalTraits($0.features) }),
            outlines: RememberedOutlines(outlines),
            usualTimedDistance: Outline.usualTimedDistance(outlines),
            coarsened: coarsened,
            usual: Self.usualDifferences(coarsened, variant)
        )
    }

    /// The mean differences of each reference from the next, along their path.
    private static func usualDifferences(_ references: [Representation], _ variant: Variant) -> AspectDifferences {
        guard references.count > 1 else { return .usual }
        var usual = AspectDifferences.none
        let alignment = variant.alignment
        for index in references.indices {
            let (a, b) = (references[index], references[(index + 1) % references.count])
            let differences = AspectDifferences(a, b, alignment.path(a, b))
            for place in usual.values.indices { usual.values[place] += differences.values[place] / Float(references.count) }
        }
        return usual
    }

    public static func == (a: Template, b: Template) -> Bool {
        a.references == b.references && a.speedUnit == b.speedUnit && a.variant == b.variant && a.statistics == b.statistics
            && a.tool == b.tool && a.complexity == b.complexity
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(references)
        hasher.combine(variant)
        hasher.combine(tool)
    }
}

internal import RealModule

extension MovementPlan.Variation {
    /// How an impostor of a kind carries out another's plan.
    ///
    /// The practised one is as those of SVC2004, Task 2, who had seen replays on a screen; docs/results/synthesis.md compares them. Of the
    /// others no real samples were at hand: they are as far off as their way of working suggests.
    static func forgery(_ kind: SyntheticSigner.ForgeryKind) -> MovementPlan.Variation {
        switch kind {
        case .tracing, .random: .tracing
        case .copying: .copying
        case .fluent: .fluent
        case .practised: .practised
        }
    }

    /// How much forgers differ in skill: most are near the best that their kind can do, a few are far from it.
    private static let skill = 0.35

    /// The same by a forger of some skill, drawn by chance.
    func byAnyForger(_ generator: inout SplitMix64) -> MovementPlan.Variation {
        let factor = Double.exp(Self.skill * generator.normal().magnitude)
        var variation = self
        variation.place *= factor
        variation.bend *= factor
        variation.delay *= factor
        variation.mu *= factor
        variation.sigma *= factor
        variation.slowness = 1 + (slowness - 1) * factor
        return variation
    }

    /// Along a picture that lies under the paper: right in place, slow, unsure.
    private static let tracing = MovementPlan.Variation(
        place: 0.05,
        likeness: 0.3,
        bend: 0.12,
        delay: 0.3,
        mu: 0.1,
        sigma: 0.05,
        roundness: 0.1,
        overlap: 0.1,
        size: 0.03,
        proportion: 0.02,
        tempo: 0.15,
        pressure: 0.2,
        turn: 0.02,
        slowness: 2.2,
        hesitation: (0.05, 0.15)
    )

    /// From a picture beside the paper: places and proportions are off, the pen stops to look.
    private static let copying = MovementPlan.Variation(
        place: 0.08,
        likeness: 0.4,
        bend: 0.25,
        delay: 0.3,
        mu: 0.08,
        sigma: 0.05,
        roundness: 0.1,
        overlap: 0.1,
        size: 0.12,
        proportion: 0.06,
        tempo: 0.15,
        pressure: 0.2,
        turn: 0.05,
        slowness: 1.6,
        hesitation: (0.15, 0.25)
    )

    /// Practised from a picture until it flows: somewhat wrong in shape, and the timing, which no picture shows, is the forger's own.
    private static let fluent = MovementPlan.Variation(
        place: 0.058,
        likeness: 0.4,
        bend: 0.2,
        delay: 0.19,
        mu: 0.05,
        sigma: 0.03,
        roundness: 0.15,
        overlap: 0.25,
        size: 0.14,
        proportion: 0.06,
        tempo: 0.25,
        pressure: 0.35,
        turn: 0.05,
        slowness: 1.28,
        lightness: 0.79,
        lift: 0.35,
        missedLifts: 0.05
    )

    /// Practised from watching the person sign, as the forgers of competitions did.
    private static let practised = MovementPlan.Variation(
        place: 0.042,
        likeness: 0.4,
        bend: 0.17,
        delay: 0.145,
        mu: 0.042,
        sigma: 0.03,
        roundness: 0.15,
        overlap: 0.22,
        size: 0.13,
        proportion: 0.055,
        tempo: 0.19,
        pressure: 0.36,
        turn: 0.05,
        slowness: 1.18,
        lightness: 0.79,
        lift: 0.28,
        missedLifts: 0.03
    )
}

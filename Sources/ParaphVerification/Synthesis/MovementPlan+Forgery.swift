extension MovementPlan.Variation {
    /// How an impostor of a kind carries out another's plan.
    static func forgery(_ kind: SyntheticSigner.ForgeryKind) -> MovementPlan.Variation {
        switch kind {
        // Along a picture that lies under the paper: right in place, slow, unsure.
        case .tracing, .random:
            MovementPlan.Variation(
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
        // From a picture beside the paper: places and proportions are off, the pen stops to look.
        case .copying:
            MovementPlan.Variation(
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
        // Practised from a picture until it flows: nearly right in time, somewhat wrong in shape and rhythm.
        case .fluent:
            MovementPlan.Variation(
                place: 0.08,
                likeness: 0.4,
                bend: 0.25,
                delay: 0.2,
                mu: 0.06,
                sigma: 0.05,
                roundness: 0.1,
                overlap: 0.1,
                size: 0.1,
                proportion: 0.05,
                tempo: 0.12,
                pressure: 0.2,
                turn: 0.05,
                slowness: 1.15
            )
        // Practised from watching the person sign, as the best forgers of competitions did.
        case .practised:
            MovementPlan.Variation(
                place: 0.075,
                likeness: 0.4,
                bend: 0.22,
                delay: 0.18,
                mu: 0.05,
                sigma: 0.04,
                roundness: 0.15,
                overlap: 0.1,
                size: 0.08,
                proportion: 0.04,
                tempo: 0.1,
                pressure: 0.15,
                turn: 0.04,
                slowness: 1.08
            )
        }
    }
}

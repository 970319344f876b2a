internal import RealModule

extension MovementPlan {
    /// How much a plan changes.
    struct Variation: Sendable {
        /// Relative changes of single strokes' lengths and delays, and absolute ones of directions (radians), mu and sigma.
        var length: Double
        var delay: Double
        var direction: Double
        var mu: Double
        var sigma: Double
        /// Relative changes of the whole: size, tempo, pressure, and its turn in radians.
        var size: Double
        var tempo: Double
        var pressure: Double
        var turn: Double
        /// How much longer the whole takes.
        var slowness = 1.0

        /// From one sample to the next.
        static let genuine = Variation(
            length: 0.1,
            delay: 0.09,
            direction: 0.1,
            mu: 0.03,
            sigma: 0.025,
            size: 0.06,
            tempo: 0.045,
            pressure: 0.05,
            turn: 0.03
        )
        /// From one day to another.
        static let session = Variation(
            length: 0.05,
            delay: 0.04,
            direction: 0.05,
            mu: 0.015,
            sigma: 0.015,
            size: 0.05,
            tempo: 0.05,
            pressure: 0.08,
            turn: 0.03
        )
        /// A slow drawing along a picture.
        static let tracing = Variation(
            length: 0.09,
            delay: 0.3,
            direction: 0.12,
            mu: 0.1,
            sigma: 0.05,
            size: 0.05,
            tempo: 0.15,
            pressure: 0.2,
            turn: 0.03,
            slowness: 2.2
        )
        /// A practised imitation.
        static let imitation = Variation(
            length: 0.2,
            delay: 0.2,
            direction: 0.2,
            mu: 0.06,
            sigma: 0.05,
            size: 0.1,
            tempo: 0.12,
            pressure: 0.2,
            turn: 0.06,
            slowness: 1.15
        )
    }

    /// Carries the plan out a little differently.
    mutating func vary(by variation: Variation, _ generator: inout SplitMix64) {
        let tempo = Double.exp(variation.tempo * generator.normal()) * variation.slowness
        for index in strokes.indices {
            strokes[index].length *= Double.exp(variation.length * generator.normal())
            strokes[index].delay *= tempo * Double.exp(variation.delay * generator.normal())
            let turn = variation.direction * generator.normal()
            strokes[index].start += turn + 0.5 * variation.direction * generator.normal()
            strokes[index].end += turn + 0.5 * variation.direction * generator.normal()
            strokes[index].mu += Double.log(tempo) + variation.mu * generator.normal()
            strokes[index].sigma = max(strokes[index].sigma + variation.sigma * generator.normal(), 0.1)
        }
        let size = Double.exp(variation.size * generator.normal())
        scale.x *= size * Double.exp(0.4 * variation.size * generator.normal())
        scale.y *= size * Double.exp(0.4 * variation.size * generator.normal())
        rotation += variation.turn * generator.normal()
        pressure = min(max(pressure * Double.exp(variation.pressure * generator.normal()), 0.1), 0.95)
        origin.x += 6 * generator.normal()
        origin.y += 4 * generator.normal()
    }
}

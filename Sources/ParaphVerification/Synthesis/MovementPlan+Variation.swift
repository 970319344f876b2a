internal import RealModule

extension MovementPlan {
    /// How much a plan changes.
    struct Variation: Sendable {
        /// How far the pen misses the places that it makes for, as a share of the height.
        var place: Double
        /// How much a miss is like the one before it, 0 … 1.
        var likeness: Double
        /// Changes of single strokes: of the bend in radians, and relative ones of the delay; absolute ones of mu and sigma.
        var bend: Double
        var delay: Double
        var mu: Double
        var sigma: Double
        /// Relative changes that all strokes share: of the bends, and of how far strokes run into one another.
        var roundness: Double
        var overlap: Double
        /// Relative changes of the whole: size, proportions, tempo, pressure, and its turn in radians.
        var size: Double
        var proportion: Double
        var tempo: Double
        var pressure: Double
        var turn: Double
        /// How much longer the whole takes.
        var slowness = 1.0
        /// The share of the pressure that is left.
        var lightness = 1.0
        /// Relative changes of single lifts of the pen, and the share of them that are left out.
        var lift = 0.0
        var missedLifts = 0.0
        /// The share of strokes before which the pen waits, and for how long at most, in seconds.
        var hesitation = (share: 0.0, time: 0.0)

        /// So many times as much of every change.
        func times(_ factor: Double) -> Variation {
            var variation = self
            variation.place *= factor
            variation.bend *= factor
            variation.delay *= factor
            variation.mu *= factor
            variation.sigma *= factor
            variation.roundness *= factor
            variation.overlap *= factor
            variation.size *= factor
            variation.proportion *= factor
            variation.tempo *= factor
            variation.pressure *= factor
            variation.turn *= factor
            return variation
        }

        /// From one sample to the next.
        static let genuine = Variation(
            place: 0.0301,
            likeness: 0.4,
            bend: 0.19,
            delay: 0.0948,
            mu: 0.03,
            sigma: 0.02,
            roundness: 0.17,
            overlap: 0.05,
            size: 0.067,
            proportion: 0.0344,
            tempo: 0.043,
            pressure: 0.05,
            turn: 0.0218
        )
        /// From one day to another.
        static let session = Variation(
            place: 0.04,
            likeness: 0.8,
            bend: 0.0505,
            delay: 0.04,
            mu: 0.015,
            sigma: 0.01,
            roundness: 0.02,
            overlap: 0.11,
            size: 0.088,
            proportion: 0.023,
            tempo: 0.094,
            pressure: 0.0931,
            turn: 0.02
        )
    }

    /// How widely people vary.
    enum Steadiness {
        /// How much people differ, by the standard deviation of a logarithm, and by how much the middle one varies more than the steady.
        static let spread = 0.42
        static let middle = 0.08
        /// How much single samples of a person differ in how well they turn out.
        static let sample = 0.2
        /// The share of samples that slip, how much people differ in that, and how far they slip at most, as a logarithm.
        static let slips = 0.05
        static let slipsSpread = 0.5
        static let slip = 1.0
        /// How little and how much anybody varies, and any sample.
        ///
        /// Steadier ones would draw what passes for copies, which no real person does.
        static let people = 0.85...2.2
        static let samples = 0.85...3.0

        /// How many times as much as the steady a sample varies; `person` always gives the same numbers for a person.
        static func factor(person: inout SplitMix64, sample: inout SplitMix64) -> Double {
            let own = min(max(Double.exp(spread * person.normal() + middle), people.lowerBound), people.upperBound)
            let share = slips * Double.exp(slipsSpread * person.normal())
            var factor = own * Double.exp(Self.sample * sample.normal())
            if sample.unit() < share { factor *= Double.exp(slip * sample.unit()) }
            return min(max(factor, samples.lowerBound), samples.upperBound)
        }
    }

    /// Carries the plan out a little differently.
    mutating func vary(by variation: Variation, _ generator: inout SplitMix64) {
        let tempo = Double.exp(variation.tempo * generator.normal()) * variation.slowness
        let roundness = Double.exp(variation.roundness * generator.normal())
        let overlap = Double.exp(variation.overlap * generator.normal())
        let fresh = (1 - variation.likeness * variation.likeness).squareRoot() * variation.place * height
        var place = (x: 0.0, y: 0.0)
        var miss = (x: 0.0, y: 0.0)
        for index in strokes.indices {
            let bend = strokes[index].end - strokes[index].start
            let heading = (strokes[index].start + strokes[index].end) / 2
            let chord = strokes[index].length * Self.chordShare(bend)
            let before = (x: place.x + miss.x, y: place.y + miss.y)
            place = (place.x + chord * Double.cos(heading), place.y + chord * Double.sin(heading))
            miss = (variation.likeness * miss.x + fresh * generator.normal(), variation.likeness * miss.y + fresh * generator.normal())
            let (dx, dy) = (place.x + miss.x - before.x, place.y + miss.y - before.y)
            // Slight bends may turn over, strong ones keep their side.
            let newBend = min(max(bend * roundness + variation.bend * generator.normal(), -5), 5)
            let newHeading = Double.atan2(y: dy, x: dx)
            strokes[index].length = max(Double.hypot(dx, dy), 0.1) / Self.chordShare(newBend)
            strokes[index].start = newHeading - newBend / 2
            strokes[index].end = newHeading + newBend / 2
            strokes[index].delay *= tempo * Double.exp(variation.delay * generator.normal())
            if generator.unit() < variation.hesitation.share { strokes[index].delay += generator.uniform(0, variation.hesitation.time) }
            strokes[index].mu += Double.log(tempo) + variation.mu * generator.normal()
            strokes[index].sigma = max(strokes[index].sigma * overlap + variation.sigma * generator.normal(), 0.1)
        }
        varyLifts(by: variation, &generator)
        let size = Double.exp(variation.size * generator.normal())
        let proportion = Double.exp(variation.proportion * generator.normal())
        scale.x *= size * proportion
        scale.y *= size / proportion
        rotation += variation.turn * generator.normal()
        pressure = min(max(pressure * variation.lightness * Double.exp(variation.pressure * generator.normal()), 0.1), 0.98)
        origin.x += 6 * generator.normal()
        origin.y += 4 * generator.normal()
    }

    /// Lifts the pen for longer or shorter, so that what follows comes later or sooner, or not at all.
    private mutating func varyLifts(by variation: Variation, _ generator: inout SplitMix64) {
        guard variation.lift > 0 || variation.missedLifts > 0 else { return }
        for index in strokes.indices where strokes[index].isLifted {
            let change = variation.lift * generator.normal()
            strokes[index].mu += change
            if index + 1 < strokes.count { strokes[index + 1].delay *= Double.exp(change) }
            if generator.unit() < variation.missedLifts { strokes[index].isLifted = false }
        }
    }

    /// The chord of an arc by its length.
    static func chordShare(_ bend: Double) -> Double {
        bend.magnitude < 1e-3 ? 1 : Double.sin(bend / 2) / (bend / 2)
    }
}

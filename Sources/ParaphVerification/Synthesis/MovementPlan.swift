internal import RealModule

/// What a person means to draw: strokes of the kinematic theory, in the order of time.
struct MovementPlan: Sendable {
    /// One stroke: a movement of a length along an arc, with a lognormal speed.
    struct Stroke: Sendable {
        /// When its command is given, in seconds after that of the stroke before.
        var delay: Double
        /// Its length in points of the pad.
        var length: Double
        /// The directions at its start and end, in radians.
        var start: Double
        var end: Double
        /// The logarithm of its median response time in seconds, and the spread of that.
        var mu: Double
        var sigma: Double
        /// Whether the pen is lifted during it.
        var isLifted = false
    }

    /// The size of the pad, in points.
    static let pad = (width: 360.0, height: 160.0)

    var strokes: [Stroke]
    /// How hard the person presses, 0 … 1.
    var pressure: Double
    /// The height of the drawing as it is meant, in points of the pad.
    var height = 0.0
    /// Where the drawing starts on the pad.
    var origin = (x: 0.0, y: 0.0)
    /// The size and lean of the whole drawing.
    var scale = (x: 1.0, y: 1.0)
    var rotation = 0.0

    /// Makes up a plan: large initials, letters as loops and waves between two lines, lifts between words, often a flourish.
    init(_ generator: inout SplitMix64) {
        strokes = []
        pressure = Habit.pressure + Habit.pressureSpread * generator.normal()
        pressure = min(max(pressure, 0.3), 0.95)
        var writer = PlanWriter(&generator)
        writer.initial(&generator)
        for _ in 0..<Int(generator.uniform(Habit.fewestLetters, Habit.mostLetters)) { writer.letter(&generator) }
        if generator.unit() < 0.3 {
            writer.lift(&generator)
            writer.initial(&generator)
            for _ in 0..<Int(generator.uniform(1, 4)) { writer.letter(&generator) }
        }
        if generator.unit() < Habit.flourishes { writer.flourish(&generator) }
        strokes = writer.strokes
        fit(width: generator.uniform(170, 270), height: generator.uniform(90, 130))
    }

    /// Scales the strokes so that the drawing is of a size at most, and puts it in the middle of the pad.
    private mutating func fit(width: Double, height: Double) {
        let onsets = onsets
        let finish = (onsets.last ?? 0) + 1
        var box = (left: 0.0, right: 0.0, top: 0.0, bottom: 0.0)
        for step in 0...400 {
            let place = position(at: finish * Double(step) / 400, onsets)
            box = (min(box.left, place.x), max(box.right, place.x), min(box.top, place.y), max(box.bottom, place.y))
        }
        let factor = min(width / max(box.right - box.left, 1), height / max(box.bottom - box.top, 1))
        self.height = factor * (box.bottom - box.top)
        for index in strokes.indices { strokes[index].length *= factor }
        origin = (
            Self.pad.width / 2 - factor * (box.left + box.right) / 2, Self.pad.height / 2 - factor * (box.top + box.bottom) / 2
        )
    }

    /// When each stroke's command is given, in seconds.
    var onsets: [Double] {
        var clock = 0.0
        return strokes.map { stroke in
            clock += stroke.delay
            return clock
        }
    }
}

/// Puts strokes one after another so that they reach the places that letters have.
private struct PlanWriter {
    private(set) var strokes: [MovementPlan.Stroke] = []
    /// Where the pen is; the base line is 0, and the usual letter is 1 high (upwards is negative).
    private var place = (x: 0.0, y: 0.0)
    private let advance: Double
    private let lean: Double
    private let bend: Double
    private let tempo: Double
    /// How often the pen is lifted after a letter, and how long that takes.
    private let lifting: Double
    private let liftTime: Double

    init(_ generator: inout SplitMix64) {
        advance = generator.uniform(0.2, 0.55) * Habit.advance
        lean = generator.uniform(-0.1, 0.5)
        bend = generator.uniform(0.5, 1.7) * Habit.bend
        tempo = Habit.tempo * Double.exp(Habit.tempoSpread * generator.normal())
        lifting = min(max(Habit.lifting + Habit.liftingSpread * generator.normal(), 0), 1)
        liftTime = Habit.liftTime * Double.exp(Habit.liftTimeSpread * generator.normal())
    }

    /// A stroke to a place, bent by an angle.
    private mutating func move(_ x: Double, _ y: Double, bend: Double, lifted: Bool = false, _ generator: inout SplitMix64) {
        let (dx, dy) = (x - place.x, y - place.y)
        let chord = Double.hypot(dx, dy)
        guard chord > 1e-3 else { return }
        let heading = Double.atan2(y: dy, x: dx)
        // An arc is longer than its chord.
        let length = bend.magnitude < 1e-3 ? chord : chord * (bend / 2) / Double.sin(bend / 2)
        let size = min(max(chord, 0.35), 6)
        strokes.append(
            MovementPlan.Stroke(
                delay: tempo * (Habit.fixedTime + size * (1 - Habit.fixedTime)) * generator.uniform(0.8, 1.25) * (lifted ? liftTime : 1),
                length: length,
                start: heading - bend / 2,
                end: heading + bend / 2,
                mu: generator.uniform(-1.95, -1.7),
                sigma: generator.uniform(0.7, 1.3) * Habit.sigma,
                isLifted: lifted
            )
        )
        place = (x, y)
    }

    /// A capital: two to four long strokes, some of them round.
    mutating func initial(_ generator: inout SplitMix64) {
        let (left, height) = (place.x, generator.uniform(1.5, 2.4) * Habit.capital)
        let count = Int(generator.uniform(2, 5))
        for index in 0..<count {
            let isDown = index.isMultiple(of: 2) == (place.y < -0.5)
            let y = isDown ? generator.uniform(-0.3, 0.4) : -height * generator.uniform(0.7, 1)
            move(left + generator.uniform(-0.4, 1.4) + (isDown ? 0 : lean), y, bend: Habit.bend * generator.uniform(-2.2, 2.2), &generator)
        }
        move(max(place.x, left) + advance, generator.uniform(-0.4, 0), bend: generator.uniform(-1, 1), &generator)
    }

    /// A small letter: up and down again, as a loop or a wave, sometimes long, sometimes lifted after.
    mutating func letter(_ generator: inout SplitMix64) {
        let kind = generator.unit()
        let height = kind < 0.18 ? generator.uniform(1.4, 2) : generator.uniform(0.7, 1.2)
        let depth = kind > 0.88 ? generator.uniform(0.8, 1.4) : generator.uniform(-0.1, 0.1)
        let isLoop = generator.unit() < 0.6
        let turn = (isLoop ? -1.0 : 1.0) * bend * generator.uniform(0.6, 1.3)
        let back = isLoop ? generator.uniform(-0.5, 0) : generator.uniform(0, 0.4)
        if generator.unit() < Habit.hooks { hook(&generator) }
        move(place.x + advance * generator.uniform(0.7, 1.3) + lean * height * 0.4, -height, bend: turn, &generator)
        move(place.x + back * advance - lean * height * 0.3, depth, bend: turn * generator.uniform(0.5, 1), &generator)
        if generator.unit() < lifting { lift(&generator) }
    }

    /// A short stroke to somewhere near, as where a pen lands or turns.
    private mutating func hook(_ generator: inout SplitMix64) {
        let reach = 2 * Habit.hookLength
        move(
            place.x + generator.uniform(-reach, reach),
            place.y + generator.uniform(-reach, reach),
            bend: generator.uniform(-1, 1),
            &generator
        )
    }

    /// A movement through the air.
    mutating func lift(_ generator: inout SplitMix64) {
        let (x, y) = (place.x + advance * generator.uniform(0.4, 1.2), generator.uniform(-1.2, 0))
        move(x, y, bend: generator.uniform(-0.8, 0.8), lifted: true, &generator)
    }

    /// A long line under or through the name, once or to and fro.
    mutating func flourish(_ generator: inout SplitMix64) {
        let right = place.x
        let y = generator.uniform(0.4, 1.1)
        if generator.unit() < 0.6 {
            move(right * generator.uniform(0, 0.4), y, bend: generator.uniform(-1.4, 1.4), lifted: generator.unit() < 0.5, &generator)
        }
        move(
            right * generator.uniform(0.9, 1.3) * Habit.flourishLength + 1,
            y + generator.uniform(-0.6, 0.3),
            bend: generator.uniform(-0.7, 0.7),
            &generator
        )
        if generator.unit() < 0.35 { move(right * generator.uniform(0.2, 0.6), y + 0.4, bend: generator.uniform(-0.9, 0.9), &generator) }
    }
}

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

    var strokes: [Stroke]
    /// How hard the person presses, 0 … 1.
    var pressure: Double
    /// Where the drawing starts on the pad.
    var origin: (x: Double, y: Double)
    /// The size and lean of the whole drawing.
    var scale = (x: 1.0, y: 1.0)
    var rotation = 0.0

    /// The size of the pad, in points.
    static let pad = (width: 360.0, height: 160.0)

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

    /// Makes up a plan: waves to the right like writing, some loops, a few lifts, often a flourish at the end.
    init(_ generator: inout SplitMix64) {
        let count = Int(generator.uniform(12, 34))
        let amplitude = generator.uniform(22, 48)
        let tempo = generator.uniform(0.065, 0.11)
        let lean = generator.uniform(-0.4, 0.4)
        strokes = []
        for index in 0..<count {
            let isDown = index.isMultiple(of: 2)
            let base = isDown ? Double.pi / 2 + lean : -Double.pi / 2 + lean + generator.uniform(0.15, 0.9)
            let bend = generator.uniform(-1.6, 1.6)
            let big = generator.unit() < 0.15 ? generator.uniform(1.4, 2.2) : 1
            strokes.append(
                Stroke(
                    delay: tempo * generator.uniform(0.75, 1.5),
                    length: amplitude * big * generator.uniform(0.5, 1.3),
                    start: base + bend / 2 + generator.uniform(-0.3, 0.3),
                    end: base - bend / 2 + generator.uniform(-0.3, 0.3),
                    mu: generator.uniform(-1.75, -1.45),
                    sigma: generator.uniform(0.16, 0.3),
                    isLifted: index > 2 && index < count - 2 && !isDown && generator.unit() < 0.18
                )
            )
        }
        if generator.unit() < 0.6 {
            let heading = generator.uniform(-0.3, 0.3) + (generator.unit() < 0.3 ? Double.pi : 0)
            strokes.append(
                Stroke(
                    delay: tempo * 1.5,
                    length: amplitude * generator.uniform(2, 4),
                    start: heading + generator.uniform(-0.8, 0.8),
                    end: heading,
                    mu: generator.uniform(-1.5, -1.3),
                    sigma: generator.uniform(0.2, 0.3)
                )
            )
        }
        pressure = generator.uniform(0.35, 0.75)
        origin = (0, 0)
        fit(width: generator.uniform(170, 290), height: generator.uniform(60, 115))
    }
}

/// The extent of a drawing and how much happens in it.
struct Shape {
    /// The larger side of the box round it.
    var size: Float
    /// The spread across the main direction as a share of that along it.
    var slimness: Float
    /// How much the pen turned, in full turns.
    var turns: Float

    init(_ trajectory: Trajectory) {
        let (meanX, spreadX) = moments(trajectory.x)
        let (meanY, spreadY) = moments(trajectory.y)
        size = max((trajectory.x.max() ?? 0) - (trajectory.x.min() ?? 0), (trajectory.y.max() ?? 0) - (trajectory.y.min() ?? 0))
        var product: Float = 0
        for n in trajectory.x.indices { product += (trajectory.x[n] - meanX) * (trajectory.y[n] - meanY) }
        product /= Float(max(trajectory.count, 1))
        let (xx, yy) = (spreadX * spreadX, spreadY * spreadY)
        let root = ((xx - yy) * (xx - yy) + 4 * product * product).squareRoot()
        let larger = (xx + yy + root) / 2
        slimness = larger > 0 ? (max(xx + yy - root, 0) / 2 / larger).squareRoot() : 0
        turns = Self.turns(trajectory.x.indices.lazy.map { SIMD2(trajectory.x[$0], trajectory.y[$0]) }, step: size * 0.06)
    }

    /// How hard the drawing is to imitate, 0 … 1: 1 from eight full turns on.
    var complexity: Double {
        Double(min(max(turns / 8, 0), 1))
    }

    /// The sum of all turns between places at least `step` apart, in full turns.
    static func turns(_ places: some Sequence<SIMD2<Float>>, step: Float) -> Float {
        var last: SIMD2<Float>?
        var heading: SIMD2<Float>?
        var sum: Float = 0
        guard step > 0 else { return 0 }
        for place in places {
            guard let before = last else {
                last = place
                continue
            }
            let way = place - before
            guard way.x * way.x + way.y * way.y >= step * step else { continue }
            if let heading { sum += turn(heading.x * way.y - heading.y * way.x, heading.x * way.x + heading.y * way.y).magnitude }
            (heading, last) = (way, place)
        }
        return sum / (2 * .pi)
    }
}

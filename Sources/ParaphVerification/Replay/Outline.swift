/// A trace made ready for comparison: its points round their centre, of size 1, in several degrees of detail.
struct Outline: Sendable {
    typealias Place = SIMD2<Float>

    /// The points in ``detail``, coarsest first, with their centre at 0 and a root mean square distance of 1 from it; empty for a dot.
    var levels: [[Place]]

    /// A few points at even distances in time, and as many at even distances along the path.
    var sketches: [[Place]] = []

    /// The number of points of a sketch.
    private static let sketched = 21

    /// The most points of each level.
    static let detail = [40, 100, ReplayTrace.maximumCount]

    /// Makes a trace ready.
    ///
    /// Complexity: O(points).
    init(_ trace: ReplayTrace) {
        var points = (0..<trace.count).map { Place(Float(trace.coordinates[2 * $0]), Float(trace.coordinates[2 * $0 + 1])) }
        let centre = points.reduce(Place(), +) / Float(max(points.count, 1))
        var squares: Float = 0
        for index in points.indices {
            points[index] -= centre
            squares += (points[index] * points[index]).sum()
        }
        guard squares > 0 else {
            levels = []
            return
        }
        let scale = 1 / (squares / Float(points.count)).squareRoot()
        for index in points.indices { points[index] *= scale }
        let all = points
        levels = Self.detail.map { limit in
            guard all.count > limit else { return all }
            return (0..<limit).map { part in
                let range = (part * all.count / limit)..<((part + 1) * all.count / limit)
                return all[range].reduce(Place(), +) / Float(range.count)
            }
        }
        if let coarse = levels.first, levels[1].count > 7 {
            sketches = [Self.sketch(coarse) { _ in 1 }, Self.sketch(levels[1], Self.length)]
        }
    }

    private static func length(_ step: Place) -> Float { (step * step).sum().squareRoot() }

    /// Places at even distances, by what each step counts.
    private static func sketch(_ points: [Place], _ count: (Place) -> Float) -> [Place] {
        var distances: [Float] = [0]
        distances.reserveCapacity(points.count)
        for index in points.indices.dropFirst() { distances.append(distances[index - 1] + count(points[index] - points[index - 1])) }
        let all = distances.last ?? 0
        var next = 1
        return (0..<sketched).map { part in
            let distance = all * Float(part) / Float(sketched - 1)
            while next < points.count - 1 && distances[next] < distance { next += 1 }
            let step = distances[next] - distances[next - 1]
            let share = step > 0 ? min(max((distance - distances[next - 1]) / step, 0), 1) : 0
            return points[next - 1] + (points[next] - points[next - 1]) * share
        }
    }
}

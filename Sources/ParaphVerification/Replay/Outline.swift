/// A trace made ready for comparison: its points round their centre, of size 1, in several degrees of detail.
struct Outline: Sendable {
    typealias Place = SIMD2<Float>

    /// The points in ``detail``, coarsest first, with their centre at 0 and a root mean square distance of 1 from it; empty for a dot.
    var levels: [[Place]]

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
    }
}

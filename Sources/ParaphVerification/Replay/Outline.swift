/// A trace made ready for comparison: its points round their centre, of size 1, finely and coarsely.
struct Outline: Sendable {
    typealias Place = SIMD2<Float>

    /// The points, with their centre at 0 and a root mean square distance of 1 from it; empty for a dot.
    var points: [Place]
    /// The same in at most ``coarseCount`` points, each the mean of those it stands for.
    var coarse: [Place]

    /// The points of the coarse form.
    static let coarseCount = 40

    /// Makes a trace ready.
    ///
    /// Complexity: O(points).
    init(_ trace: ReplayTrace) {
        points = (0..<trace.count).map { Place(Float(trace.coordinates[2 * $0]), Float(trace.coordinates[2 * $0 + 1])) }
        let centre = points.reduce(Place(), +) / Float(max(points.count, 1))
        var squares: Float = 0
        for index in points.indices {
            points[index] -= centre
            squares += (points[index] * points[index]).sum()
        }
        guard squares > 0 else {
            points = []
            coarse = []
            return
        }
        let scale = 1 / (squares / Float(points.count)).squareRoot()
        for index in points.indices { points[index] *= scale }
        let count = min(points.count, Self.coarseCount)
        let all = points
        coarse = (0..<count).map { part in
            let range = (part * all.count / count)..<((part + 1) * all.count / count)
            return all[range].reduce(Place(), +) / Float(range.count)
        }
    }

    /// How far the coarse forms lie apart without being turned onto one another: a quick look that tells most drawings apart.
    ///
    /// Complexity: O(1), about 600 steps.
    func coarseDistance(to other: Outline) -> Float {
        let (n, m) = (coarse.count, other.coarse.count)
        guard n > 0, m > 0 else { return .greatestFiniteMagnitude }
        let window = Alignment.Window(rows: n, lengths: [m], band: 0.2)
        return withUnsafeTemporaryAllocation(of: Float.self, capacity: m + 1) { above in
            above.initialize(repeating: 1e30)
            for i in 0..<n {
                let (first, last) = window[i]
                var left: Float = 1e30
                var diagonal = i == 0 ? 0 : above[first]
                above[first] = 1e30
                for j in first...last {
                    let difference = coarse[i] - other.coarse[j]
                    let up = above[j + 1]
                    left = min(diagonal, up, left) + difference.x.magnitude + difference.y.magnitude
                    above[j + 1] = left
                    diagonal = up
                }
            }
            return above[m] / Float(n + m)
        }
    }
}

extension ReplayTrace {
    /// Traces whose mean distance, in shares of the drawing's size, is smaller are copies.
    static let copyDistance: Float = 0.012

    /// Whether one is a copy of the other.
    func isCopy(of other: ReplayTrace) -> Bool {
        distance(to: other) < Self.copyDistance
    }

    /// How far the drawings lie apart when moved, scaled and turned onto one another, as a share of their size.
    ///
    /// Points are matched in order, whatever the timing. Complexity: O(points²), at most 240² steps.
    func distance(to other: ReplayTrace) -> Float {
        let a = normalised
        var b = other.normalised
        guard a.count > 7, b.count > 7 else { return coordinates == other.coordinates ? 0 : .greatestFiniteMagnitude }
        var best = Float.greatestFiniteMagnitude
        for _ in 0..<2 {
            let pairs = Self.match(a, b)
            let (moved, residual) = Self.fit(a, b, pairs)
            b = moved
            best = min(best, residual)
            if residual > 0.15 { break }
        }
        return best
    }

    /// The points with their centre at 0 and a root mean square distance of 1 from it.
    private var normalised: [SIMD2<Float>] {
        var points = (0..<count).map { SIMD2(Float(coordinates[2 * $0]), Float(coordinates[2 * $0 + 1])) }
        let centre = points.reduce(SIMD2(), +) / Float(max(points.count, 1))
        var squares: Float = 0
        for index in points.indices {
            points[index] -= centre
            squares += (points[index] * points[index]).sum()
        }
        guard squares > 0 else { return [] }
        let scale = 1 / (squares / Float(points.count)).squareRoot()
        for index in points.indices { points[index] *= scale }
        return points
    }

    /// The points of `b` matched to each point of `a`, in order, by the least sum of distances.
    private static func match(_ a: [SIMD2<Float>], _ b: [SIMD2<Float>]) -> [(Int, Int)] {
        let (n, m) = (a.count, b.count)
        var moves = [UInt8](repeating: 0, count: n * m)
        var above = [Float](repeating: 1e30, count: m + 1)
        for i in 0..<n {
            var left: Float = 1e30
            var diagonal = i == 0 ? 0 : above[0]
            above[0] = 1e30
            for j in 0..<m {
                let difference = a[i] - b[j]
                let cost = (difference * difference).sum().squareRoot()
                let up = above[j + 1]
                var best = diagonal
                var move: UInt8 = 0
                if up < best { (best, move) = (up, 1) }
                if left < best { (best, move) = (left, 2) }
                moves[i * m + j] = move
                left = best + cost
                above[j + 1] = left
                diagonal = up
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (n - 1, m - 1)
        while true {
            pairs.append((i, j))
            if i == 0 && j == 0 { return pairs }
            let move = moves[i * m + j]
            if (move != 2 && i > 0) || j == 0 { i -= 1 }
            if (move != 1 && j > 0) || (i < 0) { j -= 1 }
            i = max(i, 0)
        }
    }

    /// Lays `b` on `a` by the best move, turn and scale of matched pairs; the residual is the mean distance of `a`'s points from the line of `b`.
    private static func fit(_ a: [SIMD2<Float>], _ b: [SIMD2<Float>], _ pairs: [(Int, Int)]) -> (moved: [SIMD2<Float>], residual: Float) {
        let total = Float(pairs.count)
        var (centreA, centreB) = (SIMD2<Float>(), SIMD2<Float>())
        for (i, j) in pairs {
            centreA += a[i]
            centreB += b[j]
        }
        centreA /= total
        centreB /= total
        var (dot, cross, square) = (Float(0), Float(0), Float(0))
        for (i, j) in pairs {
            let p = a[i] - centreA
            let q = b[j] - centreB
            dot += (p * q).sum()
            cross += q.x * p.y - q.y * p.x
            square += (q * q).sum()
        }
        guard square > 0 else { return (b, .greatestFiniteMagnitude) }
        let (cosine, sine) = (dot / square, cross / square)
        let moved = b.map { point in
            let q = point - centreB
            return SIMD2(q.x * cosine - q.y * sine, q.x * sine + q.y * cosine) + centreA
        }
        var sum: Float = 0
        for (i, j) in pairs {
            var nearest = distance(a[i], moved[j], moved[j])
            if j > 0 { nearest = min(nearest, distance(a[i], moved[j - 1], moved[j])) }
            if j + 1 < moved.count { nearest = min(nearest, distance(a[i], moved[j], moved[j + 1])) }
            sum += nearest
        }
        return (moved, sum / total)
    }

    /// The distance of a point from a segment.
    private static func distance(_ point: SIMD2<Float>, _ start: SIMD2<Float>, _ end: SIMD2<Float>) -> Float {
        let along = end - start
        let length = (along * along).sum()
        let share = length > 0 ? min(max(((point - start) * along).sum() / length, 0), 1) : 0
        let difference = point - start - along * share
        return (difference * difference).sum().squareRoot()
    }
}

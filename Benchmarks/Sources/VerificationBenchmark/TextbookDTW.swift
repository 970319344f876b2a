import ParaphInk

/// Dynamic time warping as a textbook has it: the whole matrix, one pair at a time, the sum of absolute differences, no band.
struct TextbookDTW {
    /// Rows of ten numbers for each point, as many as the verifier compares without pressure.
    static func rows(_ sample: Sample) -> [[Double]] {
        let points = sample.strokes.flatMap(\.points)
        return points.indices.map { n in
            let before = points[max(n - 1, 0)]
            let after = points[min(n + 1, points.count - 1)]
            let (dx, dy) = (after.x - before.x, after.y - before.y)
            let speed = (dx * dx + dy * dy).squareRoot()
            let (c, s) = speed > 0 ? (dx / speed, dy / speed) : (1, 0)
            return [points[n].x, points[n].y, dx, dy, speed, c, s, dx - dy, dx + dy, points[n].x - points[n].y]
        }
    }

    static func distance(_ a: [[Double]], _ b: [[Double]]) -> Double {
        var matrix = [[Double]](repeating: [Double](repeating: .infinity, count: b.count + 1), count: a.count + 1)
        matrix[0][0] = 0
        for i in 1...a.count {
            for j in 1...b.count {
                var cost = 0.0
                for k in 0..<a[i - 1].count { cost += (a[i - 1][k] - b[j - 1][k]).magnitude }
                matrix[i][j] = cost + min(matrix[i - 1][j - 1], matrix[i - 1][j], matrix[i][j - 1])
            }
        }
        return matrix[a.count][b.count] / Double(a.count + b.count)
    }
}

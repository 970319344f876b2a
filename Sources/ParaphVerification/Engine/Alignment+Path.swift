extension Alignment {
    /// One pair of points that a path matches.
    struct Step: Hashable, Sendable {
        var sample: Int
        var reference: Int
    }

    /// The best path between two samples, from the first points to the last.
    ///
    /// Complexity: O(points²) in time and, one byte a cell, in memory: at most 1.44 MB.
    func path(_ sample: Representation, _ reference: Representation) -> [Step] {
        let n = sample.count
        let m = reference.count
        guard n > 0, m > 0 else { return [] }
        var moves = [UInt8](repeating: 0, count: n * m)
        var above = [Float](repeating: 1e30, count: m + 1)
        let window = Window(rows: n, lengths: [m], band: band)
        above.withUnsafeMutableBufferPointer { above in
            moves.withUnsafeMutableBufferPointer { moves in
                sample.values.withUnsafeBufferPointer { a in
                    reference.values.withUnsafeBufferPointer { b in
                        for i in 0..<n {
                            let (first, last) = window[i]
                            var left: Float = 1e30
                            var diagonal = i == 0 ? 0 : above[first]
                            above[first] = 1e30
                            for j in first...last {
                                var cost: Float = 0
                                for k in 0..<channels {
                                    cost += (a[i * sample.width + k] - b[j * reference.width + k]).magnitude
                                }
                                let up = above[j + 1]
                                var best = diagonal
                                var move: UInt8 = 0
                                if up + penalty < best { (best, move) = (up + penalty, 1) }
                                if left + penalty < best { (best, move) = (left + penalty, 2) }
                                moves[i * m + j] = move
                                left = best + cost
                                above[j + 1] = left
                                diagonal = up
                            }
                        }
                    }
                }
            }
        }
        var steps: [Step] = []
        steps.reserveCapacity(n + m)
        var (i, j) = (n - 1, m - 1)
        while true {
            steps.append(Step(sample: i, reference: j))
            if i == 0 && j == 0 { break }
            switch moves[i * m + j] {
            case 1 where i > 0: i -= 1
            case 2 where j > 0: j -= 1
            default:
                if i > 0 { i -= 1 }
                if j > 0 { j -= 1 }
            }
        }
        steps.reverse()
        return steps
    }

    /// The difference of two points.
    func difference(_ a: Representation, _ i: Int, _ b: Representation, _ j: Int) -> Float {
        var sum: Float = 0
        for k in 0..<channels { sum += (a.values[i * a.width + k] - b.values[j * b.width + k]).magnitude }
        return sum
    }
}

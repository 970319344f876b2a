internal import RealModule

/// How samples are aligned.
struct Alignment: Sendable {
    /// What a step costs that advances one side only.
    var penalty: Float
    /// How many of the leading channels are compared.
    var channels: Int
    /// The half width of the band round the diagonal, as a share of the longer side.
    var band: Float = 0.1

    /// The distances of a sample from each reference of a block: the sum of weighted differences on the best path, by the sum of both lengths.
    ///
    /// Complexity: O(points × band) for all references together; memory O(points).
    func distances(_ sample: Representation, _ block: ReferenceBlock) -> [Float] {
        typealias Lanes = ReferenceBlock.Lanes
        let n = sample.count
        let m = block.longest
        guard n > 0, m > 0 else { return block.lengths.map { _ in 0 } }
        let window = Window(rows: n, lengths: block.lengths, band: band)
        let far = Lanes(repeating: 1e30)
        let penalty = Lanes(repeating: penalty)
        let mask = SIMD8<UInt32>(repeating: 0x7fff_ffff)
        let width = block.width
        let channels = channels
        // row[j + 1] is the cost up to point j; row[0] stays far.
        return withUnsafeTemporaryAllocation(of: Lanes.self, capacity: 2 * (m + 1)) { memory in
            memory.initialize(repeating: far)
            var above = UnsafeMutableBufferPointer(rebasing: memory[0...m])
            var row = UnsafeMutableBufferPointer(rebasing: memory[(m + 1)...])
            block.rows.withUnsafeBufferPointer { rows in
                block.weights.withUnsafeBufferPointer { weights in
                    sample.values.withUnsafeBufferPointer { values in
                        for i in 0..<n {
                            let (first, last) = window[i]
                            var left = far
                            var diagonal = above[first]
                            if i == 0 { diagonal = Lanes() }
                            row[first] = far
                            let point = values.baseAddress.unsafelyUnwrapped + i * sample.width
                            var reference = rows.baseAddress.unsafelyUnwrapped + first * width
                            for j in first...last {
                                var cost = Lanes()
                                for k in 0..<channels {
                                    let difference = Lanes(repeating: point[k]) - reference[k]
                                    cost += unsafeBitCast(unsafeBitCast(difference, to: SIMD8<UInt32>.self) & mask, to: Lanes.self)
                                }
                                reference += width
                                let up = above[j + 1]
                                var best = left.replacing(with: up, where: up .< left) + penalty
                                best = best.replacing(with: diagonal, where: diagonal .< best)
                                left = cost * weights[j] + best
                                row[j + 1] = left
                                diagonal = up
                            }
                            // The next row may look one band step further right than this one was filled.
                            let reach = min(m, window.last(i + 1) + 1)
                            if last + 2 <= reach { for j in (last + 2)...reach { row[j] = far } }
                            swap(&above, &row)
                        }
                    }
                }
            }
            return block.lengths.enumerated().map { lane, length in
                length > 0 ? above[length][lane] / Float(n + length) : 0
            }
        }
    }

    /// Which columns of each row lie in the band of at least one reference.
    struct Window {
        private let slopes: (least: Float, most: Float)
        private let radius: Float
        private let rows: Int
        private let columns: Int
        private let shortest: Int

        init(rows: Int, lengths: [Int], band: Float) {
            self.rows = rows
            columns = lengths.max() ?? 1
            shortest = lengths.min() ?? 1
            let scale = Float(max(rows - 1, 1))
            slopes = (Float(shortest - 1) / scale, Float(columns - 1) / scale)
            // Never narrower than the slope, or steep bands would have holes.
            radius = max(band * Float(max(rows, columns)), Float(columns) / scale + 2)
        }

        /// The first and last column of a row.
        subscript(row: Int) -> (first: Int, last: Int) {
            if row == 0 { return (0, last(0)) }
            let first = max(0, Int(Float(row) * slopes.least - radius))
            return (min(first, shortest - 1), last(row))
        }

        /// The last column of a row.
        func last(_ row: Int) -> Int {
            let row = min(row, rows - 1)
            if row == rows - 1 { return columns - 1 }
            return min(columns - 1, Int(Float(row) * slopes.most + radius))
        }
    }
}

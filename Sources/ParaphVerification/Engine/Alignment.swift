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
        guard sample.count > 0, block.longest > 0 else { return block.lengths.map { _ in 0 } }
        let channels = channels
        let sums = channels == Representation.plainWidth ? block.sums.plain : block.sums.full
        typealias Steps = ReferenceBlock.Steps
        typealias Costs = ReferenceBlock.Costs
        let (n, m, width) = (sample.count, block.longest, block.width)
        let window = Window(rows: n, lengths: block.lengths, band: band)
        let far = Costs(repeating: 1e30)
        let penalty = Costs(repeating: penalty)
        // costs[j + 1] is the cost up to point j; costs[0] stays far.
        return withUnsafeTemporaryAllocation(of: Costs.self, capacity: m + 2) { memory in
            withUnsafeTemporaryAllocation(of: Steps.self, capacity: channels) { point in
                memory.initialize(repeating: far)
                point.initialize(repeating: Steps())
                let costs = memory.baseAddress.unsafelyUnwrapped
                let point = point.baseAddress.unsafelyUnwrapped
                block.rows.withUnsafeBufferPointer { rows in
                    block.weights.withUnsafeBufferPointer { weights in
                        sums.withUnsafeBufferPointer { sums in
                            sample.values.withUnsafeBufferPointer { values in
                                let rows = rows.baseAddress.unsafelyUnwrapped
                                let weights = weights.baseAddress.unsafelyUnwrapped
                                let sums = sums.baseAddress.unsafelyUnwrapped
                                let values = values.baseAddress.unsafelyUnwrapped
                                for i in 0..<n {
                                    let (first, last) = window[i]
                                    var ownSum: Int16 = 0
                                    for k in 0..<channels {
                                        let value = values[i &* sample.width &+ k]
                                        ownSum &+= value
                                        point[k] = Steps(repeating: value)
                                    }
                                    let own = Steps(repeating: ownSum)
                                    // The cost of the point before, with the penalty: so the chain from point to point is short.
                                    var left = far
                                    var diagonal = i == 0 ? Costs() : costs[first]
                                    costs[first] = far
                                    var reference = rows + first &* width
                                    var j = first
                                    while j <= last {
                                        // |a - b| is twice the larger less both, which takes the least instructions.
                                        let larger =
                                            channels == Representation.plainWidth
                                            ? Self.larger(point, reference, Representation.plainWidth)
                                            : Self.larger(point, reference, Representation.fullWidth)
                                        let difference = larger &+ larger &- own &- sums[j]
                                        let cost = Costs(SIMD8<UInt16>(truncatingIfNeeded: difference)) * weights[j]
                                        reference += width
                                        let up = costs[j &+ 1]
                                        let upward = up + penalty
                                        var best = upward.replacing(with: diagonal, where: diagonal .< upward)
                                        best = best.replacing(with: left, where: left .< best)
                                        costs[j &+ 1] = best + cost
                                        left = best + (cost + penalty)
                                        diagonal = up
                                        j &+= 1
                                    }
                                }
                            }
                        }
                    }
                }
                return block.lengths.enumerated().map { lane, length in
                    length > 0 ? costs[length][lane] / Float(n + length) : 0
                }
            }
        }
    }

    /// The sum over channels of the larger of two values.
    @inline(__always)
    private static func larger(
        _ a: UnsafePointer<ReferenceBlock.Steps>,
        _ b: UnsafePointer<ReferenceBlock.Steps>,
        _ channels: Int
    ) -> ReferenceBlock.Steps {
        var sum = ReferenceBlock.Steps()
        for k in 0..<channels { sum &+= a[k].replacing(with: b[k], where: b[k] .> a[k]) }
        return sum
    }

    /// Which columns of each row lie in the band of at least one reference.
    struct Window {
        private let slopes: (least: Float, most: Float)
        private let radius: Float
        private let rows: Int
        private let columns: Int
        private let shortest: Int

        @inline(__always)
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
        @inline(__always)
        subscript(row: Int) -> (first: Int, last: Int) {
            if row == 0 { return (0, last(0)) }
            let first = max(0, Int(Float(row) * slopes.least - radius))
            return (min(first, shortest - 1), last(row))
        }

        /// The last column of a row.
        @inline(__always)
        func last(_ row: Int) -> Int {
            let row = min(row, rows - 1)
            if row == rows - 1 { return columns - 1 }
            return min(columns - 1, Int(Float(row) * slopes.most + radius))
        }
    }
}

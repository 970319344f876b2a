/// Up to eight references side by side, one to a lane, so that one pass aligns a sample with all of them.
struct ReferenceBlock: Sendable {
    typealias Lanes = SIMD8<Float>

    /// `rows[point * width + channel]`; beyond its end, a lane repeats nothing and is never read.
    var rows: [Lanes]
    /// The stability weights, 1 where there are none.
    var weights: [Lanes]
    /// The number of points of each reference.
    var lengths: [Int]
    /// The number of channels.
    var width: Int
    /// The number of points of the longest.
    var longest: Int

    /// The most references of a block.
    static let capacity = 8

    /// Lays references side by side; `weights[i]` belongs to `references[i]`, or there are none at all.
    init(_ references: ArraySlice<Representation>, weights referenceWeights: ArraySlice<[Float]> = []) {
        let references = Array(references.prefix(Self.capacity))
        let referenceWeights = Array(referenceWeights)
        lengths = references.map(\.count)
        longest = lengths.max() ?? 0
        width = references.map(\.width).min() ?? 0
        rows = [Lanes](repeating: Lanes(), count: longest * width)
        weights = [Lanes](repeating: Lanes(repeating: 1), count: longest)
        for (lane, reference) in references.enumerated() {
            for point in 0..<reference.count {
                for channel in 0..<width {
                    rows[point * width + channel][lane] = reference.values[point * reference.width + channel]
                }
                if lane < referenceWeights.count { weights[point][lane] = referenceWeights[lane][point] }
            }
        }
    }

    /// Splits references into blocks.
    static func blocks(_ references: [Representation], weights: [[Float]] = []) -> [ReferenceBlock] {
        stride(from: 0, to: references.count, by: capacity).map { start in
            let range = start..<min(start + capacity, references.count)
            return ReferenceBlock(references[range], weights: weights.isEmpty ? [] : weights[range])
        }
    }
}

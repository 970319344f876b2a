/// Up to eight references side by side, one to a lane, so that one pass aligns a sample with all of them.
struct ReferenceBlock: Sendable {
    /// The channel values of eight points.
    typealias Steps = SIMD8<Int16>
    /// Eight costs.
    typealias Costs = SIMD8<Float>

    /// The references at their full rate, and coarsened.
    let fine: Level
    let coarse: Level

    /// The references at one rate.
    struct Level: Sendable {
        /// `rows[point * width + channel]`; beyond a reference's end its lane is 0 and is never read.
        let rows: [Steps]
        /// The sums over channels of each point: of the movement without pressure and with it, and of the dynamics.
        let sums: (movement: [Steps], pressed: [Steps], dynamics: [Steps])
        /// What a difference of one step costs: the stability weights, by ``Representation/unit``.
        let weights: [Costs]
        /// The number of points of each reference.
        let lengths: [Int]
        /// The number of channels.
        let width: Int
        /// The number of points of the longest.
        let longest: Int
    }

    /// The most references of a block.
    static let capacity = 8

    /// Lays references side by side; `weights[i]` belongs to `references[i]`, or there are none at all.
    init(_ references: ArraySlice<Representation>, weights: ArraySlice<[Float]> = []) {
        let references = Array(references.prefix(Self.capacity))
        fine = Level(references, weights: Array(weights))
        coarse = Level(references.map(\.coarsened), weights: [])
    }

    /// Splits references into blocks.
    static func blocks(_ references: [Representation], weights: [[Float]] = []) -> [ReferenceBlock] {
        stride(from: 0, to: references.count, by: capacity).map { start in
            let range = start..<min(start + capacity, references.count)
            return ReferenceBlock(references[range], weights: weights.isEmpty ? [] : weights[range])
        }
    }
}

extension ReferenceBlock.Level {
    typealias Steps = ReferenceBlock.Steps
    typealias Costs = ReferenceBlock.Costs

    init(_ references: [Representation], weights referenceWeights: [[Float]]) {
        let lengths = references.map(\.count)
        let longest = lengths.max() ?? 0
        let width = references.map(\.width).min() ?? 0
        var rows = [Steps](repeating: Steps(), count: longest * width)
        var weights = [Costs](repeating: Costs(repeating: 1 / Representation.unit), count: longest)
        for (lane, reference) in references.enumerated() {
            for point in 0..<reference.count {
                for channel in 0..<width {
                    rows[point * width + channel][lane] = reference.values[point * reference.width + channel]
                }
                if lane < referenceWeights.count { weights[point][lane] = referenceWeights[lane][point] / Representation.unit }
            }
        }
        func sum(_ channels: [Int]) -> [Steps] {
            (0..<longest).map { point in channels.reduce(Steps()) { $0 &+ rows[point * width + $1] } }
        }
        let movement = (0..<width).filter { !Representation.dynamics.contains($0) }
        self.init(
            rows: rows,
            sums: (sum(movement.filter { $0 < Representation.plainWidth }), sum(movement), sum(Array(Representation.dynamics))),
            weights: weights,
            lengths: lengths,
            width: width,
            longest: longest
        )
    }
}

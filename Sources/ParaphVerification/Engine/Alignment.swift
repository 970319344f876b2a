/// How samples are aligned: dynamic time warping, first with one point in four, then with all of them near the paths found so.
struct Alignment: Sendable {
    /// What steps cost that advance one side only.
    struct Penalties: Sendable {
        /// Where all channels are compared together.
        var together: Float
        /// Where the movement is compared, and the dynamics.
        var movement: Float
        var dynamics: Float
    }

    var penalties: Penalties
    var withPressure: Bool

    /// How many of the leading channels are compared.
    var channels: Int { withPressure ? Representation.fullWidth : Representation.plainWidth }

    /// One pair of points that a path matches.
    struct Step: Hashable, Sendable {
        var sample: Int
        var reference: Int
    }

    /// The half width of the coarse band, round the diagonal, as a share of the longer side.
    static let reach: Float = 0.2
    /// The half width of the fine band, round the coarse paths, in points.
    static let margin = 6

    /// How far a sample lies from references: for each the sum of weighted differences on the best path, by the sum of both lengths.
    struct Distances {
        /// Of where the pen goes and how hard it presses.
        var movement: [Float] = []
        /// Of how fast it goes; on a path of its own.
        var dynamics: [Float] = []
        /// The best path with each reference in all channels, in points of the coarsened samples.
        var coarsePaths: [[Step]] = []
    }

    /// The distances of a sample from references in several blocks, in their order.
    func distances(_ sample: Representation, _ blocks: [ReferenceBlock]) -> Distances {
        var all = Distances()
        for block in blocks {
            let distances = distances(sample, block)
            all.movement += distances.movement
            all.dynamics += distances.dynamics
            all.coarsePaths += distances.coarsePaths
        }
        return all
    }

    /// The distances of a sample from each reference of a block.
    ///
    /// Complexity: O(points² / 32) for the coarse paths and O(points) for the rest, whatever the number of references.
    func distances(_ sample: Representation, _ block: ReferenceBlock) -> Distances {
        let lengths = block.fine.lengths
        guard sample.count > 0, !lengths.isEmpty, lengths.allSatisfy({ $0 > 0 }) else {
            return Distances(movement: lengths.map { _ in 0 }, dynamics: lengths.map { _ in 0 }, coarsePaths: lengths.map { _ in [] })
        }
        let paths = coarsePaths(sample.coarsened, block.coarse)
        let band = Band(rows: sample.count, longest: block.fine.longest, around: paths, margin: Self.margin)
        let costs = costs(sample, block.fine, band)
        func values(_ part: Int) -> [Float] {
            lengths.indices.map { lane in costs[2 * lengths[lane] + part][lane] / Float(sample.count + lengths[lane]) }
        }
        return Distances(movement: values(0), dynamics: values(1), coarsePaths: paths)
    }

    /// The best path with each reference of a level, looked for in a wide band.
    private func coarsePaths(_ sample: Representation, _ level: ReferenceBlock.Level) -> [[Step]] {
        let band = Band(rows: sample.count, lengths: level.lengths, share: Self.reach)
        let costs = costsTogether(sample, level, band)
        let penalty = penalties.together
        let stride = level.longest + 1
        return level.lengths.indices.map { lane in
            var (i, j) = (sample.count - 1, level.lengths[lane] - 1)
            var steps: [Step] = []
            steps.reserveCapacity(i + j + 1)
            costs.withUnsafeBufferPointer { costs in
                while true {
                    steps.append(Step(sample: i, reference: j))
                    if i == 0 && j == 0 { break }
                    if i == 0 {
                        j -= 1
                        continue
                    }
                    let above = (i - 1) * stride + j
                    let (diagonal, up, left) = (costs[above][lane], costs[above + 1][lane], costs[above + stride][lane])
                    if j > 0, diagonal <= min(up, left) + penalty {
                        i -= 1
                        j -= 1
                    } else if j == 0 || up <= left {
                        i -= 1
                    } else {
                        j -= 1
                    }
                }
            }
            steps.reverse()
            return steps
        }
    }
}

/// How samples are aligned: dynamic time warping, first with one point in four, then with all of them near the paths found so.
struct Alignment: Sendable {
    /// What a step costs that advances one side only.
    var penalty: Float
    /// How many of the leading channels are compared.
    var channels: Int

    /// One pair of points that a path matches.
    struct Step: Hashable, Sendable {
        var sample: Int
        var reference: Int
    }

    /// The half width of the coarse band, round the diagonal, as a share of the longer side.
    static let reach: Float = 0.25
    /// The half width of the fine band, round the coarse paths, in points.
    static let margin = 8

    /// How far a sample lies from references.
    struct Distances {
        /// For each reference the sum of weighted differences on the best path, by the sum of both lengths.
        var values: [Float]
        /// The best path with each, in points of the coarsened samples.
        var coarsePaths: [[Step]]
    }

    /// The distances of a sample from each reference of a block.
    ///
    /// Complexity: O(points² / 32) for the coarse paths and O(points) for the rest, whatever the number of references.
    func distances(_ sample: Representation, _ block: ReferenceBlock) -> Distances {
        let lengths = block.fine.lengths
        guard sample.count > 0, !lengths.isEmpty, lengths.allSatisfy({ $0 > 0 }) else {
            return Distances(values: lengths.map { _ in 0 }, coarsePaths: lengths.map { _ in [] })
        }
        let paths = coarsePaths(sample.coarsened, block.coarse)
        let band = Band(rows: sample.count, longest: block.fine.longest, around: paths, margin: Self.margin)
        let costs = costs(sample, block.fine, band, keepingAll: false)
        let values = lengths.indices.map { lane in costs[lengths[lane]][lane] / Float(sample.count + lengths[lane]) }
        return Distances(values: values, coarsePaths: paths)
    }

    /// The best path with each reference of a level, looked for in a wide band.
    private func coarsePaths(_ sample: Representation, _ level: ReferenceBlock.Level) -> [[Step]] {
        let band = Band(rows: sample.count, lengths: level.lengths, share: Self.reach)
        let costs = costs(sample, level, band, keepingAll: true)
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

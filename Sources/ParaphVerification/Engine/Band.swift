/// Which columns of each row an alignment looks at; neither end moves back from row to row.
struct Band: Sendable {
    /// The first and the last column of each row.
    private(set) var columns: [(first: Int, last: Int)]

    init(columns: [(first: Int, last: Int)]) {
        self.columns = columns
    }

    /// The columns round the diagonals of several columns' lengths, by a share of the longest side.
    ///
    /// Complexity: O(rows).
    init(rows: Int, lengths: [Int], share: Float) {
        let longest = lengths.max() ?? 1
        let shortest = lengths.min() ?? 1
        let scale = Float(max(rows - 1, 1))
        let slopes = (least: Float(shortest - 1) / scale, most: Float(longest - 1) / scale)
        // Never narrower than the slope, or steep bands would have holes.
        let radius = max(share * Float(max(rows, longest)), Float(longest) / scale + 2)
        columns = (0..<rows).map { row in
            let first = row == 0 ? 0 : max(0, min(Int(Float(row) * slopes.least - radius), shortest - 1))
            let last = row == rows - 1 ? longest - 1 : min(longest - 1, Int(Float(row) * slopes.most + radius))
            return (first, last)
        }
    }

    /// The columns round paths through coarsened samples.
    ///
    /// Complexity: O(rows + steps).
    init(rows: Int, longest: Int, around paths: [[Alignment.Step]], margin: Int) {
        let factor = Representation.coarseness
        let coarseRows = max(rows / factor, 1)
        var extent = [(first: Int, last: Int)](repeating: (Int.max, 0), count: coarseRows)
        for path in paths {
            for step in path where step.sample < coarseRows {
                extent[step.sample].first = min(extent[step.sample].first, step.reference)
                extent[step.sample].last = max(extent[step.sample].last, step.reference)
            }
        }
        columns = (0..<rows).map { row in
            let (first, last) = extent[min(row / factor, coarseRows - 1)]
            // The points beyond the last whole group belong to it.
            let end = row == rows - 1 ? longest - 1 : min(longest - 1, last * factor + factor - 1 + margin)
            return (max(0, min(first, longest) * factor - margin), end)
        }
    }
}

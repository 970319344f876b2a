/// The columns of each row that some lane looks at, and which of them all do.
struct LaneArea {
    /// One row.
    struct Row {
        /// The columns that some lane looks at.
        var first: Int
        var last: Int
        /// The columns that all look at; none where the first is beyond the last.
        var sharedFirst: Int
        var sharedLast: Int
        /// The columns of each lane.
        var firsts: SIMD8<Int32>
        var lasts: SIMD8<Int32>

        /// The lanes that do not look at a column.
        func isOutside(_ column: Int) -> SIMDMask<SIMD8<Int32>> {
            let column = SIMD8(repeating: Int32(truncatingIfNeeded: column))
            return (column .< firsts) .| (column .> lasts)
        }
    }

    let rows: [Row]
    /// How many cells a row takes: its columns, one before them, and what the next row looks at beyond.
    let width: Int

    /// The columns of bands of equal length, one for each lane; lanes without one look where the last does.
    init(_ bands: [Band]) {
        var rows: [Row] = []
        var width = 0
        if let last = bands.last {
            rows.reserveCapacity(last.columns.count)
            for (index, columns) in last.columns.enumerated() {
                var row = Row(
                    first: columns.first,
                    last: columns.last,
                    sharedFirst: columns.first,
                    sharedLast: columns.last,
                    firsts: SIMD8(repeating: Int32(truncatingIfNeeded: columns.first)),
                    lasts: SIMD8(repeating: Int32(truncatingIfNeeded: columns.last))
                )
                for (lane, band) in bands.enumerated() {
                    let (first, last) = band.columns[index]
                    row.first = min(row.first, first)
                    row.last = max(row.last, last)
                    row.sharedFirst = max(row.sharedFirst, first)
                    row.sharedLast = min(row.sharedLast, last)
                    row.firsts[lane] = Int32(truncatingIfNeeded: first)
                    row.lasts[lane] = Int32(truncatingIfNeeded: last)
                }
                if let before = rows.last { width = max(width, row.last - before.first + 2) }
                width = max(width, row.last - row.first + 2)
                rows.append(row)
            }
        }
        (self.rows, self.width) = (rows, width)
    }

    /// Where a cell lies, in a row that begins with a column.
    @inline(__always)
    func place(_ row: Int, _ first: Int, _ column: Int) -> Int { row &* width &+ column &- first &+ 1 }
}

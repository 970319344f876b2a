extension Band {
    /// How far from a coarser path a finer one is looked for, in the coarser one's columns.
    private static let margin = 2

    /// The columns near a path through coarser outlines; nil where that has no pairs, or as many points.
    ///
    /// Where either end had no partner, the other's end is looked through. Complexity: O(rows + pairs).
    init?(rows: Int, columns: Int, near path: Outline.Path) {
        guard rows > path.rows || columns > path.columns, let begin = path.pairs.last, let end = path.pairs.first else { return nil }
        var extents = [(first: Int, last: Int)](repeating: (path.columns, -1), count: path.rows)
        for pair in path.pairs {
            extents[pair.a].first = min(extents[pair.a].first, pair.b)
            extents[pair.a].last = max(extents[pair.a].last, pair.b)
        }
        for row in 0..<begin.a { extents[row] = (0, begin.b) }
        for row in (end.a + 1)..<max(path.rows, end.a + 1) { extents[row] = (end.b, path.columns - 1) }
        // Each coarse row's columns, in finer ones.
        let finer = extents.indices.map { place in
            let first = extents[max(place - 1, 0)].first - Self.margin
            let last = extents[min(place + 1, path.rows - 1)].last + Self.margin
            return (
                first: max(first, 0) * columns / path.columns,
                last: min((min(last, path.columns - 1) + 1) * columns / path.columns, columns) - 1
            )
        }
        var (place, rest) = (0, 0)
        self.init(
            columns: (0..<rows).map { _ in
                // The coarse row is row * path.rows / rows.
                defer {
                    rest += path.rows
                    while rest >= rows {
                        rest -= rows
                        place += 1
                    }
                }
                return finer[place]
            }
        )
    }
}

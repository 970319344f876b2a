/// Finds a free place on a page by a grid of cells, each of which is covered by something or not.
///
/// Complexity: O(boxes + cells), of which there are 160,000 at most, for each size.
struct FreePlace {
    private let cell: Double
    private let (columns, rows): (Int, Int)
    /// How many covered cells lie left of and below each corner of the grid.
    private var sums: [Int32] = []

    /// How many cells lie along the longer side at most, and how large one is at least, in points.
    private static let (most, smallest) = (400.0, 2.0)
    /// How far from the edges of the page a place stays, and from what stands there.
    private static let (margin, gap) = (14.0, 3.0)

    init(_ page: PDFRectangle, _ boxes: [PDFRectangle]) {
        cell = max(Self.smallest, max(page.width, page.height) / Self.most)
        columns = max(1, Self.count(page.width / cell, most: Int(Self.most)))
        rows = max(1, Self.count(page.height / cell, most: Int(Self.most)))
        let width = columns + 1
        // Each box is noted at its corners; sums over them say how many cover a cell.
        var marks = [Int32](repeating: 0, count: (columns + 2) * (rows + 2))
        for box in boxes {
            let near = box.grown(by: Self.gap, Self.gap)
            let (left, right) = (column(near.left), min(columns - 1, column(near.right)))
            let (bottom, top) = (row(near.bottom), min(rows - 1, row(near.top)))
            guard near.right >= 0, near.top >= 0, left <= right, bottom <= top else { continue }
            marks[bottom * (columns + 2) + left] += 1
            marks[bottom * (columns + 2) + right + 1] -= 1
            marks[(top + 1) * (columns + 2) + left] -= 1
            marks[(top + 1) * (columns + 2) + right + 1] += 1
        }
        sums = [Int32](repeating: 0, count: width * (rows + 1))
        var above = [Int32](repeating: 0, count: columns)
        for row in 0..<rows {
            var (covering, covered) = (Int32(0), Int32(0))
            for column in 0..<columns {
                covering += marks[row * (columns + 2) + column]
                above[column] += covering
                if above[column] > 0 { covered += 1 }
                sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + covered
            }
        }
    }

    private func column(_ x: Double) -> Int { Self.count(x / cell, most: columns) }
    private func row(_ y: Double) -> Int { Self.count(y / cell, most: rows) }

    /// A number of cells, whatever a file or a caller computed: 0 for what is no number.
    private static func count(_ cells: Double, most: Int) -> Int { cells > 0 ? Int(min(cells, Double(most))) : 0 }

    /// The free place of a size whose middle is nearest to a point; nil where there is none.
    func place(_ width: Double, _ height: Double, near x: Double, _ y: Double) -> PDFRectangle? {
        guard width > 0, height > 0, x.isFinite, y.isFinite else { return nil }
        let wide = Self.count((width / cell).rounded(.up), most: columns + 1)
        let high = Self.count((height / cell).rounded(.up), most: rows + 1)
        let edge = Self.count((Self.margin / cell).rounded(.up), most: columns)
        let (lastColumn, lastRow) = (columns - edge - wide, rows - edge - high)
        guard lastColumn >= edge, lastRow >= edge else { return nil }
        var best: (distance: Double, column: Int, row: Int)?
        for row in edge...lastRow {
            let up = (Double(row) * cell + height / 2) - y
            if let best, up * up >= best.distance { continue }
            for column in edge...lastColumn {
                let across = (Double(column) * cell + width / 2) - x
                let distance = across * across + up * up
                if let best, distance >= best.distance { continue }
                if covered(column, row, wide, high) == 0 { best = (distance, column, row) }
            }
        }
        guard let best else { return nil }
        let (left, bottom) = (Double(best.column) * cell, Double(best.row) * cell)
        return PDFRectangle(left, bottom, left + width, bottom + height)
    }

    private func covered(_ column: Int, _ row: Int, _ wide: Int, _ high: Int) -> Int32 {
        let width = columns + 1
        let (low, top) = (row * width, (row + high) * width)
        return sums[top + column + wide] - sums[top + column] - sums[low + column + wide] + sums[low + column]
    }
}

/// A path while a content stream makes it (ISO 32000-2, 8.5.2), as the boxes around its lines.
struct ContentPath {
    /// A part that is drawn without lifting the pen.
    private struct Part {
        var start: Int
        var first: (x: Double, y: Double)
        var last: (x: Double, y: Double)
    }

    private var lines: [PDFRectangle] = []
    private var parts: [Part] = []
    /// Whether it has more lines than are kept, or some that lie nowhere.
    private(set) var isCut = false
    private static let mostLines = 200_000

    mutating func move(_ point: (x: Double, y: Double)) {
        guard point.x.isFinite, point.y.isFinite, parts.count < Self.mostLines else { return isCut = true }
        parts.append(Part(start: lines.count, first: point, last: point))
    }

    /// A line to the last of some points; of a curve, with those that steer it.
    mutating func extend(_ points: [(x: Double, y: Double)]) {
        guard let to = points.last else { return }
        guard let from = parts.last?.last else { return move(to) }
        var box = PDFRectangle(from.x, from.y, to.x, to.y)
        for point in points {
            guard point.x.isFinite, point.y.isFinite else { return isCut = true }
            box = PDFRectangle(min(box.left, point.x), min(box.bottom, point.y), max(box.right, point.x), max(box.top, point.y))
        }
        if lines.count < Self.mostLines { lines.append(box) } else { isCut = true }
        parts[parts.count - 1].last = to
    }

    mutating func close() {
        guard let part = parts.last else { return }
        extend([part.first])
    }

    var current: (x: Double, y: Double)? { parts.last?.last }

    /// The lines of each part, with the one that a filling adds to close it.
    func outlines(isClosed: Bool) -> [[PDFRectangle]] {
        var result: [[PDFRectangle]] = []
        for (index, part) in parts.enumerated() {
            let end = index + 1 < parts.count ? parts[index + 1].start : lines.count
            guard part.start < end else { continue }
            var outline = Array(lines[part.start..<end])
            if isClosed, part.first != part.last { outline.append(PDFRectangle(part.first.x, part.first.y, part.last.x, part.last.y)) }
            result.append(outline)
        }
        return result
    }

    /// The box around lines.
    static func box(_ lines: [PDFRectangle]) -> PDFRectangle? {
        guard var box = lines.first else { return nil }
        for line in lines {
            box = PDFRectangle(min(box.left, line.left), min(box.bottom, line.bottom), max(box.right, line.right), max(box.top, line.top))
        }
        return box
    }

    /// The box around everything; nil for an empty path.
    var box: PDFRectangle? { Self.box(lines) }

    /// Whether it is one box with sides along the axes.
    var isBox: Bool {
        let outlines = outlines(isClosed: true)
        guard outlines.count == 1, let sides = outlines.first, sides.count >= 4, sides.count <= 5, let box = Self.box(sides) else {
            return false
        }
        func isNear(_ left: Double, _ right: Double) -> Bool { (left - right).magnitude < 0.01 }
        return sides.allSatisfy { side in
            let isUp = isNear(side.left, side.right) && (isNear(side.left, box.left) || isNear(side.left, box.right))
            return isUp || isNear(side.bottom, side.top) && (isNear(side.bottom, box.bottom) || isNear(side.bottom, box.top))
        }
    }
}

/// A path while a content stream makes it (ISO 32000-2, 8.5.2), as the boxes around its lines.
struct ContentPath {
    /// A part that is drawn without lifting the pen.
    private struct Part {
        var start: Int
        var first: (x: Double, y: Double)
        var last: (x: Double, y: Double)
        /// Where its first line goes, and its last.
        var begins: (x: Double, y: Double)?
        var heads = (x: 0.0, y: 0.0)
    }

    private var lines: [PDFRectangle] = []
    /// The points of each line, of curves so many of them; only where they are wanted.
    private var ways: [[(x: Double, y: Double)]] = []
    private let keepsWays: Bool
    private static let stepsOfCurve = 8
    /// How far the corner before and the one behind each line stick out where they are mitred (8.4.3.5), as parts of half of the width.
    private var corners: [(before: Double, behind: Double)] = []
    private var parts: [Part] = []
    /// Whether it has more lines than are kept, or some that lie nowhere.
    private(set) var isCut = false
    private static let mostLines = 200_000

    init(keepsWays: Bool = false) { self.keepsWays = keepsWays }

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
        if lines.count < Self.mostLines {
            let index = parts.count - 1
            // Of a curve the ends go where the points beside them lie.
            let way = points.first { $0 != from }.map { (x: $0.x - from.x, y: $0.y - from.y) }
            var corner = 1.0
            if let way {
                if parts[index].begins == nil { parts[index].begins = way } else { corner = Self.mitre(parts[index].heads, way) }
                if !corners.isEmpty, corner > 1 { corners[corners.count - 1].behind = corner }
                let back = ([from] + points).last { $0 != to } ?? from
                parts[index].heads = (to.x - back.x, to.y - back.y)
            }
            lines.append(box)
            corners.append((corner, 1))
            if keepsWays { ways.append(Self.way([from] + points)) }
        } else {
            isCut = true
        }
        parts[parts.count - 1].last = to
    }

    /// The points of a line, or some of a curve (8.5.2.2).
    private static func way(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        // Of a curve with one point that steers it the three are near enough.
        guard points.count == 4 else { return points }
        var result: [(x: Double, y: Double)] = []
        for step in 0...stepsOfCurve {
            let t = Double(step) / Double(stepsOfCurve)
            let (a, b, c, d) = ((1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t)
            result.append(
                (
                    a * points[0].x + b * points[1].x + c * points[2].x + d * points[3].x,
                    a * points[0].y + b * points[1].y + c * points[2].y + d * points[3].y
                )
            )
        }
        return result
    }

    /// The points of all parts as they are drawn: each as one line.
    var outlinePoints: [[(x: Double, y: Double)]] {
        var result: [[(x: Double, y: Double)]] = []
        for (index, part) in parts.enumerated() {
            let end = index + 1 < parts.count ? parts[index + 1].start : lines.count
            guard part.start < end, end <= ways.count else { continue }
            result.append(ways[part.start..<end].flatMap { $0 })
        }
        return result
    }

    /// How far the corner between two lines sticks out, by where they go.
    private static func mitre(_ first: (x: Double, y: Double), _ second: (x: Double, y: Double)) -> Double {
        let lengths = ((first.x * first.x + first.y * first.y) * (second.x * second.x + second.y * second.y)).squareRoot()
        guard lengths > 0 else { return .infinity }
        let turn = (first.x * second.x + first.y * second.y) / lengths
        return turn > -1 ? (2 / (1 + turn)).squareRoot() : .infinity
    }

    mutating func close() {
        guard let part = parts.last else { return }
        extend([part.first])
        guard let begins = part.begins, let heads = parts.last?.heads, part.start < corners.count else { return }
        let corner = Self.mitre(heads, begins)
        corners[part.start].before = max(corners[part.start].before, corner)
        corners[corners.count - 1].behind = max(corners[corners.count - 1].behind, corner)
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

    /// The lines of all parts as they are drawn, each with how far its corners stick out; beyond a limit corners are cut off.
    func strokes(isMitred: Bool, limit: Double) -> [(line: PDFRectangle, reach: Double)] {
        var result: [(line: PDFRectangle, reach: Double)] = []
        for (index, line) in lines.enumerated() {
            // What closes a closed part draws nothing, but a part of a point alone may be a dot.
            if index > 0, line.width == 0, line.height == 0, lines[index - 1].width > 0 || lines[index - 1].height > 0 { continue }
            let reach = [corners[index].before, corners[index].behind].filter { isMitred && $0 <= limit }.max() ?? 1
            // Those of boxes stay within the lines beside them.
            result.append((line, reach < 1.5 ? 1 : reach))
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

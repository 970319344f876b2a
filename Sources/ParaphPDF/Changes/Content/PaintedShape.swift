/// What one operator paints of a path, point by point: its filling, and lines of some width.
struct PaintedShape {
    let lines: [[(x: Double, y: Double)]]
    let isFilled: Bool
    let isEvenOdd: Bool
    /// Half of the width of its lines; 0 where none are drawn.
    let half: Double
    let box: PDFRectangle

    /// Nil for a path without points.
    init?(_ lines: [[(x: Double, y: Double)]], isFilled: Bool, isEvenOdd: Bool, half: Double) {
        guard let first = lines.first?.first else { return nil }
        var box = PDFRectangle(first.x, first.y, first.x, first.y)
        for line in lines {
            for point in line {
                box = PDFRectangle(min(box.left, point.x), min(box.bottom, point.y), max(box.right, point.x), max(box.top, point.y))
            }
        }
        (self.lines, self.isFilled, self.isEvenOdd, self.half) = (lines, isFilled, isEvenOdd, half)
        self.box = box.grown(by: half, half)
    }

    /// What of it no pen draws: boxes, and lines as wide as those of a marker; nil where it has none.
    var blunt: PaintedShape? {
        if half > Self.widestPen / 2 { return self }
        guard isFilled else { return nil }
        return PaintedShape(lines.filter { Self.isBox($0) }, isFilled: true, isEvenOdd: isEvenOdd, half: half)
    }

    /// The width in points from which on a line is no pen's.
    private static let widestPen = 4.0

    /// Whether an outline has the corners of a box and no more.
    private static func isBox(_ line: [(x: Double, y: Double)]) -> Bool {
        guard (3...5).contains(line.count) else { return false }
        let (xs, ys) = (line.map { $0.x }, line.map { $0.y })
        return min((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0)) > 1
    }

    /// How many points it has.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    /// Whether it paints a point.
    func paints(_ x: Double, _ y: Double) -> Bool {
        guard box.contains(x, y) else { return false }
        var winding = 0
        for line in lines {
            guard var from = isFilled ? line.last : line.first else { continue }
            for to in line {
                if half > 0, Self.distance(x, y, from, to) <= half * half { return true }
                if isFilled, (from.y <= y) != (to.y <= y) {
                    let crossing = from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
                    if crossing > x { winding += from.y <= y ? 1 : -1 }
                }
                from = to
            }
        }
        return isEvenOdd ? winding % 2 != 0 : winding != 0
    }

    /// The square of how far a point is from a line between two others.
    private static func distance(_ x: Double, _ y: Double, _ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) -> Double {
        let (width, height) = (to.x - from.x, to.y - from.y)
        let length = width * width + height * height
        let place = length > 0 ? min(max(((x - from.x) * width + (y - from.y) * height) / length, 0), 1) : 0
        let (left, up) = (from.x + place * width - x, from.y + place * height - y)
        return left * left + up * up
    }
}

/// How much of each pixel an outline covers, row by row from the top.
///
/// Each row is cut into 16 lines. On each, the nonzero rule decides between which crossings the outline covers, and a pixel that is covered from
/// side to side in part counts by that part exactly.
struct InkCoverage {
    /// The covered part of each pixel of the row that ``nextRow()`` went to, 0…1.
    private(set) var row: [Double]
    /// The pixels of the row that may be covered.
    private(set) var columns: Range<Int> = 0..<0

    private let width: Int
    private let height: Int
    private var edges: [Edge] = []
    private var nextEdge = 0
    private var active: [Edge] = []
    private var current: Int
    private var crossings: [(x: Double, winding: Int)] = []

    private static let lines = 16

    /// A straight side, from its upper end to its lower one.
    private struct Edge {
        var top: SIMD2<Double>
        var bottom: SIMD2<Double>
        var winding: Int
    }

    init(_ path: InkPath, width: Int, height: Int) {
        self.width = width
        self.height = height
        row = [Double](repeating: 0, count: width)
        current = -1
        var flattener = Flattener()
        for element in path.elements { flattener.append(element) }
        for side in flattener.sides {
            let isDown = side.0.y < side.1.y
            let edge = Edge(top: isDown ? side.0 : side.1, bottom: isDown ? side.1 : side.0, winding: isDown ? 1 : -1)
            let isSane = edge.top.x.magnitude < 1e9 && edge.bottom.x.magnitude < 1e9 && edge.top.y > -1e9 && edge.bottom.y < 1e9
            if isSane, edge.top.y < edge.bottom.y, edge.bottom.y > 0, edge.top.y < Double(height) { edges.append(edge) }
        }
        edges.sort { $0.top.y < $1.top.y }
    }

    /// Goes to the next row that may be covered and gives its number, or nil after the last.
    mutating func nextRow() -> Int? {
        for column in columns { row[column] = 0 }
        columns = 0..<0
        current += 1
        if active.isEmpty {
            guard nextEdge < edges.count else { return nil }
            current = max(current, Int(max(0, edges[nextEdge].top.y)))
        }
        guard current < height else { return nil }
        while nextEdge < edges.count, edges[nextEdge].top.y < Double(current + 1) {
            active.append(edges[nextEdge])
            nextEdge += 1
        }
        for line in 0..<Self.lines { cover(at: Double(current) + (Double(line) + 0.5) / Double(Self.lines)) }
        let bottom = Double(current + 1)
        active.removeAll { $0.bottom.y <= bottom }
        return current
    }

    /// Adds what one line covers.
    private mutating func cover(at y: Double) {
        crossings.removeAll(keepingCapacity: true)
        for edge in active where edge.top.y <= y && y < edge.bottom.y {
            let part = (y - edge.top.y) / (edge.bottom.y - edge.top.y)
            crossings.append((edge.top.x + (edge.bottom.x - edge.top.x) * part, edge.winding))
        }
        crossings.sort { $0.x < $1.x }
        var winding = 0
        var from = 0.0
        for crossing in crossings {
            if winding == 0 { from = crossing.x }
            winding += crossing.winding
            if winding == 0 { addSpan(max(0, from), min(Double(width), crossing.x)) }
        }
    }

    private mutating func addSpan(_ from: Double, _ to: Double) {
        guard from < to else { return }
        let share = 1 / Double(Self.lines)
        let first = Int(from)
        let last = min(width - 1, Int(to))
        columns = columns.isEmpty ? first..<last + 1 : min(columns.lowerBound, first)..<max(columns.upperBound, last + 1)
        if first == last {
            row[first] += (to - from) * share
            return
        }
        row[first] += (Double(first + 1) - from) * share
        for column in first + 1..<max(first + 1, last) { row[column] += share }
        row[last] += (to - Double(last)) * share
    }
}

/// Turns curves to straight sides that stay within a small part of a pixel.
private struct Flattener {
    private(set) var sides: [(SIMD2<Double>, SIMD2<Double>)] = []
    private var start = SIMD2<Double>.zero
    private var at = SIMD2<Double>.zero

    /// The farthest that a side strays from its curve, in pixels.
    private static let tolerance = 0.01

    mutating func append(_ element: InkPath.Element) {
        switch element {
        case .move(let point):
            start = point
            at = point
        case .line(let point): appendSide(to: point)
        case .curve(let first, let second, let end): appendCurve(first, second, end)
        case .close: appendSide(to: start)
        }
    }

    private mutating func appendSide(to point: SIMD2<Double>) {
        sides.append((at, point))
        at = point
    }

    /// The second differences d bound how far the curve strays from n chords of equal parameter: by 6 · d / (8 · n²) at most.
    private mutating func appendCurve(_ first: SIMD2<Double>, _ second: SIMD2<Double>, _ end: SIMD2<Double>) {
        let origin = at
        let bend = max((origin - first * 2 + second).length, (first - second * 2 + end).length)
        let wanted = (0.75 * bend / Self.tolerance).squareRoot().rounded(.up)
        let count = wanted < 64 ? max(1, Int(wanted)) : 64
        for step in 1..<max(count, 1) {
            let part = Double(step) / Double(count)
            let rest = 1 - part
            let early = origin * (rest * rest * rest) + first * (3 * rest * rest * part)
            appendSide(to: early + second * (3 * rest * part * part) + end * (part * part * part))
        }
        appendSide(to: end)
    }
}

extension InkDrawing {
    /// Makes the drawing of a sample, with a pen that suits its size; nil where there is no point.
    ///
    /// A longer drawing has its knots farther apart, so that they are never more than the limits allow. Complexity: O(points).
    public init?(_ sample: Sample) {
        let pen = Pen.fitting(sample)
        let limits = Limits()
        var strokes: [CentreLine] = []
        for stroke in sample.strokes where !stroke.points.isEmpty && strokes.count < limits.lines {
            var tracer = InkTracer(pen: pen, isTimed: sample.channels.contains(.time))
            for point in stroke.points { tracer.add(point) }
            tracer.finish()
            if let line = CentreLine(tracer) { strokes.append(line) }
        }
        let length = strokes.reduce(0) { $0 + $1.length }
        let room = Double(limits.knots - 2 * strokes.count)
        let spacing = max(pen.width * 0.75, length / room)
        let lines = strokes.map { $0.knots(every: spacing) }.filter { !$0.isEmpty }
        guard let grid = Grid(lines) else { return nil }
        self.init(lines: lines.map(grid.line))
    }
}

/// The middle of one stroke.
private struct CentreLine {
    let pieces: [InkRibbon.Segment]
    /// The stroke's dot, where it is no more.
    let dot: InkRibbon.Knot?
    /// How long it is, near enough to share knots out.
    let length: Double

    init?(_ tracer: InkTracer) {
        guard let (dot, pieces) = tracer.centre else { return nil }
        (self.dot, self.pieces) = (dot, pieces)
        length = pieces.reduce(0) { $0 + $1.length }
    }

    /// Knots that lie evenly along the line, at most so far apart.
    func knots(every spacing: Double) -> [InkRibbon.Knot] {
        if let dot { return [dot] }
        guard let first = pieces.first, length > 0, length.isFinite, spacing > 0 else { return [] }
        var chords = [first.start]
        var ways = [0.0]
        for piece in pieces {
            let count = max(2, min(512, (piece.length / spacing * 3).rounded(.up)))
            for step in 1...Int(count) {
                let knot = piece.knot(at: Double(step) / count)
                ways.append(ways[ways.count - 1] + (knot.center - chords[chords.count - 1].center).length)
                chords.append(knot)
            }
        }
        let count = max(1, (length / spacing).rounded(.up))
        let total = ways[ways.count - 1]
        var knots: [InkRibbon.Knot] = [first.start]
        var index = 1
        for step in 1...Int(count) {
            let way = total * Double(step) / count
            while index < ways.count - 1, ways[index] < way { index += 1 }
            let (before, after) = (chords[index - 1], chords[index])
            let gap = ways[index] - ways[index - 1]
            let part = gap > 0 ? min(1, max(0, (way - ways[index - 1]) / gap)) : 1
            knots.append(
                InkRibbon.Knot(
                    center: before.center + (after.center - before.center) * part,
                    radius: before.radius + (after.radius - before.radius) * part,
                    slope: 0
                )
            )
        }
        return knots
    }
}

extension InkRibbon.Segment {
    /// The mean of the chord and the way by the control points: close to the curve's length.
    fileprivate var length: Double {
        let legs = (first - start.center).length + (second - first).length + (end.center - second).length
        return (legs + (end.center - start.center).length) / 2
    }

    /// The knot at a part of the curve, 0 … 1.
    fileprivate func knot(at part: Double) -> InkRibbon.Knot {
        let rest = 1 - part
        let early = start.center * (rest * rest * rest) + first * (3 * rest * rest * part)
        let late = second * (3 * rest * part * part) + end.center * (part * part * part)
        return InkRibbon.Knot(center: early + late, radius: start.radius * rest + end.radius * part, slope: 0)
    }
}

/// Where a drawing lies, and how it is brought onto the grid.
private struct Grid {
    private let origin: SIMD2<Double>
    private let scale: Double

    init?(_ lines: [[InkRibbon.Knot]]) {
        var bounds: InkRect?
        for line in lines {
            for knot in line {
                let around = InkRect(low: knot.center, high: knot.center).expanded(by: knot.radius)
                if bounds == nil { bounds = around }
                bounds?.include(around.low)
                bounds?.include(around.high)
            }
        }
        guard let bounds else { return nil }
        let side = max(bounds.width, bounds.height)
        guard side > 0, side.isFinite else { return nil }
        (origin, scale) = (bounds.low, Double(InkDrawing.grid - 1) / side)
    }

    /// A line on the grid, without knots that fall together.
    func line(_ knots: [InkRibbon.Knot]) -> [InkDrawing.Knot] {
        var line: [InkDrawing.Knot] = []
        for knot in knots {
            let place = (knot.center - origin) * scale
            let (x, y) = (whole(place.x, 0, InkDrawing.grid - 1), whole(place.y, 0, InkDrawing.grid - 1))
            if let last = line.last, last.x == x, last.y == y { continue }
            line.append(
                InkDrawing.Knot(x: x, y: y, radius: whole(knot.radius * scale / InkDrawing.radiusStep, 1, InkDrawing.largestRadius))
            )
        }
        return line
    }

    private func whole(_ number: Double, _ low: Int, _ high: Int) -> Int {
        Int(max(Double(low), min(Double(high), number.rounded(.toNearestOrEven))))
    }
}

/// Builds the outline of a line whose radius changes along it.
///
/// Gentle curves get two offset curves, joined with those of their neighbours to one shape. A curve that turns too far for that is halved, and
/// what still turns too tightly becomes a straight piece between two dots. All shapes turn the same way, so filling by the nonzero rule gives
/// their union, whatever overlaps.
struct InkRibbon {
    /// A point of the centre line.
    struct Knot {
        var center: SIMD2<Double>
        var radius: Double
        /// The radius's growth per unit of the way.
        var slope: Double
    }

    /// A piece of the centre line: a cubic Bézier curve between two knots.
    struct Segment {
        var start: Knot
        var first: SIMD2<Double>
        var second: SIMD2<Double>
        var end: Knot
    }

    /// What is finished.
    private(set) var path = InkPath()
    /// The far edge of the shape being built, whose near edge is in the path already: the points but for the last, which is `corner`.
    private var far: [Double] = []
    private var corner = SIMD2<Double>.zero

    /// The offset curve of one piece.
    private struct Edge {
        var start: SIMD2<Double>
        var first: SIMD2<Double>
        var second: SIMD2<Double>
        var end: SIMD2<Double>
    }

    /// Adds a full circle.
    mutating func dot(at knot: Knot) {
        path.appendDot(at: knot.center, radius: knot.radius)
    }

    /// Adds a piece that begins where the one before ended.
    mutating func append(_ segment: Segment, depth: Int = 0) {
        if let near = edge(1, of: segment), let far = edge(-1, of: segment) {
            if self.far.isEmpty { path.move(to: near.start) }
            path.curve(near.first, near.second, to: near.end)
            keep(far.start)
            keep(far.first)
            keep(far.second)
            corner = far.end
        } else if depth < 4 {
            let middle = segment.middle
            append(Segment(start: segment.start, first: middle.0, second: middle.1, end: middle.2), depth: depth + 1)
            append(Segment(start: middle.2, first: middle.3, second: middle.4, end: segment.end), depth: depth + 1)
        } else {
            closeShape()
            appendStraight(from: segment.start, to: segment.end)
        }
    }

    /// Closes the shape that the pieces so far form.
    @inline(never)
    mutating func closeShape() {
        var index = far.count
        guard index > 0 else { return }
        func point(_ offset: Int) -> SIMD2<Double> {
            SIMD2(far[index + offset], far[index + offset + 1])
        }
        path.line(to: corner)
        while index > 0 {
            index -= 6
            path.curve(point(4), point(2), to: point(0))
        }
        path.close()
        far = []
    }

    @inline(never)
    private mutating func keep(_ point: SIMD2<Double>) {
        far.append(point.x)
        far.append(point.y)
    }

    private mutating func appendStraight(from start: Knot, to end: Knot) {
        dot(at: start)
        dot(at: end)
        let across = (end.center - start.center).direction.normal
        path.move(to: start.center + across * start.radius)
        path.line(to: end.center + across * end.radius)
        path.line(to: end.center - across * end.radius)
        path.line(to: start.center - across * start.radius)
        path.close()
    }

    /// The offset curve on one side, or nil if the piece turns too far for it.
    @inline(never)
    private func edge(_ side: Double, of segment: Segment) -> Edge? {
        let legs = (segment.first - segment.start.center, segment.second - segment.first, segment.end.center - segment.second)
        let out = legs.0.direction
        let arrival = legs.2.direction
        let middle = legs.1.direction
        // 0.8: about 37 degrees. An inner edge that shrinks to a fifth is about to turn back on itself.
        guard out.dot(arrival) > 0.8, out.dot(middle) > 0.8, middle.dot(arrival) > 0.8 else { return nil }
        let start = segment.start.center + out.normal * (side * segment.start.radius)
        let end = segment.end.center + arrival.normal * (side * segment.end.radius)
        let ratio = (end - start).length / (segment.end.center - segment.start.center).length
        guard ratio > 0.2, ratio < 5, (end - start).dot(out) > 0 else { return nil }
        let leaving = (out * ratio + out.normal * (side * segment.start.slope)) * legs.0.length
        let arriving = (arrival * ratio + arrival.normal * (side * segment.end.slope)) * legs.2.length
        return Edge(start: start, first: start + leaving, second: end - arriving, end: end)
    }
}

extension InkRibbon.Segment {
    /// The middle of the piece, between the control points before and after it that make two pieces of one: de Casteljau's construction.
    fileprivate var middle: (SIMD2<Double>, SIMD2<Double>, InkRibbon.Knot, SIMD2<Double>, SIMD2<Double>) {
        let left = (start.center + first) / 2
        let top = (first + second) / 2
        let right = (second + end.center) / 2
        let near = (left + top) / 2
        let far = (top + right) / 2
        // The slope is the mean one over the way, which the chords understate a little.
        let way = (near - start.center).length + (far - near).length + (end.center - far).length
        let slope = way > 0 ? (end.radius - start.radius) / way : 0
        let knot = InkRibbon.Knot(center: (near + far) / 2, radius: (start.radius + end.radius) / 2, slope: slope)
        return (left, near, knot, far, right)
    }
}

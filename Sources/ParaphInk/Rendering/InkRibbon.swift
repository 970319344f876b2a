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
    /// One edge of the shape being built, in the direction of the line, and the other.
    private var near: [Edge] = []
    private var far: [Edge] = []

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
        if let edges = edges(of: segment) {
            near.append(edges.near)
            far.append(edges.far)
        } else if depth < 4 {
            let halves = segment.halves
            append(halves.0, depth: depth + 1)
            append(halves.1, depth: depth + 1)
        } else {
            closeShape()
            appendStraight(from: segment.start, to: segment.end)
        }
    }

    /// Closes the shape that the pieces so far form.
    mutating func closeShape() {
        guard let first = near.first else { return }
        path.elements.append(.move(first.start))
        for edge in near { path.elements.append(.curve(edge.first, edge.second, edge.end)) }
        for (index, edge) in far.reversed().enumerated() {
            if index == 0 { path.elements.append(.line(edge.end)) }
            path.elements.append(.curve(edge.second, edge.first, edge.start))
        }
        path.elements.append(.close)
        near.removeAll(keepingCapacity: true)
        far.removeAll(keepingCapacity: true)
    }

    private mutating func appendStraight(from start: Knot, to end: Knot) {
        dot(at: start)
        dot(at: end)
        let across = (end.center - start.center).direction.normal
        guard across != .zero else { return }
        path.elements.append(.move(start.center + across * start.radius))
        path.elements.append(.line(end.center + across * end.radius))
        path.elements.append(.line(end.center - across * end.radius))
        path.elements.append(.line(start.center - across * start.radius))
        path.elements.append(.close)
    }

    /// The offset curves on both sides, or nil if the piece turns too far for them.
    private func edges(of segment: Segment) -> (near: Edge, far: Edge)? {
        let legs = (segment.first - segment.start.center, segment.second - segment.first, segment.end.center - segment.second)
        let out = legs.0.direction
        let arrival = legs.2.direction
        let middle = legs.1.direction
        // 0.8: about 37 degrees. An inner edge that shrinks to a fifth is about to turn back on itself.
        guard out.dot(arrival) > 0.8, out.dot(middle) > 0.8, middle.dot(arrival) > 0.8 else { return nil }
        let chord = (segment.end.center - segment.start.center).length
        func edge(_ side: Double) -> Edge? {
            let start = segment.start.center + out.normal * (side * segment.start.radius)
            let end = segment.end.center + arrival.normal * (side * segment.end.radius)
            let ratio = (end - start).length / chord
            guard ratio > 0.2, (end - start).dot(out) > 0 else { return nil }
            let leaving = (out * ratio + out.normal * (side * segment.start.slope)) * legs.0.length
            let arriving = (arrival * ratio + arrival.normal * (side * segment.end.slope)) * legs.2.length
            return Edge(start: start, first: start + leaving, second: end - arriving, end: end)
        }
        guard chord > 0, let near = edge(1), let far = edge(-1) else { return nil }
        return (near, far)
    }
}

extension InkRibbon.Segment {
    /// The two halves of the piece, by de Casteljau's construction.
    fileprivate var halves: (InkRibbon.Segment, InkRibbon.Segment) {
        let left = (start.center + first) / 2
        let top = (first + second) / 2
        let right = (second + end.center) / 2
        let near = (left + top) / 2
        let far = (top + right) / 2
        let way =
            (left - start.center).length + (near - left).length + (far - near).length + (right - far).length + (end.center - right).length
        let growth = way > 0 ? (end.radius - start.radius) / way : 0
        let middle = InkRibbon.Knot(center: (near + far) / 2, radius: (start.radius + end.radius) / 2, slope: growth)
        return (
            InkRibbon.Segment(start: start, first: left, second: near, end: middle),
            InkRibbon.Segment(start: middle, first: far, second: right, end: end)
        )
    }
}

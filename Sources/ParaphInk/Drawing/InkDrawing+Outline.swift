extension InkDrawing {
    /// The outline of the drawing, in steps of the grid: at most some 40 elements for each knot, where the line bends within its own width.
    ///
    /// Complexity: O(knots).
    public var outline: InkPath {
        var path = InkPath()
        for line in lines {
            var ribbon = InkRibbon()
            let knots = line.indices.map { Self.knot($0, of: line) }
            ribbon.dot(at: knots[0])
            for index in knots.indices.dropLast() { ribbon.append(Self.segment(from: index, of: knots), depth: Self.depth) }
            ribbon.closeShape()
            if knots.count > 1 { ribbon.dot(at: knots[knots.count - 1]) }
            path.append(ribbon.path)
        }
        return path
    }

    /// Knots lie closer than the line is wide: a piece that bends too much to be offset is halved once, where the pen's own is four times.
    private static let depth = 3

    /// The drawing as an SVG document whose longer side is 400 units.
    public func svg(ink: Pen.Ink = .blue) -> String {
        outline.transformed(by: .scale(400 / Double(Self.grid))).svg(ink: ink)
    }

    private static func knot(_ index: Int, of line: [Knot]) -> InkRibbon.Knot {
        let (before, after) = (line[max(index - 1, 0)], line[min(index + 1, line.count - 1)])
        // Knots lie evenly, so what is between the neighbours is the way but for what the line bends.
        let way = (line[index].place - before.place).length + (after.place - line[index].place).length
        let slope = way > 0 ? Double(after.radius - before.radius) * radiusStep / way : 0
        return InkRibbon.Knot(center: line[index].place, radius: Double(line[index].radius) * radiusStep, slope: slope)
    }

    private static func segment(from index: Int, of knots: [InkRibbon.Knot]) -> InkRibbon.Segment {
        let (start, end) = (knots[index], knots[index + 1])
        let before = index > 0 ? knots[index - 1].center : start.center * 2 - end.center
        let after = index + 2 < knots.count ? knots[index + 2].center : end.center * 2 - start.center
        return InkRibbon.Segment(
            start: start,
            first: InkTracer.handle(at: start.center, towards: end.center, from: before),
            second: InkTracer.handle(at: end.center, towards: start.center, from: after),
            end: end
        )
    }
}

extension InkDrawing.Knot {
    fileprivate var place: SIMD2<Double> { SIMD2(Double(x), Double(y)) }
}

/// Draws one stroke while it is being made, or afterwards: the result is the same.
///
/// Points go in one by one. What can no longer change comes out of ``takeFinished()``, to be drawn once and kept; what may still change comes
/// out of ``tail()``, to be drawn anew each time. The tail is always what ``finish()`` would make final, so nothing moves when the pen lifts.
///
/// The line runs through the points, smoothed by a fraction of its width, along centripetal Catmull-Rom curves. Its width follows the speed (see ``Pen``), averaged over the last few hundredths of a second, and thins at both ends. A stroke
/// that hardly moves is a dot.
public struct InkTracer: Sendable {
    /// An accepted point.
    private struct Trace {
        var position: SIMD2<Double>
        /// The way from the start of the stroke.
        var way: Double
        /// The radius by speed alone.
        var radius: Double
    }

    private let pen: Pen
    private let isTimed: Bool
    /// The accepted points that pieces still to come depend on.
    private var traces: [Trace] = []
    /// The index in `traces` at which the next piece begins.
    private var next = 0
    private var hasBegun = false
    private var isFinished = false
    /// The last point, if it was too close to the last accepted one.
    private var pending: Point?
    private var lastTime = 0.0
    private var skipped = 0.0
    /// Distance and time of the recent past; the older, the less it counts.
    private var recent = (distance: 0.0, time: InkTracer.memory / 2)

    /// How long the speed remembers, in milliseconds.
    private static let memory = 40.0
    /// The most that the radius changes per unit of the way.
    private static let steepest = 0.12

    /// The farthest that a point is moved at a time to smooth the line, in widths.
    private static let largestShift = 0.15

    private var spacing: Double { pen.width * 0.4 }
    private var startTaper: Double { pen.width * 3 }
    private var endTaper: Double { pen.width * 7 }

    /// Makes a tracer for one stroke; without time, points count as evenly spaced in time.
    public init(pen: Pen, isTimed: Bool = true) {
        self.pen = pen
        self.isTimed = isTimed
    }

    /// Takes the next point of the stroke; one that is not finite is left out, and so is any after ``finish()``.
    public mutating func add(_ point: Point) {
        guard !isFinished, point.x.isFinite, point.y.isFinite, point.time.isFinite else { return }
        guard let last = traces.last else {
            traces.append(Trace(position: point.position, way: 0, radius: pen.radius(at: 0)))
            lastTime = point.time
            return
        }
        skipped += 1
        pending = point
        if (point.position - last.position).length >= spacing { accept(point, after: last) }
    }

    /// Ends the stroke where its last point was.
    public mutating func finish() {
        guard !isFinished else { return }
        if let pending, let last = traces.last, (pending.position - last.position).length > spacing / 4 { accept(pending, after: last) }
        isFinished = true
    }

    /// The outline of what has become final since the last call.
    public mutating func takeFinished() -> InkPath {
        let end = isFinished ? traces.count - 1 : settled
        guard let start = traces.first, next < end || isFinished && !hasBegun else { return InkPath() }
        var ribbon = InkRibbon()
        if isFinished, !hasBegun, (traces.last?.way ?? 0) < pen.width {
            hasBegun = true
            next = end
            ribbon.dot(
                at: InkRibbon.Knot(
                    center: (start.position + (traces.last?.position ?? start.position)) / 2,
                    radius: pen.width * 0.7,
                    slope: 0
                )
            )
            return ribbon.path
        }
        ribbon.dot(at: knot(next))
        for index in next..<end { ribbon.append(segment(from: index)) }
        ribbon.closeShape()
        if isFinished { ribbon.dot(at: knot(end)) }
        hasBegun = true
        let unneeded = max(0, end - 3)
        traces.removeFirst(unneeded)
        next = end - unneeded
        return ribbon.path
    }

    /// The outline from where the finished part ends to the last point, as it would be if the pen lifted now.
    public func tail() -> InkPath {
        var copy = self
        copy.finish()
        return copy.takeFinished()
    }

    /// The index of the first piece that may still change: one that depends on points to come or may lie in the taper at the end.
    private var settled: Int {
        guard let last = traces.last else { return 0 }
        var index = next
        while index + 4 < traces.count, last.way - traces[index + 2].way >= endTaper { index += 1 }
        return index
    }

    private mutating func accept(_ point: Point, after last: Trace) {
        let distance = (point.position - last.position).length
        let interval = isTimed ? max(0, point.time - lastTime) : skipped * Pen.assumedInterval
        let fading = Self.memory / (Self.memory + interval)
        recent = (recent.distance * fading + distance, recent.time * fading + interval)
        let wanted = pen.radius(at: recent.distance / recent.time)
        let change = distance * Self.steepest
        traces.append(
            Trace(
                position: point.position,
                way: last.way + distance,
                radius: max(last.radius - change, min(last.radius + change, wanted))
            )
        )
        lastTime = point.time
        skipped = 0
        pending = nil
    }
}

extension InkTracer {
    /// The piece between two accepted points.
    private func segment(from index: Int) -> InkRibbon.Segment {
        let start = knot(index)
        let end = knot(index + 1)
        let before = index > 0 ? smoothed(index - 1) : start.center * 2 - end.center
        let after = index + 2 < traces.count ? smoothed(index + 2) : end.center * 2 - start.center
        return InkRibbon.Segment(
            start: start,
            first: handle(at: start.center, towards: end.center, from: before),
            second: handle(at: end.center, towards: start.center, from: after),
            end: end
        )
    }

    /// The control point beside a point of a centripetal Catmull-Rom curve, on the side of one neighbour.
    private func handle(at point: SIMD2<Double>, towards ahead: SIMD2<Double>, from behind: SIMD2<Double>) -> SIMD2<Double> {
        let near = (ahead - point).length
        let far = (point - behind).length
        guard far > near * 1e-6 else { return point + (ahead - point) / 3 }
        let mixed = (near * far).squareRoot()
        let weighted = ahead * far - behind * near + point * (2 * far + 3 * mixed + near)
        return weighted / (3 * (far + mixed))
    }

    private func knot(_ index: Int) -> InkRibbon.Knot {
        let low = max(index - 1, 0)
        let high = min(index + 1, traces.count - 1)
        let way = traces[high].way - traces[low].way
        return InkRibbon.Knot(
            center: smoothed(index),
            radius: radius(index),
            slope: way > 0 ? (radius(high) - radius(low)) / way : 0
        )
    }

    /// The position without the rounding and trembling of the device: drawn to the middle of its neighbours, twice, but never far.
    private func smoothed(_ index: Int, passes: Int = 2) -> SIMD2<Double> {
        guard passes > 0, index > 0, index + 1 < traces.count else { return traces[index].position }
        let here = smoothed(index, passes: passes - 1)
        let middle = (smoothed(index - 1, passes: passes - 1) + smoothed(index + 1, passes: passes - 1)) / 2
        let shift = (middle - here) / 2
        return here + shift.direction * min(shift.length, pen.width * Self.largestShift)
    }

    private func radius(_ index: Int) -> Double {
        let trace = traces[index]
        var radius = trace.radius * (0.6 + 0.4 * ease(trace.way / startTaper))
        if isFinished, let last = traces.last {
            radius *= 0.4 + 0.6 * ease((last.way - trace.way) / min(endTaper, last.way * 0.35))
        }
        return radius
    }

    /// From 0 to 1, level at both ends.
    private func ease(_ part: Double) -> Double {
        guard part < 1 else { return 1 }
        return part * part * (3 - 2 * part)
    }
}

extension Sample {
    /// The outline of the whole drawing, in capture units.
    ///
    /// Complexity: O(points).
    public func outline(_ pen: Pen) -> InkPath {
        var path = InkPath()
        for stroke in strokes { path.append(stroke.outline(pen, isTimed: channels.contains(.time))) }
        return path
    }
}

extension Stroke {
    /// The outline of the stroke, in capture units; without time, points count as evenly spaced in time.
    ///
    /// Complexity: O(points).
    public func outline(_ pen: Pen, isTimed: Bool = true) -> InkPath {
        var tracer = InkTracer(pen: pen, isTimed: isTimed)
        for point in points { tracer.add(point) }
        tracer.finish()
        return tracer.takeFinished()
    }
}

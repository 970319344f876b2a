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
    /// The accepted points, four numbers each, and how many they are.
    private var numbers: [Double] = []
    private var count = 0
    /// The accepted point at which the next piece begins.
    private var next = 0
    private var hasBegun = false
    private var isFinished = false
    /// The last point, if it was too close to the last accepted one.
    private var pending: Point?
    private var lastTime = 0.0
    private var skipped = 0.0
    /// Distance and time of the recent past; the older, the less it counts.
    private var recentDistance = 0.0
    private var recentTime = 20.0

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
    @inline(never)
    public mutating func add(_ point: Point) {
        guard !isFinished, point.x.isFinite, point.y.isFinite, point.time.isFinite else { return }
        guard count > 0 else {
            lastTime = point.time
            append(Trace(position: point.position, way: 0, radius: pen.radius(at: 0)))
            return
        }
        skipped += 1
        pending = point
        accept(atLeast: spacing)
    }

    /// Ends the stroke where its last point was.
    @inline(never)
    public mutating func finish() {
        accept(atLeast: spacing / 4)
        isFinished = true
    }

    /// The outline of what has become final since the last call.
    @inline(never)
    public mutating func takeFinished() -> InkPath {
        var ribbon = InkRibbon()
        let end = isFinished ? count - 1 : settled
        guard next < end || isFinished && !hasBegun && count > 0 else { return ribbon.path }
        if !hasBegun, let dot {
            ribbon.dot(at: dot)
        } else {
            ribbon.dot(at: knot(next))
            while next < end {
                ribbon.append(segment(from: next))
                next += 1
            }
            ribbon.closeShape()
            if isFinished { ribbon.dot(at: knot(end)) }
        }
        next = end
        hasBegun = true
        return ribbon.path
    }

    /// The outline from where the finished part ends to the last point, as it would be if the pen lifted now.
    public func tail() -> InkPath {
        var copy = self
        copy.finish()
        return copy.takeFinished()
    }

    /// The middle of the whole stroke once it is finished: a dot, or the pieces of its line; nil where there is no point.
    var centre: (dot: InkRibbon.Knot?, pieces: [InkRibbon.Segment])? {
        guard isFinished, count > 0 else { return nil }
        if let dot { return (dot, []) }
        return (nil, (0..<count - 1).map { segment(from: $0) })
    }

    /// What the stroke is where it hardly moves.
    private var dot: InkRibbon.Knot? {
        guard trace(count - 1).way < pen.width else { return nil }
        return InkRibbon.Knot(center: (trace(0).position + trace(count - 1).position) / 2, radius: pen.width * 0.7, slope: 0)
    }

    /// The index of the first piece that may still change: one that depends on points to come or may lie in the taper at the end.
    private var settled: Int {
        var index = next
        while index + 4 < count, trace(count - 1).way - trace(index + 2).way >= endTaper { index += 1 }
        return index
    }

    /// Makes the pending point an accepted one, if it is so far from the last.
    @inline(never)
    private mutating func accept(atLeast least: Double) {
        guard let point = pending else { return }
        let last = trace(count - 1)
        let distance = (point.position - last.position).length
        guard distance >= least else { return }
        let interval = isTimed ? max(0, point.time - lastTime) : skipped * Pen.assumedInterval
        let fading = Self.memory / (Self.memory + interval)
        recentDistance = recentDistance * fading + distance
        recentTime = recentTime * fading + interval
        let change = distance * Self.steepest
        let radius = max(last.radius - change, min(last.radius + change, pen.radius(at: recentDistance / recentTime)))
        append(Trace(position: point.position, way: last.way + distance, radius: radius))
        lastTime = point.time
        skipped = 0
        pending = nil
    }

    private mutating func append(_ trace: Trace) {
        numbers.append(trace.position.x)
        numbers.append(trace.position.y)
        numbers.append(trace.way)
        numbers.append(trace.radius)
        count += 1
    }

    @inline(never)
    private func trace(_ index: Int) -> Trace {
        let start = index * 4
        return Trace(position: SIMD2(numbers[start], numbers[start + 1]), way: numbers[start + 2], radius: numbers[start + 3])
    }
}

extension InkTracer {
    /// The piece between two accepted points.
    private func segment(from index: Int) -> InkRibbon.Segment {
        let start = knot(index)
        let end = knot(index + 1)
        let before = index > 0 ? smoothed(index - 1) : start.center * 2 - end.center
        let after = index + 2 < count ? smoothed(index + 2) : end.center * 2 - start.center
        return InkRibbon.Segment(
            start: start,
            first: Self.handle(at: start.center, towards: end.center, from: before),
            second: Self.handle(at: end.center, towards: start.center, from: after),
            end: end
        )
    }

    /// The control point beside a point of a centripetal Catmull-Rom curve, on the side of one neighbour.
    static func handle(at point: SIMD2<Double>, towards ahead: SIMD2<Double>, from behind: SIMD2<Double>) -> SIMD2<Double> {
        let near = (ahead - point).length
        let far = (point - behind).length
        guard far > near * 1e-6 else { return point + (ahead - point) / 3 }
        let mixed = (near * far).squareRoot()
        let weighted = ahead * far - behind * near + point * (2 * far + 3 * mixed + near)
        return weighted / (3 * (far + mixed))
    }

    private func knot(_ index: Int) -> InkRibbon.Knot {
        let low = max(index - 1, 0)
        let high = min(index + 1, count - 1)
        let way = trace(high).way - trace(low).way
        return InkRibbon.Knot(
            center: smoothed(index),
            radius: radius(index),
            slope: way > 0 ? (radius(high) - radius(low)) / way : 0
        )
    }

    /// The position without the rounding and trembling of the device: drawn to the middle of its neighbours, twice, but never far.
    private func smoothed(_ index: Int, passes: Int = 2) -> SIMD2<Double> {
        guard passes > 0, index > 0, index + 1 < count else { return trace(index).position }
        let here = smoothed(index, passes: passes - 1)
        let middle = (smoothed(index - 1, passes: passes - 1) + smoothed(index + 1, passes: passes - 1)) / 2
        let shift = (middle - here) / 2
        return here + shift.direction * min(shift.length, pen.width * Self.largestShift)
    }

    private func radius(_ index: Int) -> Double {
        let trace = trace(index)
        var radius = trace.radius * (0.6 + 0.4 * ease(trace.way / startTaper))
        if isFinished {
            let way = self.trace(count - 1).way
            radius *= 0.4 + 0.6 * ease((way - trace.way) / min(endTaper, way * 0.35))
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

public import Observation
public import ParaphInk
public import ParaphWire

/// The pad on which a person draws their signature, with its tools.
///
/// The view tells it of touches and draws ``strokes`` and what it has of the touch under way.
/// ```swift
/// pad.begin(.finger, at: touch.timestamp * 1000)
/// pad.add(Point(x: x, y: y, time: touch.timestamp * 1000, pressure: force))
/// pad.end()
/// ```
@Observable public final class PadModel {
    /// What is drawn, the stroke under way among it.
    public private(set) var strokes: [Stroke] = []
    /// Nothing can be drawn while an answer is on its way.
    public internal(set) var isLocked = false
    /// The colour; it changes nothing of what is compared.
    public var pen = InkColor.blue

    private let words: Words
    private let limits = Sample.Limits()
    private var tool = Sample.Tool.unknown
    private var isDown = false
    private var isFirst = false
    /// The view's time that counts as 0 in the sample, and the last point's time in the sample.
    private var (origin, lastTime) = (0.0, 0.0)
    /// The longest pause between two strokes that counts, in milliseconds: who thinks for a minute still gives a sample within the limits.
    private static let longestPause = 5000.0

    init(_ words: Words) { self.words = words }

    public var isEmpty: Bool { strokes.isEmpty }

    /// Whether Undo and Erase do something.
    public var isErasable: Bool { !isEmpty && !isLocked }

    /// What VoiceOver says of it.
    public var label: String { isEmpty ? words("script.pad.empty") : words("script.pad.drawn", count: strokes.count) }

    /// Begins a stroke.
    ///
    /// - Parameters:
    ///   - used: What touches the pad.
    ///   - time: The moment, in milliseconds of any clock that runs steadily; points are of the same.
    public func begin(_ used: Sample.Tool, at time: Double) {
        isDown = false
        guard !isLocked, strokes.count < limits.strokes else { return }
        if isEmpty {
            (tool, origin, lastTime) = (used, time, 0)
        } else {
            if tool != used { tool = .unknown }
            origin = max(origin, time - lastTime - Self.longestPause)
        }
        (isDown, isFirst) = (true, true)
    }

    /// Adds a point to the stroke under way; one that there is no room for is left out.
    public func add(_ point: Point) {
        var point = point
        point.time = max(lastTime, point.time - origin)
        point.pressure = max(0, min(1, point.pressure))
        guard isDown, point.x.magnitude <= limits.coordinate, point.y.magnitude <= limits.coordinate, point.time <= limits.duration,
            strokes.reduce(0, { $0 + $1.points.count }) < limits.points
        else { return }
        lastTime = point.time
        if isFirst { strokes.append(Stroke()) }
        isFirst = false
        strokes[strokes.count - 1].points.append(point)
    }

    /// The touch is over.
    public func end() { isDown = false }

    /// Takes the last stroke away.
    public func undo() {
        guard isErasable else { return }
        isDown = false
        strokes.removeLast()
    }

    /// Takes all strokes away.
    public func erase() {
        guard !isLocked else { return }
        clear()
    }

    func clear() {
        isDown = false
        strokes = []
    }

    /// Shows what was drawn before the system ended the app; the person goes on drawing as after a pause.
    func restore(_ draft: DrawingDraft) {
        guard isEmpty, let drawing = draft.drawing else { return }
        (strokes, tool, pen) = (drawing.strokes, drawing.tool, draft.pen)
        lastTime = drawing.strokes.last?.points.last?.time ?? 0
        // The clock of the view before says nothing of this one's.
        origin = -.greatestFiniteMagnitude
    }

    /// What is drawn, to be kept.
    var draft: DrawingDraft? { sample.map { DrawingDraft($0, pen) } }

    /// What was drawn, as it is sent; `nil` where nothing was.
    ///
    /// Pressure counts where it was measured: most fingers report a constant.
    var sample: Sample? {
        guard !isEmpty else { return nil }
        let pressures = strokes.lazy.flatMap { $0.points.lazy.map(\.pressure) }
        let isMeasured = (pressures.max() ?? 0) - (pressures.min() ?? 0) > 0.01 && tool != .mouse && tool != .unknown
        return Sample(strokes: strokes, channels: isMeasured ? [.time, .pressure] : .time, tool: tool)
    }
}

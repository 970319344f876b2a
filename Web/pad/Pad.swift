// The signature pad behind `<ink-pad>`: what pad.js calls. Numbers come in; outlines and bytes go out through one buffer in memory, which
// `outputStart()` points to and the next call overwrites. A page has one WebAssembly instance, and so one of these states, per pad.

import ParaphInk

private nonisolated(unsafe) var strokes: [Stroke] = []
private nonisolated(unsafe) var tool = Sample.Tool.unknown
private nonisolated(unsafe) var pen = Pen()
private nonisolated(unsafe) var tracer: InkTracer?
private nonisolated(unsafe) var output = Output()
private nonisolated(unsafe) var pointCount = 0
/// Whether a stroke is under way, and whether it has no point yet.
private nonisolated(unsafe) var isDown = false
private nonisolated(unsafe) var isFirst = false
/// The page's time that counts as 0 in the sample, and the last point's time in the sample.
private nonisolated(unsafe) var origin = 0.0
private nonisolated(unsafe) var lastTime = 0.0
private nonisolated(unsafe) var lowestPressure = 1.0
private nonisolated(unsafe) var highestPressure = 0.0

/// The longest pause between two strokes that counts, in milliseconds: who thinks for a minute still gives a sample within the limits.
private let longestPause = 5000.0
private let limits = Sample.Limits()

@_expose(wasm, "setPen") @c(setPen)
func setPen(width: Double, speed: Double) {
    pen.width = width
    pen.speed = speed
}

/// Begins a stroke with a tool (its number in the encoded form) at the page's time; false if there is no room for one more.
@_expose(wasm, "begin") @c(begin)
func begin(tool number: UInt32, time: Double) -> Bool {
    let used = Sample.Tool(rawValue: UInt8(truncatingIfNeeded: number)) ?? .unknown
    guard strokes.count < limits.strokes else { return false }
    if strokes.isEmpty {
        erase()
        tool = used
        origin = time
    } else {
        if tool != used { tool = .unknown }
        origin = max(origin, time - lastTime - longestPause)
    }
    tracer = InkTracer(pen: pen)
    isDown = true
    isFirst = true
    return true
}

/// Adds a point to the stroke under way; one that the limits have no room for is left out.
@_expose(wasm, "add") @c(add)
func add(x: Double, y: Double, time: Double, pressure: Double) {
    let point = Point(x: x, y: y, time: max(lastTime, time - origin), pressure: max(0, min(1, pressure)))
    guard isDown, x.magnitude <= limits.coordinate, y.magnitude <= limits.coordinate, point.time <= limits.duration else { return }
    guard pointCount < limits.points else { return }
    pointCount += 1
    lastTime = point.time
    lowestPressure = min(lowestPressure, point.pressure)
    highestPressure = max(highestPressure, point.pressure)
    if isFirst { strokes.append(Stroke()) }
    isFirst = false
    strokes[strokes.count - 1].points.append(point)
    tracer?.add(point)
}

@_expose(wasm, "end") @c(end)
func end() {
    isDown = false
    tracer?.finish()
}

@_expose(wasm, "undo") @c(undo)
func undo() {
    isDown = false
    tracer = nil
    guard !strokes.isEmpty else { return }
    pointCount -= strokes.removeLast().points.count
}

@_expose(wasm, "erase") @c(erase)
func erase() {
    isDown = false
    tracer = nil
    strokes = []
    pointCount = 0
    lastTime = 0
    lowestPressure = 1
    highestPressure = 0
}

@_expose(wasm, "strokeCount") @c(strokeCount)
func strokeCount() -> Int {
    strokes.count
}

@_expose(wasm, "outputStart") @c(outputStart)
func outputStart() -> UnsafeMutableRawPointer? {
    output.memory.baseAddress
}

/// Puts out what of the stroke under way became final, as the numbers of an outline, and gives how many they are.
@_expose(wasm, "takeFinished") @c(takeFinished)
func takeFinished() -> Int {
    output.write(tracer?.takeFinished().numbers ?? [])
}

/// Puts out what of the stroke under way may still change.
@_expose(wasm, "tail") @c(tail)
func tail() -> Int {
    output.write(tracer?.tail().numbers ?? [])
}

/// Puts out all strokes.
@_expose(wasm, "outline") @c(outline)
func outline() -> Int {
    output.write(Sample(strokes: strokes, channels: Sample.Channels(rawValue: 1)).outline(pen).numbers)
}

/// Puts out the encoded sample and gives its length in bytes.
///
/// Pressure counts where it was measured: a mouse reports a constant, and so do most fingers.
@_expose(wasm, "encode") @c(encode)
func encode() -> Int {
    let isMeasured = highestPressure - lowestPressure > 0.01 && tool != .mouse && tool != .unknown
    let channels = Sample.Channels(rawValue: isMeasured ? 3 : 1)
    return output.write(Sample(strokes: strokes, channels: channels, tool: tool).encoded())
}

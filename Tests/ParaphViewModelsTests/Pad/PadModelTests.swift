import ParaphInk
import Testing

@testable import ParaphViewModels

@MainActor @Suite struct PadModelTests {
    private func stroke(_ pad: PadModel, _ tool: Sample.Tool = .finger, from time: Double, pressure: Double = 0) {
        pad.begin(tool, at: time)
        for step in 0..<5 { pad.add(Point(x: Double(step), y: 0, time: time + Double(step) * 10, pressure: pressure * Double(step))) }
        pad.end()
    }

    @Test func strokesCanBeTakenAway() {
        let pad = PadModel(Words(.en))
        #expect(pad.isEmpty && pad.sample == nil && !pad.isErasable && pad.label == "Signature pad, empty")
        stroke(pad, from: 1000)
        stroke(pad, from: 1200)
        #expect(pad.label == "Signature pad, 2 strokes" && pad.isErasable)
        pad.undo()
        #expect(pad.strokes.count == 1)
        pad.erase()
        #expect(pad.isEmpty)
    }

    @Test func timeBeginsWithTheFirstStrokeAndLongPausesAreShortened() throws {
        let pad = PadModel(Words(.en))
        stroke(pad, from: 50_000)
        stroke(pad, from: 110_000)
        let sample = try #require(pad.sample)
        #expect(sample.strokes[0].points[0].time == 0 && sample.strokes[1].points[0].time == 5040)
        #expect(sample.tool == .finger && sample.channels == .time)
        try sample.validate()
    }

    @Test func pressureCountsWhereItWasMeasured() {
        let pad = PadModel(Words(.en))
        stroke(pad, .pen, from: 0, pressure: 0.1)
        #expect(pad.sample?.channels == [.time, .pressure])
        stroke(pad, .finger, from: 100)
        #expect(pad.sample?.tool == .unknown)
    }

    @Test func aLockedPadTakesNothing() {
        let pad = PadModel(Words(.en))
        stroke(pad, from: 0)
        pad.isLocked = true
        stroke(pad, from: 100)
        pad.undo()
        pad.erase()
        #expect(pad.strokes.count == 1)
    }
}

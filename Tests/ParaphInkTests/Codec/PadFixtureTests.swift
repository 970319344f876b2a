import Foundation
import ParaphInk
import Testing

/// The browser's pad must encode points as the server does: `Web/pad/test.mjs` reads the same two files.
@Suite struct PadFixtureTests {
    private struct Drawing: Codable {
        /// Strokes of points of x, y and time.
        var strokes: [[[Double]]]
    }

    private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    @Test func theFixtureIsTheEncodedDrawing() throws {
        let points = folder.appending(path: "anna.json")
        let bytes = folder.appending(path: "anna.ink")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let strokes = Signatures.anna.strokes.map { $0.points.map { [$0.x, $0.y, $0.time].map { ($0 * 64).rounded() / 64 } } }
            try JSONEncoder().encode(Drawing(strokes: strokes)).write(to: points)
            try Data(sample(of: Drawing(strokes: strokes)).encoded()).write(to: bytes)
        }
        let drawing = try JSONDecoder().decode(Drawing.self, from: Data(contentsOf: points))
        #expect(try sample(of: drawing).encoded() == Array(Data(contentsOf: bytes)))
    }

    private func sample(of drawing: Drawing) -> Sample {
        let strokes = drawing.strokes.map { stroke in Stroke(points: stroke.map { Point(x: $0[0], y: $0[1], time: $0[2]) }) }
        return Sample(strokes: strokes, channels: .time, tool: .finger)
    }
}

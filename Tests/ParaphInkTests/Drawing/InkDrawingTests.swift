import Foundation
import RandomTestSupport
import Testing

@testable import ParaphInk

@Suite struct InkDrawingTests {
    private static func encoded(_ lines: [[(Int, Int, Int)]]) -> [UInt8] {
        InkDrawing(lines: lines.map { $0.map { InkDrawing.Knot(x: $0.0, y: $0.1, radius: $0.2) } }).encoded()
    }

    private static func refusal(_ bytes: [UInt8], limits: InkDrawing.Limits = .init()) -> InkError.Code? {
        do throws(InkError) {
            _ = try InkDrawing(decoding: bytes, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aSmallDrawingHasTheBytesThatTheLayoutSays() throws {
        let bytes: [UInt8] = [
            0x49, 0x6E, 0x6B, 0x44, 0x01,  // "InkD", version 1
            2,  // lines
            3,  // knots
            200, 1, 20, 7,  // 100 and 10, the radius 7
            6, 1, 8,  // 3 on and 1 up
            0, 0, 9,  // as predicted
            1, 0, 0, 5,  // a dot at the same place
        ]
        #expect(Self.encoded([[(100, 10, 7), (103, 9, 8), (106, 8, 9)], [(106, 8, 5)]]) == bytes)
        #expect(try InkDrawing(decoding: bytes).encoded() == bytes)
    }

    @Test func whatIsWrittenReadsBackAndKeepsToTheLimits() throws {
        var generator = SeededGenerator(seed: 30)
        for _ in 0..<300 {
            let drawing = try #require(InkDrawing(Sample.random(using: &generator)))
            let again = try InkDrawing(decoding: drawing.encoded())
            #expect(again == drawing)
            // All of the ink lies on the grid, and its longer side takes all of it.
            let outline = try #require(again.outline.bounds)
            #expect(max(outline.width, outline.height) < Double(InkDrawing.grid) * 1.3)
        }
        #expect(InkDrawing(Sample()) == nil)
    }

    @Test func aScribbleOfAsManyPointsAsThereMayBeIsNoLargerThanOthers() throws {
        var generator = SeededGenerator(seed: 31)
        let point = { (time: Double) in
            Point(x: .random(in: 0...600, using: &generator), y: .random(in: 0...300, using: &generator), time: time)
        }
        let scribble = Sample(strokes: [Stroke(points: (0..<30_000).map { point(Double($0) * 4) })], channels: .time)
        let dots = Sample(
            strokes: (0..<500).map { number in Stroke(points: (0..<60).map { point(Double(number * 60 + $0)) }) },
            channels: .time
        )
        for sample in [scribble, dots] {
            let drawing = try #require(InkDrawing(sample))
            #expect((1000...2500).contains(drawing.knotCount) && drawing.lines.count == sample.strokes.count)
            #expect(drawing.encoded().count < 14_336)
            #expect(try InkDrawing(decoding: drawing.encoded()) == drawing)
        }
        for (name, sample) in Signatures.all {
            let drawing = try #require(InkDrawing(sample))
            #expect(drawing.encoded().count < 3000, "\(name) takes \(drawing.encoded().count) bytes")
        }
    }

    /// Knots that lay where the device measured would tell how fast the pen was there.
    @Test(arguments: [Signatures.anna, Signatures.spiral]) func knotsLieEvenlyWhateverThePace(_ sample: Sample) throws {
        let pace = sample.strokes[0].points.indices.dropFirst().map { index in
            (sample.strokes[0].points[index].position - sample.strokes[0].points[index - 1].position).length
        }
        #expect((pace.max() ?? 0) > 5 * (pace.min() ?? 0), "the pen itself is now slow, now fast")
        let drawing = try #require(InkDrawing(sample))
        for line in drawing.lines where line.count > 2 {
            let gaps = line.indices.dropFirst().map { index in
                SIMD2(Double(line[index].x - line[index - 1].x), Double(line[index].y - line[index - 1].y)).length
            }
            let widest = gaps.max() ?? 0
            #expect(gaps.allSatisfy { $0 > widest * 0.6 }, "\(gaps)")
        }
    }

    @Test func pressureAndPaceThatWidthsDoNotShowLeaveNoTrace() throws {
        let drawing = try #require(InkDrawing(Signatures.anna))
        var other = Signatures.anna
        other.channels = [.time, .pressure, .azimuth]
        for stroke in other.strokes.indices {
            for index in other.strokes[stroke].points.indices {
                // All of it half as fast, harder and harder, with a pen that turns.
                other.strokes[stroke].points[index].time *= 2
                other.strokes[stroke].points[index].pressure = Double(index % 100) / 100
                other.strokes[stroke].points[index].azimuth = Double(index % 6)
            }
        }
        let slower = try #require(InkDrawing(other))
        let places = { (drawing: InkDrawing) in drawing.lines.map { $0.map { [$0.x, $0.y] } } }
        #expect(slower.lines.map(\.count) == drawing.lines.map(\.count))
        for (one, two) in zip(places(slower).joined().joined(), places(drawing).joined().joined()) { #expect(abs(one - two) < 40) }
    }

    @Test(arguments: Signatures.all) func itLooksAsTheSampleDoes(name: String, sample: Sample) throws {
        func picture(_ path: InkPath) throws -> [UInt8] {
            var bitmap = InkBitmap(width: 300, height: 150)
            let frame = InkRect(width: 300, height: 150)
            bitmap.fill(path.transformed(by: .fitting(try #require(path.bounds), into: frame, margin: 4)), ink: .black)
            return stride(from: 3, to: bitmap.bytes.count, by: 4).map { bitmap.bytes[$0] }
        }
        let drawn = try picture(try #require(InkDrawing(sample)).outline)
        let traced = try picture(sample.outline(.fitting(sample)))
        let ink = traced.reduce(0) { $0 + Int($1) }
        let difference = zip(drawn, traced).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) < Double(ink) * 0.12, "\(name) differs by \(Double(difference) / Double(ink))")
    }

    @Test func whatIsNoDrawingIsRefused() throws {
        let bytes = try #require(InkDrawing(Signatures.zigzag)).encoded()
        for count in 0..<bytes.count { #expect(Self.refusal(Array(bytes[..<count])) != nil) }
        #expect(Self.refusal(bytes + [0]) == .malformed)
        #expect(Self.refusal(Signatures.zigzag.encoded()) == .malformed)
        #expect(Self.refusal(bytes, limits: .init(lines: 1)) == .tooLarge)
        #expect(Self.refusal(bytes, limits: .init(knots: 10)) == .tooLarge)
        #expect(Self.refusal(Self.encoded([[(1, 1, 1), (1, 1, 1)]])) == .malformed)
        #expect(Self.refusal(Self.encoded([[(4096, 1, 1)]])) == .outOfRange)
        #expect(Self.refusal(Self.encoded([[(1, -1, 1)]])) == .outOfRange)
        #expect(Self.refusal(Self.encoded([[(1, 1, 0)]])) == .outOfRange)
        #expect(Self.refusal(Self.encoded([[(1, 1, 128)]])) == .outOfRange)
        #expect(Self.refusal(Self.encoded([[]])) != nil && Self.refusal(Self.encoded([])) == .empty)
    }

    @Test func aDotIsADot() throws {
        let dot = Sample(strokes: [Stroke(points: [Point(x: 5, y: 5)])])
        let drawing = try #require(InkDrawing(dot))
        #expect(drawing.lines.map(\.count) == [1])
        #expect(drawing.svg().contains("<path fill=\"#1F3FA8\" d=\"M") && !drawing.outline.isEmpty)
    }

    @Test func loopsNarrowerThanTheLineStayShort() throws {
        // A coil whose loops are a little wider than the line: every piece bends too much to be offset.
        let points = (0..<9000).map { index in
            let (along, angle) = (Double(index) / 9, Double(index) * 0.9)
            return Point(x: along + 14 * cos(angle), y: 14 * sin(angle), time: Double(index) * 5)
        }
        let drawing = try #require(InkDrawing(Sample(strokes: [Stroke(points: points)], channels: .time)))
        #expect(drawing.knotCount > 1000)
        #expect(drawing.outline.elements.count < drawing.knotCount * 40)
    }
}

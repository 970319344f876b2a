import Foundation
import ParaphInk
import RandomTestSupport
import Testing

@Suite struct InkTracerTests {
    private let pen = Pen(width: 3, speed: 0.5)

    @Test func theSlowerTheThinner() {
        var widths: [Double] = []
        for speed in [0.05, 0.1, 0.2, 0.4, 0.8, 1.6] { widths.append(widthInTheMiddle(ofLineAt: speed)) }
        #expect(widths == widths.sorted())
        #expect(Set(widths).count == widths.count)
        #expect(widths[5] > widths[0] * 2.5)
        #expect(abs(widthInTheMiddle(ofLineAt: 0.5) - 3) < 0.15)
    }

    @Test func withoutTimeTheSpacingOfThePointsIsTheSpeed() {
        let near = widthInTheMiddle(ofLineAt: 0.1, isTimed: false)
        let far = widthInTheMiddle(ofLineAt: 1.2, isTimed: false)
        #expect(far > near * 2)
    }

    @Test func theWidthNeverJumps() {
        var points: [Point] = []
        var x = 0.0
        for index in 0..<200 {
            x += index < 100 ? 0.5 : 14
            points.append(Point(x: x, y: 0, time: Double(index) * 8))
        }
        let path = Stroke(points: points).outline(pen)
        var widths: [(at: Double, width: Double)] = []
        for column in stride(from: 30.0, to: 160, by: 1) { widths.append((column, thickness(of: path, at: column))) }
        for (one, other) in zip(widths, widths.dropFirst()) { #expect(abs(one.width - other.width) < 0.4, "at \(one.at)") }
    }

    @Test func bothEndsAreThin() {
        let path = line(at: 1)
        #expect(thickness(of: path, at: 1) < thickness(of: path, at: 100) * 0.6)
        #expect(thickness(of: path, at: 199) < thickness(of: path, at: 100) * 0.6)
    }

    @Test(arguments: Signatures.all.map(\.1))
    func whatIsDrawnWhileWritingIsWhatIsDrawnAfterwards(sample: Sample) {
        let whole = sample.outline(pen)
        for rate in [1, 3, 50] {
            var live = InkBitmap(width: 300, height: 150)
            var pieces = InkPath()
            for stroke in sample.strokes {
                var tracer = InkTracer(pen: pen)
                for (index, point) in stroke.points.enumerated() {
                    tracer.add(point)
                    guard index.isMultiple(of: rate) else { continue }
                    pieces.append(tracer.takeFinished())
                    #expect(!tracer.tail().isEmpty)
                }
                let tail = tracer.tail()
                tracer.finish()
                let last = tracer.takeFinished()
                #expect(last == tail, "lifting the pen moves nothing")
                #expect(tracer.takeFinished().isEmpty)
                pieces.append(last)
            }
            live.fill(pieces, ink: .black)
            var still = InkBitmap(width: 300, height: 150)
            still.fill(whole, ink: .black)
            let differences = zip(live.bytes, still.bytes).map { abs(Int($0) - Int($1)) }
            #expect(differences.max() ?? 0 < 40)
            #expect(differences.reduce(0, +) < 255 * 20)
        }
    }

    @Test func aFinishedPieceStaysAsItIsWhateverComesLater() {
        let points = Signatures.anna.strokes[0].points
        var short = InkTracer(pen: pen)
        for point in points.prefix(100) { short.add(point) }
        let early = short.takeFinished()
        var long = InkTracer(pen: pen)
        for point in points.prefix(100) { long.add(point) }
        let same = long.takeFinished()
        for point in points.dropFirst(100) { long.add(point) }
        #expect(early == same)
        #expect(!long.takeFinished().isEmpty)
    }

    @Test func aTapIsADotThatCanBeSeen() throws {
        for points in [
            [Point(x: 10, y: 10)], [Point(x: 10, y: 10), Point(x: 10, y: 10, time: 30)],
            [Point(x: 10, y: 10), Point(x: 11, y: 10.5, time: 30)],
        ] {
            let bounds = try #require(Stroke(points: points).outline(pen).bounds)
            #expect(bounds.width >= pen.width && bounds.width < pen.width * 2)
            #expect(abs(bounds.center.x - 10) <= 0.51)
        }
        #expect(Stroke().outline(pen).isEmpty)
        #expect(Sample().outline(pen).isEmpty)
    }

    @Test func everyCoordinateIsFiniteAndNearTheStroke() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let sample = Sample.random(using: &generator)
            let fitting = Pen.fitting(sample)
            #expect(fitting.width > 0 && fitting.width.isFinite && fitting.speed > 0 && fitting.speed.isFinite)
            for pen in [fitting, Pen()] {
                let bounds = try #require(sample.bounds)
                let reach = try #require(sample.outline(pen).bounds)
                let room = bounds.expanded(by: 3 * pen.width + 0.5 * max(bounds.width, bounds.height))
                #expect(reach.low.x >= room.low.x && reach.low.y >= room.low.y)
                #expect(reach.high.x <= room.high.x && reach.high.y <= room.high.y)
            }
        }
    }

    @Test func pointsThatAreNoPointsAreLeftOut() {
        let good = [Point(x: 0, y: 0), Point(x: 30, y: 5, time: 20), Point(x: 60, y: 0, time: 40)]
        let bad = [Point(x: .nan, y: 0, time: 10), Point(x: 3, y: .infinity, time: 10), Point(x: 3, y: 3, time: .nan)]
        let path = Stroke(points: [good[0]] + bad + [good[1], good[2]]).outline(pen)
        #expect(path == Stroke(points: good).outline(pen))
        let backwards = [Point(x: 0, y: 0, time: 50), Point(x: 30, y: 5, time: 20), Point(x: 60, y: 0, time: 20)]
        #expect(Stroke(points: backwards).outline(pen).bounds?.width.isFinite == true)
    }

    @Test func theSameSampleGivesTheSameOutline() {
        #expect(Signatures.spiral.outline(pen) == Signatures.spiral.outline(pen))
    }

    private func line(at speed: Double, isTimed: Bool = true) -> InkPath {
        let points = stride(from: 0.0, through: 200, by: speed * 10).map { Point(x: $0, y: 0, time: isTimed ? $0 / speed : 0) }
        return Stroke(points: points).outline(pen, isTimed: isTimed)
    }

    private func widthInTheMiddle(ofLineAt speed: Double, isTimed: Bool = true) -> Double {
        thickness(of: line(at: speed, isTimed: isTimed), at: 100)
    }

    /// The extent along y of an outline round the x axis, where it crosses one x, by the ink that a fine column of pixels takes.
    private func thickness(of path: InkPath, at x: Double) -> Double {
        var bitmap = InkBitmap(width: 1, height: 400)
        bitmap.fill(path.transformed(by: .translation(x: -x, y: 4).then(.scale(50))), ink: .black)
        var alpha = 0
        for pixel in stride(from: 3, to: bitmap.bytes.count, by: 4) { alpha += Int(bitmap.bytes[pixel]) }
        return Double(alpha) / 255 / 50
    }
}

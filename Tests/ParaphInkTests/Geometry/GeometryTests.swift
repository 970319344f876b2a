import Foundation
import RandomTestSupport
import Testing

@testable import ParaphInk

@Suite struct GeometryTests {
    @Test func boundsLengthAndDurationAreThoseOfThePoints() {
        let sample = Sample(
            strokes: [
                Stroke(points: [Point(x: 1, y: 2, time: 5), Point(x: 4, y: 6, time: 25)]), Stroke(),
                Stroke(points: [Point(x: -2, y: 3, time: 40)]),
            ],
            channels: .time
        )
        #expect(sample.bounds == InkRect(low: SIMD2(-2, 2), high: SIMD2(4, 6)))
        #expect(sample.pathLength == 5)
        #expect(sample.duration == 35)
        #expect(Sample().bounds == nil)
        #expect(Sample().duration == 0)
    }

    @Test func fittingKeepsProportionsAndTheMargin() throws {
        let sample = Signatures.anna.fitted(into: InkRect(x: 10, y: 20, width: 300, height: 100), margin: 8)
        let bounds = try #require(sample.bounds)
        let before = try #require(Signatures.anna.bounds)
        #expect(abs(bounds.width / bounds.height - before.width / before.height) < 1e-9)
        #expect(abs(bounds.height - 84) < 1e-9 || abs(bounds.width - 284) < 1e-9)
        #expect(abs(bounds.center.x - 160) < 1e-9 && abs(bounds.center.y - 70) < 1e-9)
    }

    @Test func aDotIsOnlyMoved() {
        let dot = Sample(strokes: [Stroke(points: [Point(x: 7, y: 7)])]).fitted(into: InkRect(width: 100, height: 50))
        #expect(dot.strokes[0].points[0] == Point(x: 50, y: 25))
    }

    @Test func fittingForAPageTurnsTheDrawingOver() {
        let map = InkTransform.fitting(InkRect(width: 10, height: 10), into: InkRect(width: 100, height: 100), flippingY: true)
        #expect(map(SIMD2(0, 0)) == SIMD2(0, 100))
        #expect(map(SIMD2(10, 10)) == SIMD2(100, 0))
    }

    @Test func mapsDoneOneAfterAnotherAreOneMap() {
        let first = InkTransform.rotation(0.7).then(.translation(x: 3, y: -4))
        let both = first.then(.scale(2.5))
        let point = SIMD2(1.25, -9.5)
        #expect((both(point) - InkTransform.scale(2.5)(first(point))).length < 1e-12)
        #expect(abs(both.meanScale - 2.5) < 1e-12)
    }

    @Test func turningTheDrawingTurnsTheLeanOfThePen() {
        let point = Point(x: 1, y: 0, azimuth: 6)
        let sample = Sample(strokes: [Stroke(points: [point])], channels: .azimuth, unitsPerMillimetre: 4)
        let turned = sample.transformed(by: .rotation(1))
        #expect(abs(turned.strokes[0].points[0].azimuth - (7 - 2 * .pi)) < 1e-12)
        #expect(abs(turned.strokes[0].points[0].y - sin(1)) < 1e-12)
        #expect(sample.transformed(by: .scale(3)).unitsPerMillimetre == 12)
    }

    @Test func trigonometryAgreesWithTheSystem() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<20_000 {
            let angle = Double.random(in: -50...50, using: &generator)
            let (sine, cosine) = sineAndCosine(angle)
            #expect(abs(sine - sin(angle)) < 1e-13 && abs(cosine - cos(angle)) < 1e-13)
            let expected = atan2(sine, cosine)
            let found = turn(to: SIMD2(cosine, sine))
            #expect(abs(found - (expected < 0 ? expected + 2 * .pi : expected)) < 1e-13)
            #expect(found >= 0 && found <= 2 * .pi)
        }
        #expect(sineAndCosine(.nan) == (0, 1) && sineAndCosine(1e300) == (0, 1))
        #expect(turn(to: .zero) == 0 && turn(to: SIMD2(.infinity, 1)) == 0)
    }
}

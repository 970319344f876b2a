import Foundation
import Testing

@testable import ParaphInk

@Suite struct InkBitmapTests {
    @Test func aRectangleCoversEachPixelByItsPart() {
        let bitmap = filled(rectangle(InkRect(x: 1.25, y: 1.5, width: 3, height: 2)), width: 6, height: 5)
        #expect(alphas(of: bitmap, row: 0) == [0, 0, 0, 0, 0, 0])
        #expect(alphas(of: bitmap, row: 1) == [0, 96, 128, 128, 32, 0])
        #expect(alphas(of: bitmap, row: 2) == [0, 191, 255, 255, 64, 0])
        #expect(alphas(of: bitmap, row: 3) == [0, 96, 128, 128, 32, 0])
        #expect(alphas(of: bitmap, row: 4) == [0, 0, 0, 0, 0, 0])
    }

    @Test func aCircleCoversItsArea() {
        var path = InkPath()
        path.appendDot(at: SIMD2(20.3, 19.8), radius: 15)
        #expect(abs(area(of: filled(path, width: 40, height: 40)) - .pi * 225) < 0.5)
    }

    @Test func whatOverlapsCountsOnceAndWhatTurnsTheOtherWayIsAHole() {
        var path = rectangle(InkRect(x: 2, y: 2, width: 10, height: 10))
        path.append(rectangle(InkRect(x: 7, y: 7, width: 10, height: 10)))
        #expect(area(of: filled(path, width: 20, height: 20)) == 175)
        var holed = rectangle(InkRect(x: 2, y: 2, width: 10, height: 10))
        holed.append(
            rectangle(InkRect(x: 4, y: 4, width: 5, height: 5)).transformed(
                by: .fitting(
                    InkRect(x: 4, y: 4, width: 5, height: 5),
                    into: InkRect(x: 4, y: 4, width: 5, height: 5),
                    flippingY: true
                )
            )
        )
        #expect(area(of: filled(holed, width: 20, height: 20)) == 75)
    }

    @Test func whatReachesBeyondThePictureIsCut() {
        let path = rectangle(InkRect(x: -1000, y: -1000, width: 1e6, height: 1e6))
        #expect(area(of: filled(path, width: 7, height: 9)) == 63)
        #expect(area(of: filled(rectangle(InkRect(x: 50, y: 50, width: 5, height: 5)), width: 7, height: 9)) == 0)
        let sides = rectangle(InkRect(x: -5, y: 2, width: 7.5, height: 3))
        #expect(alphas(of: filled(sides, width: 4, height: 6), row: 3) == [255, 255, 128, 0])
    }

    @Test func whatIsNotFiniteOrFarAwayIsLeftOut() {
        for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            var path = rectangle(InkRect(x: 1, y: 1, width: value, height: 3))
            path.append(rectangle(InkRect(x: 1, y: value, width: 3, height: 3)))
            #expect(filled(path, width: 4, height: 4).bytes.count == 64)
        }
    }

    @Test func sidesAreKeptWithinTheirRange() {
        #expect(InkBitmap(width: -5, height: 0).bytes.count == 4)
        #expect(InkBitmap(width: .max, height: 1).width == InkBitmap.largestSide)
    }

    @Test func coloursAreMultipliedByAlphaAndLieOverPaper() {
        let half = rectangle(InkRect(x: 0, y: 0, width: 0.5, height: 1))
        var bitmap = InkBitmap(width: 1, height: 1)
        bitmap.fill(half, ink: .blue)
        #expect(bitmap.bytes == [16, 32, 84, 128])
        var paper = InkBitmap(width: 1, height: 1)
        paper.fill(Pen.Ink(red: 255, green: 255, blue: 255))
        paper.fill(half, ink: .black)
        #expect(paper.bytes == [136, 137, 139, 255])
    }

    @Test func aDrawingFillsItsPictureUpToTheMargin() {
        let bitmap = Signatures.anna.bitmap(width: 120, height: 60, ink: .black, margin: 4)
        #expect(area(of: bitmap) > 120 * 60 / 20)
        for row in [0, 1, 2, 57, 58, 59] { #expect(alphas(of: bitmap, row: row).allSatisfy { $0 == 0 }) }
        let white = Pen.Ink(red: 255, green: 255, blue: 255)
        let onPaper = Signatures.anna.bitmap(width: 120, height: 60, ink: .black, margin: 4, paper: white)
        for row in 0..<60 { #expect(alphas(of: onPaper, row: row).allSatisfy { $0 == 255 }) }
    }

    private func rectangle(_ rect: InkRect) -> InkPath {
        let path = InkPath([
            .move(rect.low), .line(SIMD2(rect.low.x, rect.high.y)), .line(rect.high), .line(SIMD2(rect.high.x, rect.low.y)), .close,
        ])
        return path
    }

    private func filled(_ path: InkPath, width: Int, height: Int) -> InkBitmap {
        var bitmap = InkBitmap(width: width, height: height)
        bitmap.fill(path, ink: .black)
        return bitmap
    }

    private func alphas(of bitmap: InkBitmap, row: Int) -> [UInt8] {
        (0..<bitmap.width).map { bitmap.bytes[(row * bitmap.width + $0) * 4 + 3] }
    }

    private func area(of bitmap: InkBitmap) -> Double {
        var sum = 0
        for pixel in stride(from: 3, to: bitmap.bytes.count, by: 4) { sum += Int(bitmap.bytes[pixel]) }
        return Double(sum) / 255
    }
}

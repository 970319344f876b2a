import Foundation
import RandomTestSupport
import Testing

@testable import ParaphInk

@Suite struct InkTextTests {
    @Test(arguments: [
        (0.0, "0"), (-0.001, "0"), (5, "5"), (-5, "-5"), (0.05, ".05"), (-0.05, "-.05"), (0.5, ".5"), (1.5, "1.5"), (10, "10"),
        (10.01, "10.01"),
        (100.1, "100.1"), (1234567.891, "1234567.89"), (0.999, "1"), (-0.996, "-1"), (.nan, "0"), (.infinity, "0"),
        (1e300, "90000000000000"),
    ])
    func numbersAreWrittenShortAndWithoutExponent(number: Double, expected: String) {
        var text = DecimalText(decimals: 2)
        text.append(number)
        #expect(text.string == expected)
    }

    @Test func numbersReadBackAsWhatWasRounded() {
        var generator = SeededGenerator(seed: 8)
        for decimals in 0...6 {
            for _ in 0..<500 {
                let number = Double.random(in: -3000...3000, using: &generator) * Double.random(in: 0...1, using: &generator)
                var text = DecimalText(decimals: decimals)
                text.append(number)
                let step = pow(10, -Double(decimals))
                #expect(abs((Double(text.string) ?? .nan) - number) <= step / 2 * 1.0001, "\(number)")
            }
        }
    }

    @Test func pathDataIsRelativeAndSaysNothingTwice() {
        let path = InkPath([
            .move(SIMD2(1, 2)), .line(SIMD2(2.504, 1)), .line(SIMD2(2.508, 1)), .curve(SIMD2(3, 1), SIMD2(3, 2), SIMD2(3, 3)), .close,
            .move(SIMD2(-1, 0)), .close,
        ])
        #expect(path.svgPathData == "M1 2l1.5-1 .01 0c.49 0 .49 1 .49 2zM-1 0z")
    }

    @Test func aTitleCannotBreakOutOfThePicture() {
        let svg = Signatures.zigzag.svg(ink: .black, title: "A & B <script>\"\u{1}é")
        #expect(svg.contains("<title>A &amp; B &lt;script&gt;&quot;é</title>"))
        #expect(svg.contains("role=\"img\""))
        #expect(svg.contains("fill=\"#111318\""))
        #expect(Sample().svg() == "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path fill=\"#1F3FA8\" d=\"\"/></svg>\n")
    }

    @Test func pdfOperatorsFillInTheInksColour() {
        let path = InkPath([.move(SIMD2(0, 0)), .line(SIMD2(10, 0)), .curve(SIMD2(10, 5), SIMD2(5, 10), SIMD2(0, 10)), .close])
        let page = InkTransform.fitting(InkRect(width: 10, height: 10), into: InkRect(x: 50, y: 60, width: 5, height: 5), flippingY: true)
        let expected = "q .122 .247 .659 rg\n50 65 m\n55 65 l\n55 62.5 52.5 60 50 60 c\nh\nf Q\n"
        #expect(String(decoding: path.pdfOperators(transform: page), as: UTF8.self) == expected)
        #expect(String(decoding: InkPath().pdfOperators(), as: UTF8.self) == "q .122 .247 .659 rg\nQ\n")
    }

    @Test(arguments: Signatures.all)
    func drawingsLookAsTheyDid(name: String, sample: Sample) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/\(name).svg")
        let svg = sample.svg(title: name)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try Data(svg.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == svg)
    }
}

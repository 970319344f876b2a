import RandomTestSupport
import Testing

@testable import ParaphPDF

@Suite struct ObjectWriterTests {
    private func text(_ object: PDFObject) throws -> String {
        var writer = ObjectWriter()
        try writer.write(object)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0.0"), (1, "1.0"), (-0.5, "-0.5"), (841.89, "841.89"), (595.276, "595.276"), (1e-12, "0.0"), (0.1 + 0.2, "0.3"),
        (123_456_789.125, "123456789.125"),
        (-1e14, "-100000000000000.0"), (1e300, "2147483647.0"), (-.infinity, "-2147483647.0"), (.nan, "2147483647.0"), (0.00001, "0.00001"),
    ])
    func numbersHaveNoExponent(value: Double, expected: String) throws {
        #expect(try text(.real(value)) == expected)
    }

    @Test func wordsAreKeptApart() throws {
        let array: PDFObject = .array([
            .integer(1), .integer(-2), .boolean(true), .null, .reference(PDFReference(3, generation: 1)), .name("A"), .integer(4),
            .string(PDFString([40])),
        ])
        #expect(try text(array) == #"[1 -2 true null 3 1 R/A 4(\()]"#)
    }

    @Test func namesAndStringsEscapeWhatTheyMust() throws {
        #expect(try text(.name("A b#/é")) == "/A#20b#23#2F#C3#A9")
        #expect(try text(.string(PDFString(Array("a(b)\\\r\n".utf8)))) == "(a\\(b\\)\\\\\\r\n)")
        #expect(try text(.string(PDFString([0x90, 0x1F], isHexadecimal: true))) == "<901F>")
    }

    /// Whoever looks through a damaged file for objects finds none in what a string says.
    @Test func stringsHideTheWordsByWhichObjectsAreFound() throws {
        let words = "1 0 obj endobj stream endstream trailer xref startxref ob"
        let written = try text(.string(PDFString(Array(words.utf8))))
        #expect(written == #"(1 0 \157bj end\157bj \163tream end\163tream \164railer \170ref start\170ref ob)"#)
        var parser = Parser(PDFBytes(Array(written.utf8)), limits: PDFLimits(), budget: PDFBudget())
        #expect(try parser.object().string?.bytes == Array(words.utf8))
    }

    @Test(arguments: 0..<100)
    func whatIsWrittenReadsBackTheSame(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let object = Self.random(&generator, depth: 0)
        var writer = ObjectWriter()
        try writer.write(object)
        var parser = Parser(PDFBytes(writer.bytes), limits: PDFLimits(), budget: PDFBudget())
        let read = try parser.object()
        #expect(read == object)
    }

    private static func random(_ generator: inout SeededGenerator, depth: Int) -> PDFObject {
        func bytes() -> [UInt8] { (0..<Int.random(in: 0..<9, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        switch Int.random(in: 0..<(depth > 3 ? 7 : 9), using: &generator) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &generator))
        case 2: return .integer(Int.random(in: -1_000_000...1_000_000, using: &generator))
        case 3: return .real(Double(Int.random(in: -9_999...9_999, using: &generator) * 2 + 1) / 1024)
        case 4: return .name(PDFName(bytes()))
        case 5: return .string(PDFString(bytes(), isHexadecimal: Bool.random(using: &generator)))
        case 6:
            return .reference(PDFReference(Int.random(in: 1...99, using: &generator), generation: Int.random(in: 0...9, using: &generator)))
        case 7: return .array((0..<3).map { _ in random(&generator, depth: depth + 1) })
        default:
            let entries = (0..<3).map { _ in PDFDictionary.Entry(PDFName(bytes()), random(&generator, depth: depth + 1)) }
            return .dictionary(PDFDictionary(entries))
        }
    }

    @Test func aStreamWithinAnotherObjectIsRefused() {
        let stream = PDFObject.stream(PDFStream(PDFDictionary(), data: PDFBytes()))
        #expect(throws: PDFError(.malformed, "")) { try text(.array([stream])) }
    }
}

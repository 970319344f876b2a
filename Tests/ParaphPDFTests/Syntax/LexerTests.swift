import RandomTestSupport
import Testing

@testable import ParaphPDF

@Suite struct LexerTests {
    private func parse(_ text: String, limits: PDFLimits = PDFLimits()) throws -> PDFObject {
        var parser = Parser(PDFBytes(Array(text.utf8)), limits: limits, budget: PDFBudget())
        return try parser.object()
    }

    @Test(arguments: [
        ("0", 0), ("+17", 17), ("-98", -98), ("--5", -5), ("5-6", 5), ("007", 7), ("922337203685477580", 922_337_203_685_477_580),
    ])
    func wholeNumbersAreRead(text: String, value: Int) throws {
        #expect(try parse(text) == .integer(value))
    }

    @Test(arguments: [
        ("34.5", 34.5), ("-3.62", -3.62), ("4.", 4), ("-.002", -0.002), (".", 0), ("1.2.3", 1.2), ("841.89", 841.89),
        ("9223372036854775808", 9_223_372_036_854_775_808), ("0.00000000000000000000001", 1e-23),
    ])
    func realNumbersAreRead(text: String, value: Double) throws {
        guard case .real(let read) = try parse(text) else {
            Issue.record("no real")
            return
        }
        #expect((read - value).magnitude <= value.magnitude * 1e-14)
    }

    @Test func numbersOfAnyLengthAreFinite() throws {
        for text in [
            String(repeating: "9", count: 5000), "0." + String(repeating: "9", count: 5000),
            "1" + String(repeating: "0", count: 400) + ".5",
        ] {
            guard case .real(let value) = try parse(text) else {
                Issue.record("no real")
                continue
            }
            #expect(value.isFinite)
        }
    }

    @Test func namesResolveTheirEscapes() throws {
        #expect(try parse("/Lime#20Green") == .name("Lime Green"))
        #expect(try parse("/A#B#4") == .name("A#B#4"))
        #expect(try parse("/ ") == .name(""))
        #expect(try parse("/A/B") == .name("A"))
        #expect(try parse("/#D0#96") == .name("Ж"))
    }

    @Test func stringsResolveTheirEscapes() throws {
        func expect(_ text: String, _ value: String) throws {
            #expect(try parse(text) == .string(PDFString(Array(value.utf8))))
        }
        try expect("(a(b)c)", "a(b)c")
        try expect(#"(\(\)\\\n\r\t\b\f\101\0053\7)"#, "()\\\n\r\t\u{8}\u{C}A\u{5}3\u{7}")
        try expect("(a\\\nb\\\r\nc)", "abc")
        try expect("(a\r\nb\rc)", "a\r\nb\rc")
        try expect("(never closed", "never closed")
        try expect("(ends in \\", "ends in ")
        try expect("<48 65 6C6c 6F>", "Hello")
        #expect(try parse("<901FA>") == .string(PDFString([0x90, 0x1F, 0xA0])))
        #expect(try parse(#"(\777)"#) == .string(PDFString([0xFF])))
    }

    @Test func containersNest() throws {
        let object = try parse("<</A[1 2 0 R(x)true null]/B<</C/D>>/E 3>>% end")
        let dictionary = try #require(object.dictionary)
        #expect(dictionary["A"]?.array?.count == 5)
        #expect(dictionary["A"]?.array?[1] == .reference(PDFReference(2)))
        #expect(dictionary["B"]?.dictionary?["C"] == .name("D"))
        #expect(dictionary["E"] == .integer(3))
    }

    @Test func commentsAreWhiteSpace() throws {
        #expect(try parse("[1%one\r2 %two\n 0 R]") == .array([.integer(1), .reference(PDFReference(2))]))
    }

    @Test(arguments: ["2%c\n0 R", "2 0%c\rR", "2 %c\n 0 %d\n R", "+2 0 R", "2 +0 R", "2 -0 R"])
    func commentsAndSignsStandInReferences(text: String) throws {
        #expect(try parse("[\(text)]") == .array([.reference(PDFReference(2))]))
    }

    @Test func whatCannotBeReferredToIsNull() throws {
        #expect(try parse("[0 0 R 99999999 0 R 1 65536 R]") == .array([.null, .null, .null]))
        #expect(try parse("[-1 0 R]").array?.first == .integer(-1))
    }

    @Test func theLastOfEqualKeysCounts() throws {
        #expect(try parse("<</A 1/B 2/A 3>>").dictionary?["A"] == .integer(3))
        let many = "<<" + (0..<5000).map { "/K\($0 % 50) \($0)" }.joined() + ">>"
        let dictionary = try #require(try parse(many).dictionary)
        #expect(dictionary.entries.count == 50)
        #expect(dictionary["K7"] == .integer(4957))
        #expect(try parse("<</A 1/A null>>").dictionary?["A"] == nil)
    }

    @Test func brokenDictionariesKeepWhatIsRead() throws {
        #expect(try parse("<</A 1 2 3/B 4>>").dictionary?["B"] == .integer(4))
        #expect(try parse("<</A/B/C>>").dictionary?["A"] == .name("B"))
        #expect(try parse("<</A 1 endobj").dictionary?["A"] == .integer(1))
        #expect(try parse("<</A [1 2 endobj").dictionary?["A"]?.array?.count == 2)
        #expect(try parse("<</A nonsense /B 2>>").dictionary?["B"] == .integer(2))
        #expect(try parse("<< /A 1 > /B 2 >>").dictionary?["B"] == .integer(2))
    }

    @Test func wordsThatAreNoObjectAreNull() throws {
        #expect(try parse("endobj") == .null)
        #expect(try parse("") == .null)
        #expect(try parse(")") == .null)
    }

    @Test func nestingHasALimit() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: PDFError(.tooDeep, "")) { try parse(deep) }
        #expect(throws: PDFError(.tooDeep, "")) { try parse(String(repeating: "<</A", count: 100_000)) }
        let allowed = String(repeating: "[", count: PDFLimits().depth) + String(repeating: "]", count: PDFLimits().depth)
        #expect(throws: Never.self) { try parse(allowed) }
    }

    @Test func countsHaveALimit() {
        var limits = PDFLimits()
        limits.elements = 10
        #expect(throws: PDFError(.tooLarge, "")) { try parse(String(repeating: "1 ", count: 20).withBrackets, limits: limits) }
        #expect(throws: PDFError(.tooLarge, "")) { try parse("<<" + String(repeating: "/A 1 ", count: 20) + ">>", limits: limits) }
    }

    @Test(arguments: 0..<300)
    func anyBytesAreReadWithoutHarm(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("<>[]()/%#\\ \r\n019-.+RabtrueobjendstreamXx~".utf8)
        let bytes = (0..<400).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        var parser = Parser(PDFBytes(bytes), limits: PDFLimits(), budget: PDFBudget(steps: 100_000))
        _ = try? parser.object()
        #expect(parser.lexer.position <= bytes.count)
    }
}

extension String {
    fileprivate var withBrackets: String { "[" + self + "]" }
}

import Testing

@testable import ParaphPDF

@Suite struct StreamTests {
    private func read(_ text: String, length: Int?) throws -> (data: String, isSound: Bool) {
        var parser = Parser(PDFBytes(Array(text.utf8)), limits: PDFLimits(), budget: PDFBudget())
        let head = parser.head()
        #expect(head == Parser.Head(number: 1, generation: 0))
        _ = try parser.object()
        let found = parser.streamStart()
        let start = try #require(found)
        var ends = StreamEnds()
        let result = try parser.streamData(from: start, length: length, ends: &ends)
        return (String(decoding: result.data.array, as: UTF8.self), result.isSound)
    }

    @Test(arguments: ["\n", "\r\n", "\r", "  \r\n", " \n"])
    func everyEndOfLineStartsTheData(line: String) throws {
        let (data, isSound) = try read("1 0 obj<<>>stream\(line)data\nendstream endobj", length: 4)
        #expect(data == "data")
        #expect(isSound)
    }

    @Test(arguments: [nil, 0, 3, 5000, -4, .max] as [Int?])
    func aWrongLengthIsMended(length: Int?) throws {
        let (data, isSound) = try read("1 0 obj<<>>stream\r\nda\r\nta\r\nendstream endobj", length: length)
        #expect(data == "da\r\nta")
        #expect(!isSound)
    }

    @Test func aStreamThatIsNotClosedGoesOnToTheNextWordOrTheEnd() throws {
        #expect(try read("1 0 obj<<>>stream\ndata\nendobj 2 0 obj", length: nil).data == "data")
        #expect(try read("1 0 obj<<>>stream\ndata", length: nil).data == "data")
        #expect(try read("1 0 obj<<>>stream\ndata\nendobj", length: 4).data == "data")
        #expect(try read("1 0 obj<<>>stream\n", length: 4).data == "")
    }

    @Test func manyStreamsWithoutAnEndCostNoMoreThanOne() throws {
        var text = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj 3 0 obj<</Type/Page>>endobj\n"
        for number in 10..<8000 { text += "\(number) 0 obj<</Type/ObjStm/N 1/First 1/Length 5>>stream\nx\n" }
        var limits = PDFLimits()
        limits.steps = 4_000_000
        let file = try PDFFile(PDFBytes(Array(text.utf8)), limits: limits)
        #expect(try file.pageCount() == 1)
    }

    @Test func streamsOfObjectsHaveALimitOfTheirOwn() throws {
        var pdf = TestPDF()
        pdf.add(6, dictionary: "/Type/ObjStm/N 1/First 4/Filter/Fl", stream: Zlib.compress([UInt8](repeating: 32, count: 100_000)))
        pdf.finishWithStream(9, compressed: [7: (6, 0)])
        var limits = PDFLimits()
        limits.objectStreamBytes = 50_000
        let file = try pdf.open(limits: limits)
        #expect(throws: PDFError(.tooLarge, "")) { try file.object(PDFReference(7)) }
        #expect(try file.decoded(#require(try file.object(PDFReference(6)).stream)).bytes.count == 100_000)
    }
}

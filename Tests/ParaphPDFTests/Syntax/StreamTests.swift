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
        let result = try parser.streamData(from: start, length: length)
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
}

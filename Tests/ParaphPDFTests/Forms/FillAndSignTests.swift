import Testing

@testable import ParaphPDF

/// A form is filled and signed in one update.
@Suite struct FillAndSignTests {
    private func signed(_ bytes: [UInt8], field: String, _ values: [(field: String, value: PDFFieldValue)]) throws -> [UInt8] {
        let file = try PDFFile(PDFBytes(bytes))
        var request = PDFSigning.Request(time: PDFString(Array("D:20261124050000Z".utf8)), room: 64)
        (request.field, request.values) = (field, values)
        var signing = try PDFSigning(file, request, permissions: PDFHistory(file).permissions())
        let isFilled = signing.fill([0x30, 0])
        #expect(isFilled)
        return bytes + signing.appended
    }

    @Test func valuesAreSignedWithTheSignature() throws {
        let form = TestForm(["/T(a)/FT/Tx", "/T(b)/FT/Tx", "/T(s)/FT/Sig/Lock<</Action/Include/Fields[(a)]>>", "/T(t)/FT/Sig"])
        let once = try signed(form.bytes, field: "s", [("a", .text("Zoé"))])
        let first = try PDFFile(PDFBytes(once))
        #expect(try first.value("a") == "Zoé")
        #expect(try first.signatures().count == 1)
        #expect(try first.drawing(of: "a").contains("Tj"))
        // A field that is locked now is refused with all that goes with it; another one is filled.
        #expect(throws: PDFError.self) { try signed(once, field: "t", [("b", .text("x")), ("a", .text("y"))]) }
        let twice = try PDFFile(PDFBytes(signed(once, field: "t", [("b", .text("x"))])))
        #expect(try twice.value("b") == "x")
        let history = try PDFHistory(twice)
        #expect(try history.changes(since: history.signatures[0]).verdict == .allowed)
        #expect(try history.changes(since: history.signatures[1]).verdict == .none)
    }

    @Test func whatAFieldDoesNotTakeIsNotSigned() throws {
        let form = TestForm(["/T(a)/FT/Tx/MaxLen 2", "/T(s)/FT/Sig"])
        #expect(throws: PDFError.self) { try signed(form.bytes, field: "s", [("a", .text("abc"))]) }
        #expect(throws: PDFError.self) { try signed(form.bytes, field: "s", [("none", .text("a"))]) }
    }
}

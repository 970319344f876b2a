import Testing

@testable import ParaphPDF

/// A file whose newest section is a table with a stream for programs that read such (ISO 32000-2, 7.5.8.4) says the same to those that take the table first.
@Suite struct HybridFileTests {
    /// What the older section, the newest table and the stream say; the stream tells where the page's content is.
    private func update(older: String = "4 1\n0000000000 00000 f \n", newest: String = "0 0\n", keys: (Int) -> String = { _ in "" }) throws
    {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]/Resources<<>>>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>")
        let previous = pdf.bytes.count
        pdf.append("xref\n0 1\n0000000000 65535 f \n")
        for number in 1...3 { pdf.append("\(number) 1\n\(TestPDF.padded(pdf.offsets[number] ?? 0)) 00000 n \n") }
        pdf.append(older)
        pdf.end(section: previous, trailer: "/Root 1 0 R/Size 6")
        pdf.add(4, dictionary: "", stream: Array("0 0 9 9 re f".utf8))
        let hidden = pdf.bytes.count
        let rows = RawUpdate.row(1, pdf.offsets[4] ?? 0, 0) + RawUpdate.row(1, hidden, 0)
        pdf.add(5, dictionary: "/Type/XRef/W[1 4 2]/Index[4 2]/Root 1 0 R/Size 6\(keys(previous))", stream: rows)
        let start = pdf.bytes.count
        pdf.append("xref\n\(newest)")
        pdf.end(section: start, trailer: "/Root 1 0 R/Size 6/Prev \(previous)/XRefStm \(hidden)")
        _ = try PDFUpdate(pdf.open())
    }

    @Test func asOfficeWritesThemTheyAreSigned() throws {
        #expect(throws: Never.self) { try update() }
        #expect(throws: Never.self) { try update(newest: "0 1\n0000000000 65535 f \n") }
        #expect(throws: Never.self) { try update { "/Prev \($0)" } }
    }

    @Test(arguments: ["4 1\n0000000000 00000 f \n", "4 1\n0000000000 00001 f \n", "4 1\n0000000009 00000 n \n"])
    func aTableThatSaysSomethingElseOfANumberIsRefused(newest: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update(newest: newest) }
    }

    @Test(arguments: ["/Prev 15", "/Prev 0", "/Prev null/Prev 15"]) func aStreamThatLeadsElsewhereIsRefused(keys: String) {
        #expect(throws: PDFError(.ambiguous, "")) { try update { _ in keys } }
    }
}

import Testing

@testable import ParaphPDF

/// Files that were cut short in the middle of an object: what is appended must not become part of it.
@Suite struct UnendedTests {
    /// A damaged file whose last object is cut short in one way or another.
    private static let cut = [
        "5 0 obj\n(a string (in another", "5 0 obj\n<</A<48656C6C", "5 0 obj\n<</A[1 2[3<</B(c)", "5 0 obj\n<</A/Name", "5 0 obj\n[1 2",
        "5 0 obj\n<</Length 99>>\nstream\n1 0 0 rg 0 0 9", "5 0 obj\n<</Length 12>>\nstream\n1 0 0 rg 0 0 9 9 re f\nendstr",
        "5 0 obj\n42 % half", "5 0 obj",
    ]

    private func appended(_ bytes: [UInt8], _ change: (inout PDFUpdate) throws -> Void) throws -> PDFFile {
        var update = try PDFUpdate(PDFFile(PDFBytes(bytes)))
        try change(&update)
        return try PDFFile(PDFBytes(bytes + update.write().appended))
    }

    /// What an object is, and the bytes of its stream.
    private func content(_ file: PDFFile, _ number: Int) throws -> (PDFObject?, [UInt8]) {
        let object = try file.object(PDFReference(number))
        guard var dictionary = object.stream?.dictionary else { return (object, []) }
        dictionary["Length"] = nil
        return (.dictionary(dictionary), try #require(object.stream).data.array)
    }

    @Test(arguments: cut)
    func whatIsCutShortStaysAsItWas(end: String) throws {
        var pdf = TestPDF(pages: 2)
        pdf.append(end)
        let before = try pdf.open()
        var reference = PDFReference(0)
        let text = Array("what was appended)>]".utf8)
        let file = try appended(pdf.bytes) { reference = $0.add(.string(PDFString(text))) }
        #expect(!file.isRepaired)
        #expect(try file.object(reference).string?.bytes == text)
        #expect(try content(file, 5) == content(before, 5))
        #expect(try file.pageCount() == 2)
    }

    @Test(arguments: [1, 2])
    func theCatalogAndThePagesMayNotBeCutShort(number: Int) throws {
        let (kept, cut) = number == 1 ? (2, "1 0 obj\n<</Type/Catalog/Pages 2 0 R/A<") : (1, "2 0 obj\n<</Type/Pages/Kids[3 0 R 3 0 R]/A<")
        var pdf = TestPDF(header: "%PDF-1.4\n")
        pdf.add(3, "<</Type/Page>>")
        pdf.add(kept, kept == 1 ? "<</Type/Catalog/Pages 2 0 R>>" : "<</Type/Pages/Kids[3 0 R 3 0 R]>>")
        pdf.append(cut)
        let nested = String(repeating: "[", count: 200)
        pdf.append(nested)
        #expect(throws: PDFError(.ambiguous, "")) { try PDFUpdate(pdf.open()) }
    }

    @Test func onlyWhatNothingEndsIsWrittenOnceMore() throws {
        var pdf = TestPDF(pages: 2)
        pdf.add(5, "(whole)")
        #expect(try pdf.open().unended().isEmpty)
        pdf.append("6 0 obj\n(cut")
        #expect(try pdf.open().unended() == [PDFReference(6)])
        let update = try appended(pdf.bytes) { $0.set(.integer(1), for: PDFReference(6)) }
        #expect(try update.object(PDFReference(6)) == .integer(1))
        var sound = TestPDF(pages: 2)
        sound.finish()
        sound.append("6 0 obj\n(cut")
        #expect(try sound.open().unended().isEmpty)
    }

    @Test func objectsThatRunIntoOneAnotherAreRefused() throws {
        var pdf = TestPDF(pages: 1)
        for number in 4..<100 { pdf.append("\(number) 0 obj\n(never closed\n") }
        #expect(throws: PDFError(.malformed, "")) { try self.appended(pdf.bytes) { _ = $0.add(.integer(1)) } }
    }
}

import Testing

@testable import ParaphPDF

/// What an update replaces had one reading, or the update shows something else to the programs that read it otherwise.
@Suite struct OneReadingTests {
    /// What stands in a page: programs read it in several ways, or not as this one does.
    static let odd = [
        "/Y obj/Contents 6 0 R", "/Y endobj/Contents 6 0 R", "/Y trailer/Contents 6 0 R", "/Y stream/Contents 6 0 R", "/Rotate --90",
        "/Rotate 9-0", "/Rotate 9e1", "/Rotate 90.0", "/CropBox[0 6.5e2 600 800]", "/CropBox[0 - 600 800]", "/CropBox[0 0x0 600 800]",
        "/CropBox[0 a 0 600 800]", "/CropBox[0 0 600 +-800]", "/CropBox[0 650 600 800 0 R]", "/CropBox[0 0 600]", "/Y[6 -0 R]",
        "/Y[6 +0 R]", "/Y[6 0R]", "/Y[6 1 R]", "/Y 1/Y 2", "/Y 1/#59 2", "/Y#4 1", "/Y 1 2", "/Y<</Z[1>>", "/Y nul", "/Y>>/Z 1",
    ]
    /// What all programs read as this one does.
    static let plain = [
        "", "/Y 1%c\n/Z 2", "%obj\n", "/Y[6%c\n0 R]", "/Y[6 0%c\rR]", "/Y[+6 -6 +.5 -.5 6. 00]", "/CropBox[0 0 600 800 %c\n]",
        "/Rotate +90", "/Y 1/Y 1", "/Y(\\()", "/Y<48 65>",
    ]

    /// Writes a page anew as it is read, behind a signature.
    private func verdict(_ page: String) throws -> PDFChanges.Verdict {
        var pdf = SignedTestPDF(page: page)
        try pdf.sign(16)
        let file = try PDFFile(PDFBytes(pdf.bytes))
        var update = PDFUpdate(unwritten: file)
        update.set(try file.object(PDFReference(3)), for: PDFReference(3))
        return try SignedTestPDF(bytes: pdf.bytes + update.write().appended).changes().verdict
    }

    @Test(arguments: odd) func whatIsReadInSeveralWaysIsNotReplaced(page: String) throws {
        #expect(try verdict(page) == .forbidden)
    }

    @Test(arguments: plain) func whatIsReadInOneWayMayBeReplaced(page: String) throws {
        #expect(try verdict(page) == .none)
    }

    static let otherPage = "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>"

    /// Writes a page anew behind a signature; some object is there too.
    private func verdict(adding: (inout TestPDF) -> Void) throws -> PDFChanges.Verdict {
        var pdf = SignedTestPDF(more: adding)
        try pdf.sign(16)
        let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R>>"
        try pdf.update([3: page])
        return try pdf.changes().verdict
    }

    @Test(arguments: ["3 0 obj\n\(otherPage)\nendobj", "+3 0 obj\(otherPage)", "a 0003 00 obj", "3 0 obj\n<</Type/Page>>\nendobj"])
    func anotherBodyOfWhatIsReplacedIsTold(text: String) throws {
        #expect(try verdict { $0.add(40, dictionary: "", stream: Array(text.utf8)) } == .forbidden)
        #expect(try verdict { $0.append("\(text)\n") } == .forbidden)
    }

    @Test func neitherMayAStreamOfObjectsHoldAnother() throws {
        let header = "3 0 "
        #expect(
            try verdict { pdf in
                pdf.add(40, dictionary: "/Type/ObjStm/N 1/First \(header.utf8.count)", stream: Array((header + Self.otherPage).utf8))
            } == .forbidden
        )
    }

    @Test(arguments: [
        "3 0 obj\n<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R>>\nendobj", "20 0 obj\n<</Type/Page>>\nendobj", "3 0 R",
        "3.0 objects",
    ]) func theSameBodyAndThoseOfWhatIsNotUsedAreNot(text: String) throws {
        #expect(try verdict { $0.add(40, dictionary: "", stream: Array(text.utf8)) } == .none)
    }

    private func sign(_ pdf: TestPDF) throws {
        let file = try pdf.open()
        var request = PDFSigning.Request(time: PDFString(Array("D:20260101000000Z".utf8)), room: 64)
        request.appearance = PDFSignatureAppearance(
            ink: PDFSignatureAppearance.Ink(content: Array("0 0 m 10 10 l S\n".utf8), bounds: PDFRectangle(0, 0, 10, 10))
        )
        request.placement = PDFPlacement(page: 0, rectangle: PDFRectangle(300, 72, 480, 152))
        let signing = try PDFSigning(file, request, permissions: PDFHistory(file).permissions())
        try PDFFile(file, extendedTo: PDFBytes(pdf.bytes + signing.appended)).checkUpdate(of: file)
    }

    /// A document of one page.
    private static func document(page: String = "", catalog: String = "", node: String = "") -> TestPDF {
        var pdf = TestPDF(catalog: catalog, node: "/MediaBox[0 0 600 800]\(node)", page: "/Resources<<>>\(page)")
        pdf.add(6, dictionary: "", stream: Array("0 0 9 9 re f".utf8))
        return pdf
    }

    @Test(arguments: odd) func suchPagesAreNotSigned(page: String) throws {
        var pdf = Self.document(page: page)
        pdf.finish()
        #expect(throws: PDFError(.ambiguous, "")) { try sign(pdf) }
    }

    @Test(arguments: plain) func pagesAreSigned(page: String) throws {
        var pdf = Self.document(page: page)
        pdf.finish()
        #expect(throws: Never.self) { try sign(pdf) }
    }

    @Test(arguments: ["/Y --1", "/OCProperties<</D<</OFF[6 +0 R]>>>>"]) func suchCatalogsAreNotSigned(catalog: String) throws {
        var pdf = Self.document(catalog: catalog)
        pdf.finish()
        #expect(throws: PDFError(.ambiguous, "")) { try sign(pdf) }
    }

    @Test func neitherIsWhatPagesInheritOrListSo() throws {
        var pdf = Self.document(node: "/Rotate --90")
        pdf.finish()
        #expect(throws: PDFError(.ambiguous, "")) { try sign(pdf) }
        for list in ["[7 +0 R]", "[7 0 R", "[7 0 R x]", "8 0 R"] {
            pdf = Self.document(page: "/Annots 9 0 R")
            pdf.add(7, "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>")
            pdf.add(8, "[7 0 R x]")
            pdf.add(9, list)
            pdf.finish()
            #expect(throws: PDFError(.ambiguous, "")) { try sign(pdf) }
        }
    }

    @Test(arguments: ["/Y obj/Root 6 0 R", "/Y --1", "/Root 1 0 R/Root 6 0 R/Root 1 0 R"]) func suchTrailersAreNotContinued(trailer: String)
        throws
    {
        var pdf = Self.document()
        pdf.finish(trailer: trailer)
        #expect(throws: PDFError(.ambiguous, "")) { try sign(pdf) }
        pdf = Self.document()
        pdf.finishWithStream(9, trailer: trailer)
        #expect(throws: PDFError.self) { try sign(pdf) }
    }

    /// A page in a stream of objects.
    private func compressed(_ page: String, header: String = "3 0 7 ", keys: String = "/N 2") -> TestPDF {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>")
        pdf.add(6, dictionary: "", stream: Array("0 0 9 9 re f".utf8))
        let object = "<</Type/Page/Parent 2 0 R/Resources<<>>\(page)>> "
        let start = "\(header)\(object.utf8.count) "
        pdf.add(8, dictionary: "/Type/ObjStm\(keys)/First \(start.utf8.count)", stream: Array((start + object + "null").utf8))
        pdf.finishWithStream(9, compressed: [3: (8, 0), 7: (8, 1)])
        return pdf
    }

    @Test func neitherAreSuchPagesInStreams() throws {
        for page in Self.plain { #expect(throws: Never.self) { try sign(compressed(page)) } }
        for page in Self.odd { #expect(throws: PDFError(.ambiguous, "")) { try sign(compressed(page)) } }
        #expect(throws: PDFError(.ambiguous, "")) { try sign(compressed("", header: "03 0 7 ")) }
        #expect(throws: PDFError(.ambiguous, "")) { try sign(compressed("", keys: "/First 0/N 2")) }
        #expect(throws: PDFError(.ambiguous, "")) { try sign(compressed("", keys: "/N 02/N 2/N 3/N 2")) }
    }
}

import Testing

@testable import ParaphPDF

/// What a file refers to and does not have stays missing, whatever is appended to it.
@Suite struct MissingObjectsTests {
    /// A page of text with a picture over it, whose mask is an object that the file does not have.
    private static func document(mask: String, more: (inout TestPDF) -> Void = { _ in }) -> TestPDF {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>>>")
        pdf.add(4, dictionary: "", stream: Array("BT /F1 18 Tf 60 680 Td (hidden words) Tj ET q 500 0 0 50 50 660 cm /I Do Q".utf8))
        pdf.add(5, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        let image = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"
        pdf.add(6, dictionary: image + mask, stream: [255])
        more(&pdf)
        return pdf
    }

    /// Signs where it is seen; gives the numbers of the objects that the update makes.
    private func sign(_ pdf: TestPDF) throws -> Set<Int> {
        let file = try pdf.open()
        var request = PDFSigning.Request(time: PDFString(Array("D:20260101000000Z".utf8)), room: 64)
        request.appearance = PDFSignatureAppearance(
            ink: PDFSignatureAppearance.Ink(content: Array("0 0 m 10 10 l S\n".utf8), bounds: PDFRectangle(0, 0, 10, 10))
        )
        request.placement = PDFPlacement(page: 0, rectangle: PDFRectangle(300, 72, 480, 152))
        let signing = try PDFSigning(file, request, permissions: PDFHistory(file).permissions())
        let signed = try PDFFile(file, extendedTo: PDFBytes(pdf.bytes + signing.appended))
        try signed.checkUpdate(of: file)
        return Set(signed.entries.map { $0.number }).subtracting(file.entries.map { $0.number })
    }

    @Test(arguments: 7...24) func noObjectComesWithTheNumberOfAMissingOne(number: Int) throws {
        var pdf = Self.document(mask: "/SMask \(number) 0 R")
        pdf.finish()
        let made = try sign(pdf)
        #expect(made.count > 2)
        #expect(!made.contains(number))
    }

    @Test(arguments: 8...24) func neitherDoesASectionThatIsAnObject(number: Int) throws {
        var pdf = Self.document(mask: "/SMask \(number) 0 R")
        pdf.finishWithStream(7)
        let made = try sign(pdf)
        #expect(made.count > 3)
        #expect(!made.contains(number))
    }

    @Test func allKindsOfObjectsAreLookedAt() throws {
        var pdf = Self.document(mask: "") { pdf in
            pdf.add(7, "[<</A[[12 0 R]]>>]")
            pdf.add(8, dictionary: "/B 13 5 R", stream: [])
            pdf.add(9, dictionary: "/Type/ObjStm/N 1/First 5", stream: Array("10 0 [14 0 R]".utf8))
        }
        pdf.finishWithStream(11, compressed: [10: (9, 0)], trailer: "/C 15 0 R")
        let missing = try MissingObjects(of: try pdf.open())
        #expect((10...20).filter { missing.contains($0) } == [12, 13, 14, 15])
    }

    /// Other programs may read it.
    @Test(arguments: ["<</SMask 12 0 R/X", "<</X(%)/SMask 12%\n0%x\nR /Y >", "<</A ) /SMask 12\n0\nR>>"])
    func anObjectThatCannotBeReadIsSearched(text: String) throws {
        var pdf = Self.document(mask: "") { $0.add(7, text) }
        pdf.finish()
        let missing = try MissingObjects(of: try pdf.open())
        #expect(missing.contains(12))
    }

    /// What this program takes for something else, or for nothing, others take for a reference.
    @Test(arguments: [
        "<</SMask 12.0 0 R>>", "<</SMask +12 0 R>>", "<</SMask 12 +0 R>>", "<</SMask 12 0.0 R>>", "<</SMask 12 0R>>", "[12 0%c\nR]",
        "(12 0 R)",
        "[12e0 0 R]", "[1.2e1 0 R]", "[0.12E2 0 R]", "[120e-1 0 R]", "[12 .0 R]", "[12 . R]", "[12 .0e0 R]", "[12 +\n0 R]", "[12 -\r\n0 R]",
        "[12 0- R]", "[1-2 0-0 R]", "[12.0.0 R]", "[12..0 R]", "[12+0 R]", "[--12 0 R]", "[11.99999999999999999999 0 R]",
        "[4294967308 0 R]", "[+4294967308 0 R]", "[-4294967284 0 R]", "[4294967308-1 0 R]", "[12 0 #52]",
    ]) func whatOthersReadAsAReferenceIsOne(text: String) throws {
        var pdf = Self.document(mask: "") { $0.add(7, text) }
        pdf.finish()
        #expect(try MissingObjects(of: try pdf.open()).contains(12))
    }

    @Test func whatIsNotInUseIsSearchedToo() throws {
        var pdf = Self.document(mask: "") { pdf in
            pdf.append("7 0 obj\n<</SMask 12 0 R>>\nendobj\n")
            // An object of the stream that its table does not tell of.
            pdf.add(9, dictionary: "/Type/ObjStm/N 1/First 5/Filter/ASCIIHexDecode", stream: Array("31302030205B313320302520630A525D".utf8))
        }
        pdf.finishWithStream(10)
        let missing = try MissingObjects(of: try pdf.open())
        #expect(missing.contains(12))
        #expect(missing.contains(13))
        #expect(!missing.contains(14))
    }

    @Test func whatNoObjectCanHaveIsNoNumber() throws {
        var pdf = Self.document(mask: "") { $0.add(7, "[99999999999999999999 0 R 99999999 0 R R 0 R 1 R]") }
        pdf.finish()
        let file = try pdf.open()
        #expect(try PDFUpdate(file).unusedNumber(from: 1) == 8)
    }

    @Test func aFileThatLeavesNoNumbersIsRefused() throws {
        var pdf = Self.document(mask: "") { pdf in pdf.add(7, "[\((8..<65_600).map { "\($0) 0 R" }.joined(separator: " "))]") }
        pdf.finish()
        #expect(throws: PDFError(.tooLarge, "")) { try sign(pdf) }
    }

    /// The list of annotations is what the page is drawn by, too.
    @Test func aFileThatASignatureChangesIsRefused() throws {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots 4 0 R/Resources<<>>>>")
        pdf.add(4, "[5 0 R]")
        pdf.add(5, dictionary: "", stream: Array("0 0 m 9 9 l S".utf8))
        pdf.finish()
        #expect(throws: PDFError(.malformed, "")) { try sign(pdf) }
    }
}

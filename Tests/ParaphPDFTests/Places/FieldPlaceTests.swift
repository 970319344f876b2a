import Testing

@testable import ParaphPDF

@Suite struct FieldPlaceTests {
    /// Two pages with a line of text each, and a signature field among the annotations of the second.
    private static func document(field: String, look: String? = nil) throws -> SignaturePlaces {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]>>>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 600 800]>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Resources<<>>>>")
        pdf.add(4, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[7 0 R]/Resources<</Font<</F1 6 0 R>>>>>>")
        pdf.add(5, dictionary: "", stream: Array("BT /F1 18 Tf 60 680 Td (Anna owes Boris nothing whatever) Tj ET".utf8))
        pdf.add(6, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
        pdf.add(
            7,
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)\(field.contains("/F ") ? "" : "/F 4")\(field)\(look == nil ? "" : "/AP<</N 8 0 R>>")>>"
        )
        if let look {
            pdf.add(8, dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 180 60]/Resources<</Font<</F1 6 0 R>>>>", stream: Array(look.utf8))
        }
        pdf.finish()
        return try SignaturePlaces(try pdf.open())
    }

    private static let ink = PDFSignatureAppearance(
        ink: PDFSignatureAppearance.Ink(content: Array("0 0 m 10 10 l S\n".utf8), bounds: PDFRectangle(0, 0, 10, 10))
    )

    @Test(arguments: ["", "/P 3 0 R", "/P 4 0 R", "/P 99 0 R"])
    func aFieldIsOnThePageThatShowsIt(says: String) throws {
        let places = try Self.document(field: "/Rect[60 660 240 720]\(says)")
        #expect(try places.place(of: "S")?.page == 1)
    }

    private func background(_ rectangle: String, look: String?) throws -> (SignaturePlaces.Background, isDrawn: Bool) {
        let places = try Self.document(field: "/Rect[\(rectangle)]", look: look)
        let place = try #require(try places.place(of: "S"))
        return (try places.judge(Self.ink, at: place, in: "S"), try places.isDrawn("S"))
    }

    /// One that two pages list, or a list that they share, is seen on both.
    @Test func whatTwoPagesListIsInTwoPlaces() throws {
        func document(_ annotations: (String, String), field: Bool) throws -> TestPDF {
            var pdf = TestPDF(header: "%PDF-1.7\n")
            pdf.add(1, "<</Type/Catalog/Pages 2 0 R\(field ? "/AcroForm<</Fields[7 0 R]>>" : "")>>")
            pdf.add(2, "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 600 800]>>")
            pdf.add(3, "<</Type/Page/Parent 2 0 R/Resources<<>>/Annots \(annotations.0)>>")
            pdf.add(4, "<</Type/Page/Parent 2 0 R/Resources<<>>/Annots \(annotations.1)>>")
            pdf.add(5, "[]")
            if field { pdf.add(7, "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/F 4/Rect[60 100 240 160]>>") }
            pdf.finish()
            return pdf
        }
        #expect(try SignaturePlaces(document(("[7 0 R]", "[]"), field: true).open()).isInOnePlace("S"))
        #expect(try !SignaturePlaces(document(("[7 0 R]", "[7 0 R]"), field: true).open()).isInOnePlace("S"))
        for (annotations, isOne) in [(("5 0 R", "5 0 R"), false), (("5 0 R", "[]"), true)] {
            let pdf = try document(annotations, field: false)
            let signed = try Sheet.sign(pdf.bytes, at: PDFPlacement(page: 0, rectangle: PDFRectangle(60, 100, 240, 160)))
            let places = try SignaturePlaces(PDFFile(PDFBytes(signed)))
            #expect(try places.isInOnePlace(places.file.fields()[0].name) == isOne)
        }
    }

    @Test func onAPageThatCannotBeReadItIsToldOf() throws {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]>>>>")
        pdf.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>")
        pdf.add(3, "<</Type/Page/Parent 2 0 R/Annots[4 0 R 7 0 R]/Resources<<>>>>")
        pdf.add(4, "<</Type/Annot/Subtype/X/Rect[(a)]>>")
        pdf.add(7, "<</Type/Annot/Subtype/Widget/FT/Sig/T(S)/F 4/Rect[60 100 240 160]/AP<</N 8 0 R>>>>")
        pdf.add(8, dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 180 60]", stream: Array("1 g 0 0 180 60 re f".utf8))
        pdf.finish()
        let places = try SignaturePlaces(pdf.open())
        let place = try #require(try places.place(of: "S"))
        #expect(try places.judge(Self.ink, at: place, in: "S") == .hidden)
    }

    /// What keeps its size is drawn nobody knows where.
    @Test func aLookThatCannotBeToldIsToldOfOverWordsOnly() throws {
        for (rectangle, background) in [("60 100 240 160", SignaturePlaces.Background.free), ("60 670 240 730", .hidden)] {
            let places = try Self.document(field: "/Rect[\(rectangle)]/F 28", look: "1 g 0 0 180 60 re f")
            let place = try #require(try places.place(of: "S"))
            #expect(try places.judge(Self.ink, at: place, in: "S") == background)
            #expect(try places.isDrawn("S"))
        }
    }

    @Test func aFrameIsALook() throws {
        let places = try Self.document(field: "/Rect[60 100 240 160]/MK<</BG[1]>>")
        #expect(try places.isDrawn("S"))
    }

    @Test func aFieldThatShowsNothingIsFree() throws {
        for look in [nil, "", "1 g"] { #expect(try background("60 100 240 160", look: look) == (.free, false)) }
    }

    @Test func aFieldThatShowsSomethingIsToldOf() throws {
        #expect(try background("60 100 240 160", look: "BT /F1 10 Tf 4 4 Td (Sign here) Tj ET") == (.free, true))
        #expect(try background("60 100 240 160", look: "0.9 g 0 0 180 60 re f") == (.free, true))
    }

    @Test func aFieldThatHidesWordsIsNotFree() throws {
        #expect(try background("60 670 240 730", look: "1 g 0 0 180 60 re f") == (.hidden, true))
        #expect(try background("60 670 240 730", look: "1 g 0 0 180 60 re f 0 g BT /F1 18 Tf 4 10 Td (Anna) Tj ET") == (.hidden, true))
    }
}

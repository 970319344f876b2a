import Testing

@testable import ParaphPDF

@Suite struct PlacementTests {
    private static let link = "https://example.org/documents/?documentid=31a8de70"
    private static let ink = PDFSignatureAppearance.Ink(content: Array("0 0 m 10 5 l S".utf8), bounds: PDFRectangle(0, 0, 10, 5))

    private func document(_ page: String = "") -> TestPDF {
        var pdf = TestPDF(pages: 2, page: "/MediaBox[0 0 300 200]/CropBox[50 20 250 120]\(page)")
        pdf.finish()
        return pdf
    }

    private func placed(_ pdf: TestPDF, _ rectangle: PDFRectangle, page: Int = 0, lines: [String] = ["Zoé", "74 %"]) throws -> PDFFile {
        var update = try PDFUpdate(pdf.open())
        let appearance = PDFSignatureAppearance(ink: Self.ink, lines: lines)
        try update.place(appearance, at: PDFPlacement(page: page, rectangle: rectangle), field: "s", value: nil, link: Self.link)
        return try PDFFile(PDFBytes(pdf.bytes + update.write().appended))
    }

    @Test(
        arguments: [
            (0, [60.0, 30, 90, 40]), (90, [230, 30, 240, 60]), (180, [210, 100, 240, 110]), (270, [60, 80, 70, 110]),
        ]
    )
    func whatIsGivenAsShownIsPutOnThePage(rotation: Int, wanted: [Double]) throws {
        let file = try placed(document("/Rotate \(rotation)"), PDFRectangle(10, 10, 40, 20))
        let widget = try #require(try file.fields().first?.dictionary)
        #expect(widget["Rect"]?.array?.compactMap(\.number) == wanted)
        let picture = try #require(try file.resolve(widget["AP"]?.dictionary?["N"]).stream?.dictionary)
        #expect(picture["BBox"]?.array?.suffix(2).compactMap(\.number) == [30, 10])
        let page = try #require(try file.page(at: 0))
        let geometry = try file.geometry(of: page)
        #expect(geometry.shown(try #require(try file.rectangle(widget["Rect"]))) == PDFRectangle(10, 10, 40, 20))
        let annotations = try #require(try file.resolve(page["Annots"]).array)
        let link = try #require(try file.resolve(annotations.last).dictionary)
        #expect(link["Rect"] == widget["Rect"])
        #expect(link["A"]?.dictionary?["URI"]?.string?.text == Self.link)
    }

    @Test func unitsOfThePageMayBeLarger() throws {
        let file = try placed(document("/UserUnit 2"), PDFRectangle(10, 10, 40, 20))
        #expect(try file.fields().first?["Rect"]?.array?.compactMap(\.number) == [55, 25, 70, 30])
        #expect(try file.geometry(of: #require(try file.page(at: 0))).width == 400)
    }

    @Test func whatLeavesThePageIsRefused() throws {
        #expect(throws: PDFError(.malformed, "")) { try placed(document(), PDFRectangle(190, 10, 210, 20)) }
        #expect(throws: PDFError(.malformed, "")) { try placed(document(), PDFRectangle(10, 10, 10, 20)) }
        #expect(throws: PDFError(.missing, "")) { try placed(document(), PDFRectangle(10, 10, 40, 20), page: 2) }
        #expect(throws: PDFError(.missing, "")) { try placed(document(), PDFRectangle(10, 10, 40, 20), lines: ["Ж"]) }
        #expect(throws: PDFError(.unsupported, "")) { try placed(document(), PDFRectangle(10, 10, 40, 20), lines: ["של"]) }
        var update = try PDFUpdate(document().open())
        let placement = PDFPlacement(page: 0, rectangle: PDFRectangle(0, 0, 9, 9))
        #expect(throws: PDFError(.malformed, "")) {
            try update.place(PDFSignatureAppearance(), at: placement, field: "s", value: nil, link: "javascript:alert(1)")
        }
    }

    @Test func aPlacementStaysOnThePage() throws {
        let file = try document("/Rotate 90").open()
        let page = try file.geometry(of: #require(try file.page(at: 0)))
        #expect((page.width, page.height) == (100, 200))
        let placement = PDFPlacement(page: 0, rectangle: PDFRectangle(10, 10, 40, 20))
        #expect(placement.moved(to: 90, 500, on: page).rectangle == PDFRectangle(70, 190, 100, 200))
        #expect(placement.moved(to: -5, -5, on: page).rectangle == PDFRectangle(0, 0, 30, 10))
        #expect(placement.resized(to: 500, 1, on: page).rectangle == PDFRectangle(0, 10, 100, 18))
        #expect(placement.fits(page) && !PDFPlacement(page: 0, rectangle: PDFRectangle(-1, 0, 5, 5)).fits(page))
    }

    @Test func whatIsNotSignedIsMovedWithItsLink() throws {
        let file = try placed(document(), PDFRectangle(10, 10, 40, 20))
        var update = try PDFUpdate(file)
        let field = try #require(try file.fields().first)
        let appearance = PDFSignatureAppearance(lines: ["new"])
        try update.move(field, to: PDFPlacement(page: 1, rectangle: PDFRectangle(0, 0, 50, 50)), showing: appearance)
        let moved = try PDFFile(PDFBytes(file.bytes.array + update.write().appended))
        #expect(try moved.resolve(moved.page(at: 0)?["Annots"]).array?.isEmpty == true)
        let annotations = try #require(try moved.resolve(moved.page(at: 1)?["Annots"]).array)
        #expect(annotations.count == 2)
        for annotation in annotations {
            #expect(try moved.resolve(annotation).dictionary?["Rect"]?.array?.compactMap(\.number) == [50, 20, 100, 70])
        }
        let picture = try #require(try moved.resolve(moved.fields().first?["AP"]?.dictionary?["N"]).stream)
        #expect(String(decoding: try moved.decoded(picture).bytes.array, as: UTF8.self).contains("<6E6577> Tj"))
    }

    @Test func whatIsNotSignedIsRemoved() throws {
        let file = try placed(document(), PDFRectangle(10, 10, 40, 20))
        var update = try PDFUpdate(file)
        try update.remove(#require(try file.fields().first))
        let removed = try PDFFile(PDFBytes(file.bytes.array + update.write().appended))
        #expect(try removed.fields().isEmpty)
        #expect(try removed.resolve(removed.page(at: 0)?["Annots"]).array?.isEmpty == true)
    }

    @Test func whatIsSignedStays() throws {
        let pdf = document()
        var update = try PDFUpdate(pdf.open())
        let signature = update.add(signature: PDFDictionary(), size: 8)
        let placement = PDFPlacement(page: 0, rectangle: PDFRectangle(0, 0, 9, 9))
        try update.place(PDFSignatureAppearance(ink: Self.ink), at: placement, field: "s", value: signature)
        let file = try PDFFile(PDFBytes(pdf.bytes + update.write().appended))
        #expect(try file.signatures().map(\.coverage) == [.document])
        var later = try PDFUpdate(file)
        let field = try #require(try file.fields().first)
        #expect(throws: PDFError(.malformed, "")) { try later.remove(field) }
        #expect(throws: PDFError(.malformed, "")) { try later.move(field, to: placement) }
    }
}

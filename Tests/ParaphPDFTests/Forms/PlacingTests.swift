import Testing

@testable import ParaphPDF

@Suite struct PlacingTests {
    /// Files whose form and lists stand in different places: nowhere, in the catalog, as objects of their own.
    static let catalogs = ["", "/AcroForm<</Fields[]>>", "/AcroForm 20 0 R", "/AcroForm<</Fields 21 0 R/SigFlags 1>>"]

    private func document(_ catalog: String) -> [UInt8] {
        var pdf = TestPDF(catalog: catalog, page: "/MediaBox[0 0 200 200]/Rotate 90" + (catalog.isEmpty ? "" : "/Annots 22 0 R"))
        pdf.add(20, "<</Fields 21 0 R/DA(/Helv 0 Tf)>>")
        pdf.add(21, "[23 0 R]")
        pdf.add(22, "[23 0 R]")
        pdf.add(23, "<</T(old)/FT/Tx/Subtype/Widget>>")
        pdf.finish()
        return pdf.bytes
    }

    private func place(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
        let file = try PDFFile(PDFBytes(bytes))
        let page = try #require(try file.page(at: 0))
        var update = try PDFUpdate(file)
        var content = PDFContent()
        content.colour(red: 0, green: 0, blue: 0.5)
        content.move(to: 1, 1)
        content.curve(2, 2, 3, 3, to: 4.5, 5)
        content.stroke()
        let appearance = update.addAppearance(content, width: 60, height: 20, rotation: try file.rotation(of: page))
        let signature = update.add(signature: PDFDictionary(), size: 8)
        let rectangle = PDFRectangle(10, 10, 30, 70)
        _ = try update.addSignatureField(name, value: signature, on: page, rectangle: rectangle, appearance: appearance)
        try update.addLink(to: "https://example.org/?documentid=1", on: page, rectangle: rectangle)
        return try bytes + update.write().appended
    }

    @Test(arguments: catalogs)
    func aSignatureIsPlacedAndLinked(catalog: String) throws {
        let file = try PDFFile(PDFBytes(place(document(catalog), "Подпись")))
        #expect(!file.isRepaired)
        let field = try #require(try file.fields().last)
        #expect(field.name == "Подпись")
        #expect(field.kind == .signature)
        #expect(try file.form()?["SigFlags"] == .integer(3))
        // Poppler adds a field to no form that stands in the catalog.
        #expect(try file.catalog()?["AcroForm"]?.reference != nil)
        #expect(try file.signatures().map(\.coverage) == [.document])
        let page = try #require(try file.page(at: 0))
        let annotations = try #require(try file.resolve(page["Annots"]).array)
        #expect(annotations.count == (catalog.isEmpty ? 2 : 3))
        let link = try #require(try file.resolve(annotations.last).dictionary)
        #expect(link["A"]?.dictionary?["URI"]?.string?.text == "https://example.org/?documentid=1")
        let appearance = try #require(try file.resolve(field["AP"]?.dictionary?["N"]).stream)
        #expect(appearance.dictionary["Matrix"]?.array?.count == 6)
        #expect(String(decoding: try file.decoded(appearance).bytes.array, as: UTF8.self).contains("2 2 3 3 4.5 5 c\nS\n"))
    }

    @Test(arguments: catalogs)
    func aSecondSignatureKeepsTheFirst(catalog: String) throws {
        let once = try place(document(catalog), "one")
        let file = try PDFFile(PDFBytes(place(once, "two")))
        #expect(try file.signatures().map(\.field.name) == ["one", "two"])
        #expect(try file.signatures().map(\.coverage) == [.revision(once.count), .document])
    }

    @Test func aFieldIsSignedOnce() throws {
        let once = try place(document(""), "one")
        #expect(throws: PDFError(.malformed, "")) { try place(once, "one") }
        #expect(throws: PDFError(.malformed, "")) { try place(once, "a.b") }
        let file = try PDFFile(PDFBytes(once))
        var update = try PDFUpdate(file)
        let signature = update.add(signature: PDFDictionary(), size: 8)
        let field = try #require(try file.fields().first)
        #expect(throws: PDFError(.malformed, "")) { try update.fill(field, with: signature, appearance: nil) }
    }

    @Test func anEmptyFieldIsFilled() throws {
        var pdf = TestPDF(catalog: "/AcroForm<</Fields[10 0 R]>>")
        pdf.add(10, "<</T(s)/FT/Sig/Subtype/Widget>>")
        pdf.finish()
        let file = try pdf.open()
        var update = try PDFUpdate(file)
        let signature = update.add(signature: PDFDictionary(), size: 8)
        let appearance = update.addAppearance(PDFContent(), width: 1, height: 1)
        try update.fill(#require(try file.fields().first), with: signature, appearance: appearance)
        let again = try PDFFile(PDFBytes(pdf.bytes + update.write().appended))
        #expect(try again.signatures().map(\.coverage) == [.document])
        #expect(try again.fields().first?["AP"] != nil)
        #expect(try again.form()?["SigFlags"] == .integer(3))
    }
}

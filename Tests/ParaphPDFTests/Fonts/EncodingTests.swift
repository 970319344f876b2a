import Testing

@testable import ParaphPDF

@Suite struct EncodingTests {
    @Test(
        arguments: [
            ("A", 0.667, 0.722, 0.722), (" ", 0.278, 0.278, 0.25), ("€", 0.556, 0.556, 0.5), ("é", 0.556, 0.556, 0.444),
            ("W", 0.944, 0.944, 0.944),
            ("fi", nil, nil, nil),
        ] as [(String, Double?, Double?, Double?)]
    )
    func widthsAreThoseOfTheStandardFonts(text: String, helvetica: Double?, bold: Double?, times: Double?) throws {
        guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else { return }
        #expect(StandardFont.helvetica.width(of: scalar) == helvetica)
        #expect(StandardFont.helveticaBold.width(of: scalar) == bold)
        #expect(StandardFont.timesRoman.width(of: scalar) == times)
        #expect(StandardFont.courier.width(of: scalar) == 0.6)
        #expect(StandardFont.symbol.width(of: scalar) == nil)
    }

    @Test func tablesAreInStep() {
        let tables = [
            FontTables.helvetica, FontTables.helveticaBold, FontTables.timesRoman, FontTables.timesBold, FontTables.timesItalic,
            FontTables.timesBoldItalic,
        ]
        for table in tables { #expect(table.count == FontTables.scalars.count) }
        #expect(FontTables.scalars == FontTables.scalars.sorted())
        #expect("\(FontTables.names)".split(whereSeparator: \.isWhitespace).count == FontTables.scalars.count)
        // Every code of WinAnsi has a width in every Latin font.
        for font in StandardFont.allCases where font.isLatin {
            for scalar in SimpleEncoding.winAnsi.scalars where scalar > 0 {
                #expect(Unicode.Scalar(scalar).flatMap { font.width(of: $0) } != nil, "\(scalar)")
            }
        }
    }

    @Test(arguments: [("A", 0x41), ("eacute", 0xE9), ("Euro", 0x20AC), ("afii10017", 0x410), ("afii10097", 0x44F), ("afii10023", 0x401)])
    func namesOfGlyphsAreCharacters(name: String, scalar: UInt32) {
        #expect(FontTables.scalar(ofGlyph: PDFName(Array(name.utf8)))?.value == scalar)
    }

    @Test func otherNamesAreReadByTheirNumbers() {
        let names: [StaticString] = ["uni0416", "u1F600", "a.sc", "uniD800", "uniXYZW", "nonsense", "", ".notdef", "afii99999"]
        #expect(names.map { FontTables.scalar(ofGlyph: PDFName($0))?.value } == [0x416, 0x1F600, 0x61, nil, nil, nil, nil, nil, nil])
    }

    @Test func encodingsDiffer() {
        #expect(SimpleEncoding.winAnsi.code(of: "€") == 0x80)
        #expect(SimpleEncoding.macRoman.code(of: "é") == 0x8E)
        #expect(SimpleEncoding.standard.code(of: "’") == 0x27)
        #expect(SimpleEncoding.pdfDoc.code(of: "€") == 0xA0)
        #expect(SimpleEncoding.winAnsi.code(of: "Ж") == nil)
        #expect(SimpleEncoding.standard.code(of: "\u{A0}") == 0x20)
    }

    private func font(_ entries: String) throws -> SimpleFont? {
        var pdf = TestPDF()
        pdf.add(10, "<</Type/Font\(entries)>>")
        pdf.finish()
        let file = try pdf.open()
        return try SimpleFont(#require(try file.object(PDFReference(10)).dictionary), in: file)
    }

    @Test func fontsOfFilesAreReadWithTheirDifferences() throws {
        let differences = "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/afii10017 66/nonsense 200/A]>>"
        let font = try #require(try font("/Subtype/Type1/BaseFont/Helvetica\(differences)/FirstChar 64/Widths[100 200 300]"))
        #expect(font.encoding.code(of: "А") == 65)
        #expect(font.encoding.code(of: "@") == 64)
        #expect(font.widths[65] == 0.2)
        // Without a width there is no glyph.
        #expect(font.encoding.code(of: "A") == nil && font.encoding.code(of: "C") == nil)
    }

    @Test func fontsThatMayLackGlyphsAreNotUsed() throws {
        #expect(try font("/Subtype/Type1/BaseFont/ABCDEF+Arial/Encoding/WinAnsiEncoding") == nil)
        #expect(try font("/Subtype/Type0/BaseFont/Arial") == nil)
        #expect(try font("/Subtype/Type1/BaseFont/ZapfDingbats") == nil)
        #expect(try font("/Subtype/TrueType/BaseFont/X/FontDescriptor<</Flags 4/FontFile2 1 0 R>>") == nil)
        #expect(try font("/Subtype/TrueType/BaseFont/Arial/Encoding/WinAnsiEncoding")?.widths[65] == 0.667)
    }
}

import Testing

@testable import ParaphPDF

/// Objects that are written anew with what means the same here: they must mean the same to every program.
@Suite struct SameForAllTests {
    private func verdict(_ change: (inout SignedTestPDF) throws -> Void) throws -> PDFChanges.Verdict {
        var pdf = SignedTestPDF()
        try pdf.certify(level: 1)
        try change(&pdf)
        return try pdf.changes().verdict
    }

    private static func addMetadata(_ filter: String, _ data: [UInt8], to pdf: inout SignedTestPDF) throws {
        var update = try PDFUpdate(PDFFile(PDFBytes(pdf.bytes)))
        let dictionary = try SignedTestPDF.object("<</Type/Metadata/Subtype/XML/Filter\(filter)>>").dictionary ?? PDFDictionary()
        update.set(.stream(PDFStream(dictionary, data: PDFBytes(data))), for: PDFReference(70))
        update.set(try SignedTestPDF.object(pdf.text(1, with: "/Metadata 70 0 R")), for: PDFReference(1))
        pdf.append(try update.write().appended)
    }

    /// The text of the page, as it is and as digits.
    @Test func dataThatAreCodedAnewAreOthers() throws {
        let text = "BT /F1 12 Tf 100 700 Td (I owe you 100 euros) Tj ET"
        let digits = Array(text.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ">"
        #expect(try verdict { try $0.update([:], streams: [5: ("", text)]) } == .none)
        #expect(try verdict { try $0.update([:], streams: [5: ("/Filter/ASCIIHexDecode", digits)]) } == .forbidden)
    }

    @Test(arguments: [
        ("/Rotate 90", PDFChanges.Verdict.none), ("/Rotate 90.0", .forbidden), ("/CropBox[10.0 10 590 790.0]", .none),
        ("/CropBox[10 10 590 791]", .forbidden), ("/StructParents 0.0", .forbidden), ("/UserUnit 1", .none),
        // What the page inherits, by an object that is not there, or by none.
        ("/Resources 99 0 R", .forbidden), ("/MediaBox 99 0 R", .forbidden), ("/MediaBox null", .forbidden),
    ])
    func wholeNumbersStayWhole(entry: String, expected: PDFChanges.Verdict) throws {
        var entries = ["/Rotate 90", "/CropBox[10 10 590 790]", "/StructParents 0", "/UserUnit 1.0"]
        var pdf = SignedTestPDF(page: entries.joined())
        try pdf.certify(level: 1)
        var update = try RawUpdate(pdf)
        let key = entry.prefix { $0 != " " && $0 != "[" }
        entries = entries.map { $0.hasPrefix(key) ? entry : $0 }
        if !entries.contains(entry) { entries.append(entry) }
        update.object(3, "3 0 obj\n<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R\(entries.joined())>>\nendobj\n")
        update.finish()
        #expect(try update.pdf.changes().verdict == expected)
    }

    @Test(arguments: [
        ("/FlateDecode/DecodeParms<</Predictor 12.5>>", [UInt8]()), ("/FlateDecode/DecodeParms<</Predictor 3>>", []),
        ("/FlateDecode/DecodeParms<</Predictor 12/Colors 40/Columns 1>>", []),
        ("/FlateDecode/DecodeParms<</BitsPerComponent 3>>", []), ("/LZWDecode/DecodeParms<</EarlyChange 2>>", [0x80, 0x40, 0x40]),
        ("/LZWDecode/DecodeParms<</EarlyChange true>>", [0x80, 0x40, 0x40]),
        // A window that zlib refuses, a letter that some take for data, and one that is white space to some.
        ("/FlateDecode", [0x88, 0x1C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]), ("/ASCII85Decode", Array("<~z~>".utf8)),
        ("/ASCIIHexDecode", [0x30, 0x00, 0x30, 0x3E]),
    ])
    func whatFiltersTakeIsPlain(filter: String, data: [UInt8]) throws {
        #expect(try verdict { try Self.addMetadata(filter, data, to: &$0) } == .forbidden)
    }

    @Test(arguments: [
        ("/FlateDecode", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01] as [UInt8]),
        ("/LZWDecode/DecodeParms<</EarlyChange 0>>", [0x80, 0x40, 0x40]), ("/ASCII85Decode", Array("z~>".utf8)),
    ])
    func usualFiltersAreFine(filter: String, data: [UInt8]) throws {
        #expect(try verdict { try Self.addMetadata(filter, data, to: &$0) } != .forbidden)
    }
}

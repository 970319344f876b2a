@testable import ParaphPDF

/// An update as the fuzz target `PDFChanges` makes it of its input, appended to the same document.
struct FuzzedUpdate {
    /// What the document's page shows.
    static let content = "BT /F1 12 Tf (text) Tj ET"

    /// A page with a form, signed by the first of its two signature fields; byte for byte as in `Fuzz/Targets/PDFChanges.swift`.
    ///
    /// Objects by number: 1 catalog, 2 pages, 3 the page, 4 its content, 5 and 8 signature fields, 6 a text field, 7 the signature.
    private static let signed: (bytes: [UInt8], byteRange: [Int]) = {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        let objects = [
            "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R 8 0 R]/SigFlags 3>>>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>",
            "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R 6 0 R 8 0 R]/Resources<<>>>>",
            "<</Length 25>>stream\n\(content)\nendstream",
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/P 3 0 R/V 7 0 R>>",
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(t)/Rect[10 10 90 30]/P 3 0 R/V(a)>>",
            "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 AAAA BBBB CCCC]/Contents<30020100>>>",
            "<</Type/Annot/Subtype/Widget/FT/Sig/T(u)/Rect[0 0 0 0]/P 3 0 R>>",
        ]
        for (index, object) in objects.enumerated() { pdf.add(index + 1, object) }
        let section = pdf.bytes.count
        let offsets = pdf.offsets.values.sorted().map { "\(TestPDF.padded($0)) 00000 n \n" }
        pdf.append("xref\n0 9\n0000000000 65535 f \n" + offsets.joined())
        pdf.end(section: section, trailer: "/Root 1 0 R/Size 9")
        var text = String(decoding: pdf.bytes, as: UTF8.self)
        let hole = "<30020100>"
        let start = text.split(separator: hole)[0].utf8.count
        let end = start + hole.utf8.count
        for (name, value) in [("AAAA", start), ("BBBB", end), ("CCCC", pdf.bytes.count - end)] {
            text = text.replacing(name, with: TestPDF.padded(value).suffix(4))
        }
        return (Array(text.utf8), [0, start, end, pdf.bytes.count - end])
    }()

    let file: PDFFile
    private let history: PDFHistory

    /// Appends an input: bytes as they are behind a zero, else objects divided by ones, each a digit for the number and what the object is.
    init(_ input: [UInt8]) throws {
        var update = try RawUpdate(SignedTestPDF(bytes: Self.signed.bytes))
        if input.first == 0 {
            update.append(Array(input.dropFirst()))
        } else if !input.isEmpty {
            for part in input.split(separator: 1) {
                guard let number = part.first.map({ Int($0 % 16) }), number > 0 else { continue }
                update.object(number, "\(number) 0 obj\n")
                update.append(Array(part.dropFirst()) + Array("\nendobj\n".utf8))
            }
            update.finish([("/Size 60", "/Size 16")])
        }
        file = try PDFFile(PDFBytes(update.pdf.bytes))
        history = try PDFHistory(file)
    }

    /// The document's own signature; `nil` where the update took it away.
    var signature: PDFSignature? { history.signatures.first { $0.byteRange == Self.signed.byteRange } }

    /// What the update changes; `nil` where it left no signature of the document.
    func changes() throws -> PDFChanges? {
        try signature.map { try history.changes(since: $0) }
    }
}

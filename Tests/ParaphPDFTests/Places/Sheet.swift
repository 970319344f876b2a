@testable import ParaphPDF

/// Documents with pages as a person sees them: what is drawn is given upright, whatever way the page is turned.
struct Sheet {
    var width = 595.0
    var height = 842.0
    var rotation = 0
    /// Fields and other annotations, in the units of the page: entries of their dictionaries.
    var annotations: [String] = []
    var pages: [String]

    init(_ pages: String..., width: Double = 595, height: Double = 842, rotation: Int = 0, annotations: [String] = []) {
        (self.pages, self.width, self.height, self.rotation, self.annotations) = (pages, width, height, rotation, annotations)
    }

    init(pages: [String]) { self.pages = pages }

    /// Sets text; Cyrillic in a font that only its own map explains.
    static func text(_ text: String, at x: Double, _ y: Double, size: Double = 12) -> String {
        if text.unicodeScalars.allSatisfy({ $0.value < 256 }) {
            let bytes = text.unicodeScalars.map { String($0.value, radix: 16) }.map { $0.count < 2 ? "0" + $0 : $0 }.joined()
            return "BT /F1 \(size) Tf \(x) \(y) Td <\(bytes)> Tj ET\n"
        }
        let codes = text.unicodeScalars.map { String($0.value, radix: 16) }.map { String(repeating: "0", count: 4 - $0.count) + $0 }
            .joined()
        return "BT /F2 \(size) Tf \(x) \(y) Td <\(codes)> Tj ET\n"
    }

    static func rule(_ x: Double, _ y: Double, _ length: Double) -> String { "0 G .7 w \(x) \(y) m \(x + length) \(y) l S\n" }

    /// Lines of text from a height down to another.
    static func paragraphs(from top: Double, to bottom: Double, left: Double = 60, size: Double = 11) -> String {
        let words = "The tenant pays the rent on the first day of each month and leaves the flat as it was found"
        return stride(from: top, through: bottom, by: -size * 1.4).map { text(words, at: left, $0, size: size) }.joined()
    }

    var bytes: [UInt8] {
        var pdf = TestPDF(header: "%PDF-1.7\n")
        let first = 20
        let kids = pages.indices.map { "\(first + 2 * $0) 0 R" }.joined(separator: " ")
        let fields = annotations.indices.map { "\(200 + $0) 0 R" }.joined(separator: " ")
        let form = annotations.isEmpty ? "" : "/AcroForm<</Fields[\(fields)]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf 0 g)>>"
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R\(form)>>")
        let isTurned = rotation % 180 != 0
        let box = isTurned ? "0 0 \(height) \(width)" : "0 0 \(width) \(height)"
        pdf.add(2, "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)/MediaBox[\(box)]/Rotate \(rotation)/Resources 7 0 R>>")
        pdf.add(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
        pdf.add(
            4,
            "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 5 0 R/DescendantFonts[<</Subtype/CIDFontType2/DW 500>>]>>"
        )
        let map = "4 beginbfrange <0400> <04FF> <0400> <0020> <007E> <0020> <00A0> <00FF> <00A0> <2010> <205E> <2010> endbfrange"
        pdf.add(5, dictionary: "", stream: Array(map.utf8))
        pdf.add(6, dictionary: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", stream: [255])
        pdf.add(7, "<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</I 6 0 R>>>>")
        let turn =
            switch rotation {
            case 90: "0 1 -1 0 \(height) 0 cm\n"
            case 180: "-1 0 0 -1 \(width) \(height) cm\n"
            case 270: "0 -1 1 0 0 \(width) cm\n"
            default: ""
            }
        for (index, content) in pages.enumerated() {
            let shown = index == 0 && !annotations.isEmpty ? "/Annots[\(fields)]" : ""
            pdf.add(first + 2 * index, "<</Type/Page/Parent 2 0 R/Contents \(first + 2 * index + 1) 0 R\(shown)>>")
            pdf.add(first + 2 * index + 1, dictionary: "", stream: Array((turn + content).utf8))
        }
        for (index, entries) in annotations.enumerated() { pdf.add(200 + index, "<</Type/Annot/F 4/P 20 0 R\(entries)>>") }
        pdf.finish()
        return pdf.bytes
    }

    /// Ink that fills a box of 400 by 150.
    static let ink = PDFSignatureAppearance.Ink(
        content: Array("0 0 .6 RG 6 w 5 40 m 120 140 l 90 10 l 220 120 l 200 30 l 395 90 l S".utf8),
        bounds: PDFRectangle(0, 0, 400, 150)
    )

    /// The head of a JPEG of 300 by 400 points.
    static let photo: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 1, 144, 1, 44, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9,
    ]

    /// Signs a file where it is said, with bytes that stand for a signature.
    static func sign(_ bytes: [UInt8], _ look: PDFSignatureAppearance = PDFSignatureAppearance(ink: ink), at placement: PDFPlacement) throws
        -> [UInt8]
    {
        let file = try PDFFile(PDFBytes(bytes))
        var request = PDFSigning.Request(time: PDFString(Array("D:20261123120000Z".utf8)), room: 64)
        (request.appearance, request.placement) = (look, placement)
        var signing = try PDFSigning(file, request, permissions: PDFHistory(file).permissions())
        _ = signing.fill([0x30, 2, 1, 0])
        return bytes + signing.appended
    }

    /// What the first signature's readers are told.
    static func changes(_ bytes: [UInt8]) throws -> PDFChanges {
        let history = try PDFHistory(PDFFile(PDFBytes(bytes)))
        return try history.changes(since: history.signatures[0])
    }

    static func places(_ bytes: [UInt8]) throws -> SignaturePlaces { try SignaturePlaces(PDFFile(PDFBytes(bytes))) }
}

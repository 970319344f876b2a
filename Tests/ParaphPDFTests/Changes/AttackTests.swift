import Testing

@testable import ParaphPDF

/// What attackers do after a signature (the classes of Mainka, Mladenov and Rohlmann), one file each, and nothing of it may pass.
@Suite struct AttackTests {
    private static let annotations = "11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R"
    private static let form = SignedTestPDF.form

    /// An attack: objects, streams and trailer entries that are appended.
    struct Attack: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var objects: [Int: String]
        var streams: [Int: (String, String)]
        var trailer: String
        var kind: PDFChange.Kind

        init(
            _ name: String,
            _ objects: [Int: String],
            _ streams: [Int: (String, String)],
            trailer: String = "<<>>",
            _ kind: PDFChange.Kind
        ) {
            (testDescription, self.objects, self.streams, self.trailer, self.kind) = (name, objects, streams, trailer, kind)
        }

        init(_ name: String, _ objects: [Int: String], trailer: String = "<<>>", _ kind: PDFChange.Kind) {
            self.init(name, objects, [:], trailer: trailer, kind)
        }
    }

    private static let page = "/Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R"
    private static let catalog = "/Type/Catalog/Pages 2 0 R/AcroForm 10 0 R"
    private static let node = "/Type/Pages/Count 2/MediaBox[0 0 600 800]/Resources 7 0 R"
    private static let widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
    private static let text = "BT /F1 12 Tf 100 700 Td (I owe you 900 euros) Tj ET"

    static let forbidden: [Attack] = [
        Attack("ISA: content", [:], [5: ("", text)], .pageContent),
        Attack("ISA: another content", [3: "<</Type/Page/Parent 2 0 R/Contents 80 0 R/Annots 21 0 R>>"], [80: ("", text)], .pageContent),
        Attack(
            "ISA: more content",
            [3: "<</Type/Page/Parent 2 0 R/Contents[5 0 R 80 0 R]/Annots 21 0 R>>"],
            [80: ("", text)],
            .pageContent
        ),
        Attack("content let go by a page that still names it", [3: "<<\(page)/LastModified(D:2026)>>", 5: "null"], .pageContent),
        Attack("content in the node", [2: "<<\(node)/Kids[3 0 R 4 0 R]/Rotate 90>>"], .pages),
        Attack("page removed", [2: "<<\(node)/Kids[3 0 R]/Count 1>>"], .pages),
        Attack("page added", [2: "<<\(node)/Kids[3 0 R 4 0 R 20 0 R]/Count 3>>"], .pages),
        Attack("pages swapped", [2: "<<\(node)/Kids[4 0 R 3 0 R]>>"], .pages),
        Attack("page freed", [4: "null"], .pages),
        Attack("page turned", [3: "<<\(page)/Rotate 90>>"], .pageGeometry),
        Attack("page cropped", [3: "<<\(page)/CropBox[0 0 10 10]>>"], .pageGeometry),
        Attack("page scaled", [3: "<<\(page)/UserUnit 9>>"], .pageGeometry),
        Attack(
            "page given resources",
            [3: "<<\(page)/Resources<</Font<</F1 80 0 R>>>>>>", 80: "<</Type/Font/Subtype/Type3>>"],
            .pageResources
        ),
        Attack("shadow replace: font", [8: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"], .font),
        Attack(
            "shadow replace: resources",
            [7: "<</Font<</F1 80 0 R>>>>", 80: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"],
            .pageResources
        ),
        Attack("resources added", [7: "<</Font<</F1 8 0 R/F2 8 0 R>>>>"], .pageResources),
        Attack(
            "shadow hide: another catalog",
            [80: "<</Type/Catalog/Pages 81 0 R>>", 81: "<</Type/Pages/Kids[20 0 R]/Count 1>>"],
            trailer: "<</Root 80 0 R>>",
            .pages
        ),
        Attack("other pages", [1: "<</Type/Catalog/Pages 81 0 R/AcroForm 10 0 R>>", 81: "<<\(node)/Kids[20 0 R 4 0 R]>>"], .pages),
        Attack("layers", [1: "<<\(catalog)/OCProperties<</OCGs[]/D<<>>>>>>"], .optionalContent),
        Attack("open action", [1: "<<\(catalog)/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>"], .action),
        Attack("actions of the document", [1: "<<\(catalog)/AA<</WS<</S/JavaScript/JS(x)>>>>>>"], .action),
        Attack("scripts", [1: "<<\(catalog)/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(x)>>]>>>>>>"], .catalog),
        Attack("actions of a page", [3: "<<\(page)/AA<</O<</S/JavaScript/JS(x)>>>>>>"], .action),
        Attack("unknown entry of the catalog", [1: "<<\(catalog)/Whatever 1>>"], .catalog),
        Attack("form removed", [1: "<</Type/Catalog/Pages 2 0 R>>"], .form),
        Attack(
            "field removed",
            [10: "<</Fields[11 0 R 16 0 R 17 0 R]/SigFlags 1/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>"],
            .formField
        ),
        Attack(
            "field added",
            [
                10: "<</Fields[11 0 R 13 0 R 16 0 R 17 0 R 80 0 R]/SigFlags 1/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>",
                80: "<<\(widget)/FT/Tx/T(new)/V(x)/Rect[100 690 300 720]>>", 21: "[\(annotations) 80 0 R]",
            ],
            .formField
        ),
        Attack(
            "field moved",
            [11: "<<\(widget)/FT/Tx/T(name)/Rect[100 690 300 720]/V(Ann)/DA(/Helv 12 Tf 0 g)/AP<</N 12 0 R>>>>"],
            .formField
        ),
        Attack(
            "field renamed",
            [11: "<<\(widget)/FT/Tx/T(other)/Rect[100 500 300 520]/V(Ann)/DA(/Helv 12 Tf 0 g)/AP<</N 12 0 R>>>>"],
            .formField
        ),
        Attack(
            "widget without a field",
            [21: "[\(annotations) 80 0 R]", 80: "<<\(widget)/FT/Tx/T(x)/Rect[100 690 300 720]>>"],
            .formField
        ),
        Attack("field taken from the page", [21: "[13 0 R 16 0 R 17 0 R 18 0 R 19 0 R]"], .formField),
        Attack("signature removed", [16: "<<\(widget)/FT/Sig/T(first)/Rect[0 0 0 0]>>"], .signature),
        Attack("reason replaced", [23: "<</Type/Sig/Reason(another)/ByteRange[0 0 0 0]/Contents<00>>>"], .signature),
        Attack("signature moved", [16: "<<\(widget)/FT/Sig/T(first)/Rect[100 690 300 720]/V 23 0 R/AP<</N 22 0 R>>>>"], .signature),
        Attack(
            "field that shows the signature of another",
            [17: "<<\(widget)/FT/Sig/T(second)/Rect[100 100 200 150]/V 23 0 R>>"],
            .signature
        ),
        Attack(
            "annotation becomes a field",
            [10: "<</Fields[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]/SigFlags 1/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>"],
            .formField
        ),
        Attack(
            "default font of the form",
            [
                10: "<</Fields[11 0 R 13 0 R 16 0 R 17 0 R]/SigFlags 1/DR<</Font<</Helv 80 0 R>>>>/DA(/Helv 0 Tf 0 g)>>",
                80: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>",
            ],
            .font
        ),
        Attack(
            "XFA",
            [10: "<</Fields[11 0 R 13 0 R 16 0 R 17 0 R]/SigFlags 1/XFA 80 0 R/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>"],
            [80: ("", "<xdp/>")],
            .form
        ),
        Attack("stream instead of an annotation", [21: "[\(annotations) 80 0 R]"], [80: ("/Subtype/Text/Rect[0 0 1 1]", "x")], .annotation),
    ]

    @Test(arguments: forbidden) func whatChangesTheDocumentIsForbidden(attack: Attack) throws {
        var pdf = SignedTestPDF()
        try pdf.sign(16)
        try pdf.update(attack.objects, streams: attack.streams, trailer: attack.trailer)
        let changes = try pdf.changes()
        #expect(changes.verdict == .forbidden, "\(changes.items)")
        #expect(changes.items.contains { $0.kind == attack.kind && $0.verdict == .forbidden }, "\(changes.items)")
    }

    static let suspicious: [Attack] = [
        Attack(
            "EAA: FreeText",
            [21: "[\(annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/FreeText/P 3 0 R/Rect[100 690 300 720]/Contents(900)>>"],
            .annotation
        ),
        Attack("EAA: Stamp", [21: "[\(annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/Stamp/P 3 0 R/Rect[10 10 30 30]>>"], .annotation),
        Attack(
            "EAA: Redact",
            [21: "[\(annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/Redact/P 3 0 R/Rect[10 10 30 30]>>"],
            .annotation
        ),
        Attack(
            "EAA: filled square",
            [21: "[\(annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/Square/IC[1 1 1]/P 3 0 R/Rect[90 680 310 730]>>"],
            .annotation
        ),
        Attack(
            "EAA: ink that covers text",
            [21: "[\(annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/Ink/P 3 0 R/Rect[100 690 300 720]/AP<</N 81 0 R>>>>"],
            [81: (form, "1 g 0 0 200 20 re f")],
            .annotation
        ),
        Attack(
            "launching link",
            [21: "[\(annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/Link/P 3 0 R/Rect[10 10 30 30]/A<</S/Launch/F(x)>>>>"],
            .action
        ),
        Attack("shadow hide: overlay removed", [21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"], .annotation),
        Attack("shadow hide: overlay emptied", [:], [22: (form, "")], .annotation),
        Attack("shadow hide: annotations reordered", [21: "[11 0 R 13 0 R 16 0 R 17 0 R 19 0 R 18 0 R]"], .annotation),
        Attack(
            "fields drawn by the reader",
            [10: "<</Fields[11 0 R 13 0 R 16 0 R 17 0 R]/SigFlags 1/NeedAppearances true/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>"],
            .form
        ),
        Attack(
            "picture instead of text",
            [11: "<<\(widget)/FT/Tx/T(name)/Rect[100 500 300 520]/V(Ann)/DA(/Helv 12 Tf 0 g)/AP<</N 80 0 R>>>>"],
            [80: (form, "q 200 0 0 20 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q")],
            .appearance
        ),
        Attack("unused object replaced", [9: "<</Type/XObject>>"], .hiddenObject),
        Attack("look of an unsigned field", [17: "<<\(widget)/FT/Sig/T(second)/Rect[100 100 200 150]/AP<</N 22 0 R>>>>"], .appearance),
        Attack(
            "hidden field",
            [11: "<<\(widget)/F 6/FT/Tx/T(name)/Rect[100 500 300 520]/V(Ann)/DA(/Helv 12 Tf 0 g)/AP<</N 12 0 R>>>>"],
            .formField
        ),
    ]

    @Test(arguments: suspicious) func whatMayDeceiveIsSuspicious(attack: Attack) throws {
        var pdf = SignedTestPDF()
        try pdf.sign(16)
        try pdf.update(attack.objects, streams: attack.streams, trailer: attack.trailer)
        let changes = try pdf.changes()
        #expect(changes.verdict == .suspicious, "\(changes.items)")
        #expect(changes.items.contains { $0.kind == attack.kind && $0.verdict == .suspicious }, "\(changes.items)")
    }

    /// SSA: a new signature field over text, after a certification or after a signature.
    @Test func aSignatureThatCoversTextIsSuspicious() throws {
        for isCertified in [true, false] {
            for rectangle in ["[100 690 300 720]", "[400 100 500 150]"] {
                var pdf = SignedTestPDF()
                if isCertified { try pdf.certify(level: 2) } else { try pdf.sign(16) }
                try pdf.update(
                    [
                        10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 80 0 R]"), 21: "[\(Self.annotations) 80 0 R]",
                        80: "<<\(Self.widget)/FT/Sig/T(sneaky)/Rect\(rectangle)/V 81 0 R/AP<</N 82 0 R>>>>",
                        81: "<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>",
                    ],
                    streams: [82: (Self.form, "1 g 0 0 200 20 re f")]
                )
                let covers = rectangle.hasPrefix("[100")
                #expect(try pdf.changes().verdict == (isCertified || covers ? .suspicious : .allowed))
            }
        }
    }

    /// Objects that were missing when it was signed, but that the page refers to already.
    @Test func whatWasMissingMayNotCome() throws {
        var pdf = SignedTestPDF(page: "/Contents[5 0 R 90 0 R]")
        try pdf.sign(16)
        try pdf.update([:], streams: [90: ("", Self.text)])
        #expect(try pdf.changes().verdict == .forbidden)
        #expect(try pdf.changes().items.contains { $0.kind == .hiddenObject })
    }

    /// A list of annotations that is the page's content too.
    @Test func whatServesTwoPurposesMayNotChange() throws {
        var pdf = SignedTestPDF(page: "/Shadow 21 0 R")
        try pdf.sign(16)
        try pdf.update([21: "[\(Self.annotations) 80 0 R]", 80: "<</Type/Annot/Subtype/Highlight/P 3 0 R/Rect[10 10 30 30]>>"])
        #expect(try pdf.changes().verdict == .forbidden)
        pdf = SignedTestPDF(page: "/Shadow 12 0 R")
        try pdf.sign(16)
        try pdf.update([11: pdf.text(11, with: "/V(Bea)")], streams: [12: (Self.form, "BT /Helv 12 Tf (Bea) Tj ET")])
        #expect(try pdf.changes().verdict == .forbidden)
    }

    /// ISA: objects behind the last revision, behind an update that names nothing, and in an update without a table.
    @Test func objectsThatNoTableNamesAreSeen() throws {
        let evil = "5 0 obj\n<</Length 3>>\nstream\nBT \nendstream\nendobj\n"
        var pdf = SignedTestPDF()
        try pdf.sign(16)
        let length = pdf.bytes.count
        let section = try PDFFile(PDFBytes(pdf.bytes)).sections.first?.offset ?? 0
        pdf.append(evil)
        #expect(try pdf.changes().verdict > .allowed)
        var hidden = pdf
        hidden.append("xref\n0 0\ntrailer\n<</Root 1 0 R/Size 24/Prev \(section)>>\nstartxref\n\(length + evil.utf8.count)\n%%EOF\n")
        #expect(try hidden.changes().verdict == .forbidden)
        #expect(try hidden.changes().items.contains { $0.kind == .hiddenObject })
        var broken = pdf
        broken.append("trailer\n<</Root 1 0 R/Size 24/Prev \(section)>>\nstartxref\n99999999\n%%EOF\n")
        let changes = try? broken.changes()
        #expect(changes.map { $0.verdict == .forbidden } ?? true)
    }

    /// A section that does not lead to those that were signed.
    @Test func tablesThatSkipWhatWasSignedAreForbidden() throws {
        var pdf = SignedTestPDF()
        let before = try PDFFile(PDFBytes(pdf.bytes)).sections.first?.offset ?? 0
        try pdf.sign(16)
        let start = pdf.bytes.count
        pdf.append("xref\n0 0\ntrailer\n<</Root 1 0 R/Size 24/Prev \(before)>>\nstartxref\n\(start)\n%%EOF\n")
        let history = try PDFHistory(try PDFFile(PDFBytes(pdf.bytes)))
        for signature in history.signatures { #expect(try history.changes(since: signature).verdict == .forbidden) }
    }

    /// A live object whose entry is of another generation, or that an older copy replaces.
    @Test func entriesMayNotBeTurned() throws {
        var pdf = SignedTestPDF()
        try pdf.update([:], streams: [5: ("", "BT /F1 12 Tf 100 700 Td (Nothing) Tj ET")])
        let offset = try #require(PDFBytes(pdf.bytes).first("5 0 obj", from: 0))
        try pdf.sign(16)
        let section = try PDFFile(PDFBytes(pdf.bytes)).sections.first?.offset ?? 0
        for line in ["\(TestPDF.padded(offset)) 00000 n \n", "0000000000 00001 f \n"] {
            var turned = pdf
            let start = turned.bytes.count
            turned.append("xref\n5 1\n\(line)trailer\n<</Root 1 0 R/Size 24/Prev \(section)>>\nstartxref\n\(start)\n%%EOF\n")
            #expect(try turned.changes().verdict == .forbidden)
        }
    }
}

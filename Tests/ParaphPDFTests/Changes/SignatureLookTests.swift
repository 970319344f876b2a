import Testing

@testable import ParaphPDF

/// What a later signature looks like on a page that says "I owe you 100 euros" at 100, 700: ink hides nothing that anybody misses, and is told of where it lies on
/// something; what could be read in the place of what stood there is suspected.
@Suite struct SignatureLookTests {
    private static let list = "11 0 R 13 0 R 16 0 R 17 0 R 18 0 R"
    private static let value = "<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>"
    private static let fonts = "/Resources<</Font<</Helv 8 0 R>>>>"
    private static let ink = "0 0 .6 RG 1 w 10 5 m 100 25 l 60 3 l 140 20 l S"
    private static let over = "[90 690 320 720]"

    /// Adds a signed field whose look has its own coordinates.
    private static func sign(
        _ pdf: inout SignedTestPDF,
        _ look: String,
        _ form: String = "",
        at place: String = over,
        number: Int = 80,
        flags: String = "/F 4"
    )
        throws
    {
        let fields = try pdf.object(10).dictionary?["Fields"]?.array?.compactMap { $0.reference?.number } ?? []
        let shown = try pdf.object(21).array?.compactMap { $0.reference?.number } ?? []
        func list(_ numbers: [Int]) -> String { "[\((numbers + [number]).map { "\($0) 0 R" }.joined(separator: " "))]" }
        let corners = try SignedTestPDF.object(place).array?.compactMap { $0.number } ?? []
        let box = "/BBox[0 0 \(corners[2] - corners[0]) \(corners[3] - corners[1])]"
        try pdf.update(
            [
                10: pdf.text(10, with: "/Fields\(list(fields))/SigFlags 3"), 21: list(shown),
                number:
                    "<</Type/Annot/Subtype/Widget/P 3 0 R\(flags)/FT/Sig/T(new\(number))/Rect\(place)/AP<</N \(number + 2) 0 R>>/V \(number + 1) 0 R>>",
                number + 1: value,
            ],
            streams: [number + 2: ("/Type/XObject/Subtype/Form\(box)\(form)", look)]
        )
    }

    private func signed(more: (inout TestPDF) -> Void = { _ in }) throws -> SignedTestPDF {
        var pdf = SignedTestPDF(more: more)
        try pdf.update([21: "[\(Self.list)]"])
        try pdf.sign(16)
        return pdf
    }

    @Test(arguments: [
        ink, "0 0 .6 rg 10 10 m 100 12 l 100 13.5 l 10 11.5 l h f", "0 G .8 w 72 8 m 76 18 l S",
        // A loop of a filled outline leaves what lies within it.
        "0 g 60 2 m 130 2 l 130 24 l 60 24 l h 62 4 m 128 4 l 128 22 l 62 22 l h f*",
        "0 G 1 w 10 2 110 22 re S 10 14 m 130 14 l S", ink + " % DSBlank\n",
    ]) func inkOnTextIsToldOfAndAllowed(look: String) throws {
        var pdf = try signed()
        try Self.sign(&pdf, look)
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed, "\(changes.items)")
        #expect(changes.items.filter { $0.isRemarkable }.map { $0.page } == [1])
        #expect(changes.items.contains { $0.isRemarkable && $0.rectangle != nil })
    }

    static let tricks: [(name: String, look: String, form: String)] = [
        ("a white background", "1 g 0 0 230 30 re f \(ink)", ""), ("a grey background", ".8 g 0 0 230 30 re f", ""),
        ("a black box", "0 g 70 2 30 24 re f", ""),
        ("a box as large as a number", "0 g 74 6 20 12 re f", ""), ("a thick pen", "0 G 20 w 10 14 m 130 14 l S", ""),
        (
            "a blot of thin lines", "0 G .8 w " + (0..<40).map { "70 \(4 + Double($0) * 0.5) m 100 \(4 + Double($0) * 0.5) l S " }.joined(),
            ""
        ),
        (
            "a scribble in one line",
            "0 G 1 w 70 4 m " + (0..<40).map { "\($0 % 2 == 0 ? 100 : 70) \(4 + Double($0) * 0.5) l " }.joined() + "S", ""
        ),
        ("white ink", "1 G 2 w 10 14 m 130 14 l S", ""), ("pale ink", ".9 .9 .6 RG 2 w 10 14 m 130 14 l S", ""),
        ("ink of no known colour", "/Pattern CS /P SCN 2 w 10 14 m 130 14 l S", "/Resources<</Pattern<</P<<>>>>>>"),
        ("letters", "BT /Helv 12 Tf 70 10 Td (900) Tj ET", fonts), ("white letters", "1 g BT /Helv 12 Tf 10 10 Td (nnnnnnnn) Tj ET", fonts),
        ("letters that are drawings", "BT /T 12 Tf 10 10 Td (a) Tj ET", "/Resources<</Font<</T<</Type/Font/Subtype/Type3>>>>>>"),
        ("a picture", "q 230 0 0 30 0 0 cm /I Do Q", "/Resources<</XObject<</I 70 0 R>>>>"),
        ("ink that makes light", "/G gs 1 0 0 RG 2 w 10 14 m 130 14 l S", "/Resources<</ExtGState<</G<</BM/Screen>>>>>>"),
        ("ink behind a mask", "/G gs 0 G 2 w 10 14 m 130 14 l S", "/Resources<</ExtGState<</G<</SMask<<>>>>>>>>"),
        ("a shade", "/S sh", "/Resources<</Shading<</S<<>>>>>>"), ("what may be switched off", ink, "/OC 71 0 R"),
        ("what programs read in two ways", "\(ink) 1 2 3 l", ""), ("lines that are not closed", "q \(ink)", ""),
        ("a comment with operators", "% 1 g 0 0 9 9 re f\n\(ink)", ""),
    ]

    @Test(arguments: tricks) func whatCouldBeReadInItsPlaceIsSuspected(trick: (name: String, look: String, form: String)) throws {
        let (name, look, form) = trick
        var pdf = try signed { pdf in
            pdf.add(70, dictionary: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", stream: [255])
            pdf.add(71, "<</Type/OCG/Name(a)>>")
        }
        try Self.sign(&pdf, look, form)
        let changes = try pdf.changes()
        #expect(changes.verdict >= .suspicious, "\(name): \(changes.items)")
    }

    /// What is typed over an empty field is read as what it holds; ink there is a signature.
    @Test(arguments: [("BT /Helv 12 Tf 10 10 Td (900) Tj ET", PDFChanges.Verdict.suspicious), (ink, .allowed)])
    func anEmptyFieldIsNotFilledBySigning(look: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF { $0.add(40, "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Tx/T(sum)/Rect[300 300 530 330]/MK<</BC[0]>>>>") }
        try pdf.update([10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 40 0 R]"), 21: "[\(Self.list) 40 0 R]"])
        try pdf.sign(16)
        try Self.sign(&pdf, look, Self.fonts, at: "[300 300 530 330]")
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict && !changes.isRemarkable, "\(changes.items)")
    }

    /// A page with small print, signed in the field over it that waits, or in a new one in the same place.
    private func changes(by look: String, _ form: String = "", isNew: Bool = false) throws -> PDFChanges {
        let words = "The tenant pays a hundred euros a month in advance by the third working day of it"
        let print = (0..<12).map { "1 0 0 1 100 \(300 + 6 * $0) Tm (\(words)) Tj" }.joined(separator: " ")
        var pdf = SignedTestPDF { pdf in
            pdf.add(17, "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Sig/T(second)/Rect[100 300 250 350]>>")
            pdf.add(42, dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 150 50]\(form)", stream: Array(look.utf8))
            pdf.add(70, dictionary: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8", stream: [255])
        }
        try pdf.update([21: "[\(Self.list)]"], streams: [5: ("", "BT /F1 5 Tf \(print) ET")])
        try pdf.sign(16)
        if isNew { try Self.sign(&pdf, look, form, at: "[100 300 250 350]") } else { try pdf.sign(17, appearance: 42) }
        return try pdf.changes()
    }

    /// Loops of a pen of two points, as people sign: small letters vanish below them one by one.
    private static let loops =
        "0 0 .6 RG 2 w 10 25 m " + (0..<6).map { "\(20 + 20 * $0) 60 \(40 + 20 * $0) -10 \(24 + 18 * $0) 25 c " }.joined()
        + "S 8 12 m 140 14 l S"

    @Test func inkOverSmallPrintInItsOwnFieldIsToldOfOnly() throws {
        let changes = try changes(by: Self.loops)
        #expect(changes.verdict == .allowed && changes.isRemarkable, "\(changes.items)")
        // In a new field too, where it hides letters one by one.
        let added = try self.changes(by: Self.loops.replacing("2 w", with: "1.8 w"), isNew: true)
        #expect(added.verdict == .allowed && added.isRemarkable, "\(added.items)")
    }

    @Test(arguments: [
        ("1 g 0 0 150 50 re f \(loops)", ""), (".8 g 0 0 150 50 re f", ""), ("0 g 20 11 20 7 re f \(loops)", ""),
        ("0 G 5 w 20 14 m 40 14 l S", ""),
        ("0 G 1 w 20 12 m " + (0..<40).map { "\($0 % 2 == 0 ? 50 : 20) \(12 + Double($0) * 0.5) l " }.joined() + "S", ""),
        ("1 G 2 w 10 14 m 130 14 l S", ""), ("BT /Helv 5 Tf 20 12 Td (900) Tj ET", fonts),
        ("q 150 0 0 50 0 0 cm /I Do Q", "/Resources<</XObject<</I 70 0 R>>>>"), ("/S sh", "/Resources<</Shading<</S<<>>>>>>"),
    ]) func whatReplacesSmallPrintInItsOwnFieldIsSuspected(look: String, form: String) throws {
        let changes = try changes(by: look, form)
        #expect(changes.verdict == .suspicious, "\(look): \(changes.items)")
    }

    /// What keeps its size reaches nobody knows where.
    @Test func aLookThatDoesNotTurnIsSuspected() throws {
        var pdf = try signed()
        try Self.sign(&pdf, Self.ink, flags: "/F 12")
        #expect(try pdf.changes().verdict == .suspicious)
    }

    private static let lease = """
        BT /F1 12 Tf 100 700 Td (Landlord: ______________  Tenant: ..............) Tj ET 1 w 100 650 m 300 650 l S 100 600 150 18 re S .9 g 100 550 150 20 re f
        0 g BT /T 12 Tf 100 400 Td <000300030003000300030003000300030003> Tj ET
        """
    private static let composite =
        "<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 60 0 R/DescendantFonts[<</Subtype/CIDFontType2/DW 500>>]>>"

    /// The lease, with a font whose codes the file explains.
    private func lease(map: String = SignatureLookTests.map) throws -> SignedTestPDF {
        var pdf = SignedTestPDF()
        try pdf.update(
            [7: "<</Font<</F1 8 0 R/T \(Self.composite)>>>>", 21: "[\(Self.list)]"],
            streams: [5: ("", Self.lease), 60: ("", map)]
        )
        try pdf.sign(16)
        return pdf
    }

    private static let map =
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfchar <0003> <005F> endbfchar 1 beginbfrange <0010> <0012> <0041> endbfrange"

    @Test(arguments: [
        "[158 690 240 720]", "[310 690 380 720]", "[100 640 280 670]", "[90 590 260 625]", "[90 545 260 575]", "[90 390 200 420]",
        "[300 300 500 400]",
    ])
    func inkOnLinesIsJustASignature(place: String) throws {
        var pdf = try lease()
        try Self.sign(&pdf, "0 0 .6 RG 1 w 2 2 m 60 25 l 30 3 l 65 20 l S", at: place)
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed && !changes.isRemarkable, "\(changes.items)")
    }

    /// A file may say of letters that they are lines: a background over them is suspected all the same.
    @Test func linesOfAFontThatExplainsItselfAreLinesForInkOnly() throws {
        for (map, look, isSuspicious, isRemarkable) in [
            (Self.map, "1 g 0 0 110 30 re f", true, false),
            (Self.map.replacing("005F", with: "0041"), "0 G 1 w 2 2 m 60 25 l S", false, true),
        ] {
            var pdf = try lease(map: map)
            try Self.sign(&pdf, look, at: "[90 390 200 420]")
            let changes = try pdf.changes()
            #expect((changes.verdict == .suspicious) == isSuspicious && changes.isRemarkable == isRemarkable, "\(changes.items)")
        }
    }

    /// Two people who sign in the same place, in whatever program.
    @Test(arguments: [
        (ink, "", PDFChanges.Verdict.allowed), ("BT /Helv 12 Tf 10 10 Td (Signed by Bob) Tj ET", fonts, .allowed),
        ("1 g 0 0 230 30 re f", "", .suspicious),
        ("0 g 0 0 230 30 re f", "", .suspicious),
    ]) func aSignatureOnASignatureIsToldOf(look: String, form: String, verdict: PDFChanges.Verdict) throws {
        var pdf = try signed()
        try Self.sign(&pdf, "BT /Helv 12 Tf 10 10 Td (Signed by Ann) Tj ET", Self.fonts, at: "[300 300 530 330]")
        try Self.sign(&pdf, look, form, at: "[300 300 530 330]", number: 90)
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
        #expect(changes.isRemarkable == (verdict == .allowed))
    }
}

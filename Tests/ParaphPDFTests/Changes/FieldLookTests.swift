import Testing

@testable import ParaphPDF

/// Fields that are filled in after a signature: what they show must be what they hold.
@Suite struct FieldLookTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Entries of the field, and the content of its appearance, which is object 60 of 200 by 20.
        var field: String
        var content: String
        var font: String
        var form: String
        /// What the field is when it is signed.
        var before: String

        init(_ name: String, _ field: String, _ content: String, font: String = "8 0 R", form: String = "", before: String = "") {
            (testDescription, self.field, self.content, self.font, self.form, self.before) = (name, field, content, font, form, before)
        }
    }

    /// What Acrobat says of its Helvetica.
    private static let pdfDoc =
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[24/breve/caron/circumflex/dotaccent/hungarumlaut/ogonek/ring"
        + "/tilde 39/quotesingle 96/grave 128/bullet/dagger 160/Euro 233/eacute]>>>>"
    private static func recoded(_ differences: String) -> String {
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[\(differences)]>>>>"
    }
    private static func text(_ text: String, _ more: String = "") -> String {
        "/Tx BMC q BT /Helv 12 Tf 0 g \(more) 2 6 Td (\(text)) Tj ET Q EMC"
    }
    private static let formats = "/AA<</F<</S/JavaScript/JS(AFNumber_Format)>>>>"

    private static let comb = "/Ff 16777216/MaxLen 4"
    private static func cells(_ lines: String) -> String { "\(lines) BT /Helv 12 Tf 20 6 Td (0) Tj 50 0 Td (0) Tj ET" }

    static let wrong: [Case] = [
        Case("another text", "/V(100)", text("900")),
        Case("nothing", "/V(100)", ""),
        Case("more text", "/V(100)", text("100000")),
        Case("hidden text and outlines", "/V(100)", "BT 3 Tr /Helv 12 Tf 2 6 Td (100) Tj ET 2 w 10 4 m 10 16 l 20 16 l 20 4 l 10 4 l S"),
        Case("hidden text", "/V(100)", text("100", "3 Tr")),
        Case("outlined text", "/V(100)", text("100", "1 Tr")),
        Case("white text", "/V(100)", text("100", "1 g")),
        Case("text without colour", "/V(100)", text("100", "/Pattern cs /P scn")),
        Case("tiny text", "/V(100)", "BT /Helv 1 Tf 2 6 Td (100) Tj ET"),
        Case("narrow text", "/V(100)", text("100", "5 Tz")),
        Case("letters over one another", "/V(100)", text("100", "-6 Tc")),
        Case("text outside", "/V(100)", "BT /Helv 12 Tf 300 500 Td (100) Tj ET"),
        Case("text that is cut off", "/V(100)", "q 0 0 9 20 re W n BT /Helv 12 Tf 2 6 Td (100) Tj ET Q"),
        Case("text below", "/V(100)", "BT /Helv 12 Tf 2 6 Td (100) Tj ET 1 g 0 0 200 20 re f"),
        Case("text upside down", "/V(6)", "BT /Helv 12 Tf -1 0 0 -1 20 16 Tm (6) Tj ET"),
        Case("turned appearance", "/V(6)", text("6"), form: "/Matrix[-1 0 0 -1 0 0]"),
        Case("letters in another order", "/V(190)", "BT /Helv 12 Tf 10 6 Td (1) Tj -8 0 Td (9) Tj 16 0 Td (0) Tj ET"),
        Case("letters that go back", "/V(190)", "BT /Helv 12 Tf 10 6 Td [(1) 1400 (9) -1000 (0)] TJ ET"),
        Case("thin text", "/V(100)", text("100", "/G gs"), form: "/Resources<</Font<</Helv 8 0 R>>/ExtGState<</G<</ca 0.01>>>>>>"),
        Case("layer", "/V(100)", "/OC /X BDC BT /Helv 12 Tf 2 6 Td (100) Tj ET EMC"),
        Case("drawing", "/V(100)", text("100") + " 40 4 m 40 16 l S"),
        Case("drawn block", "/V(100)", text("100") + " 30 6 8 9 re f"),
        Case("numbers that Acrobat's font shows", "/V(100)", text("900"), font: pdfDoc),
        Case("recoded digits", "/V(100)", text("100"), font: recoded("49/nine")),
        Case("recoded digits, rightly coded", "/V(100)", text("100"), font: recoded("48/one 49/zero")),
        Case("symbols", "/V(100)", text("100"), font: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"),
        Case(
            "symbols of an unknown font",
            "/V(100)",
            text("100"),
            font: "<</Type/Font/Subtype/TrueType/BaseFont/Wingdings/Encoding/WinAnsiEncoding>>"
        ),
        Case(
            "font of two bytes",
            "/V(1)",
            text("01"),
            font: "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 12 0 R>>"
        ),
        Case(
            "font with a program",
            "/V(100)",
            text("100"),
            font: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FontDescriptor<</FontFile 5 0 R>>>>"
        ),
        Case("stream", "/V 12 0 R", text("900")),
        Case("rich text", "/V(100)/RV(<p>900</p>)", text("100")),
        Case("states", "/V(100)/AS/X/AP<</N<</X 60 0 R>>>>", text("100")),
        Case("noughts by a script", "/V(100)", text("100000"), before: formats),
        Case("thousands by a script", "/V(100)", text("100,000"), before: formats),
        Case("text of three points less", "/V(100)", "BT /Helv 2.5 Tf 2 6 Td (100) Tj ET"),
        Case("digits of different sizes", "/V(19000)", "BT /Helv 12 Tf 2 6 Td (190) Tj /Helv 4 Tf 22 0 Td (00) Tj ET"),
        Case("light text", "/V(100)", text("100", ".7 g")),
        Case("digits far from one another", "/V(1900)", "BT /Helv 12 Tf 2 6 Td (1) Tj 150 0 Td (900) Tj ET"),
        Case("words far from one another", "/V(1 900)", "BT /Helv 12 Tf 2 6 Td (1) Tj 150 0 Td (900) Tj ET"),
        Case("digits parted by blanks", "/V(1900)", text("1              900")),
        Case("digits parted by a wide blank", "/V(1900)", text("1 900", "150 Tw")),
        Case("a style that is read differently", "/V(100)/DA(/Helv 12 /F9 12 Tf 0 g)", text("100")),
        Case("cut off at the left", "/V(1900)", "BT /Helv 12 Tf -4.6 6 Td (1900) Tj ET"),
        Case("a sign cut off by a box", "/V(-100)", "q 4 0 190 20 re W n BT /Helv 12 Tf 1 6 Td (-100) Tj ET Q"),
        Case("cut off at the right", "/V(1000)", "BT /Helv 4 Tf 192.3 6 Td (1000) Tj ET"),
        Case("cut off above", "/V(100)", "BT /Helv 12 Tf 2 14 Td (100) Tj ET"),
        Case("a point cut off", "/V(10.00)", "q 0 6.9 200 13 re W n BT /Helv 12 Tf 2 6 Td (10.00) Tj ET Q"),
        Case("a border over all", "/V(100)", "60 w 0 0 m 200 0 l S " + text("100"), before: "/MK<</BC[0]>>"),
        Case("a filling with many corners", "/V(100)", "0 0 m 0 20 l 100 20 l 200 20 l 200 0 l 100 0 l f " + text("100")),
        Case("a piece of a border", "/V(00)", ".9 w 2 6 m 2 14.5 l S BT /Helv 12 Tf 5 6 Td (00) Tj ET"),
        Case("a dash of a border", "/V(00)", ".9 w [8.5 200] 14 d 2 -8 m 2 20 l S BT /Helv 12 Tf 5 6 Td (00) Tj ET"),
        Case("corners of a border", "/V(100)", "1 w 900 M 0 0 m 100 .4 l 0 .8 l S " + text("100")),
        Case("lines between cells as ones", "/V(00)", cells("1.5 w 50 5 m 50 14 l 100 5 m 100 14 l S"), before: comb),
        Case("thick lines between cells", "/V(00)", cells("30 w 50 0 m 50 20 l 100 0 m 100 20 l S"), before: comb),
        Case("a fraction by a script", "/V(12)", text("1/2"), before: formats),
        Case("a sign behind by a script", "/V(100)", text("100-"), before: formats),
        Case("parts in a hundred by a script", "/V(100)", text("100%"), before: formats),
        Case("less by a script", "/V(100)", text("<100"), before: formats),
        Case("noughts apart by a script", "/V(1000000)", text("1,0,0,0,000"), before: formats),
        Case("thousands with parts by a script", "/V(1000000)", text("1.000,000"), before: formats),
        Case("a unit within by a script", "/V(1000)", text("1 EUR 000"), before: formats),
        Case("words by a script", "/V(100)", text("100 million"), before: formats),
        Case("sign by a script", "/V(-100)", text("100"), before: formats),
        Case("point by a script", "/V(1.5)", text("15"), before: formats),
        Case("colour", "/V(100)/DA(/Helv 12 Tf 1 g)", text("100", "1 g")),
        Case("thick border", "/V(100)/BS<</W 2/S/S>>", text("100"), before: "/MK<</BC[0]>>/BS<</W 0/S/S>>"),
        Case("border of another kind", "/V(100)/BS<</W 1/S/U>>", text("100"), before: "/MK<</BC[0]>>/BS<</W 0/S/S>>"),
        Case("thin border in another colour", "/V(100)/BS<</W 1/S/S>>/MK<</BC[1]>>", text("100"), before: "/MK<</BC[0]>>/BS<</W 0/S/S>>"),
        Case("another name of a font", "/V(100)/DA(0 g /F9 12 Tf)", text("100"), before: "/DA(/He 12 Tf 0 g)"),
        Case(
            "other words in another name of Helvetica",
            "/V(100)/DA(0 g /Helv 12 Tf)",
            text("900"),
            before: "/DA(/He 12 Tf 0 g)"
        ),
        Case(
            "name of Helvetica that the field gives to another font",
            "/V(100)/DA(0 g /Helv 12 Tf)",
            text("100"),
            before: "/DA(/He 12 Tf 0 g)/DR<</Font<</Helv<</Type/Font/Subtype/Type3>>>>>>"
        ),
        Case("mode in the style", "/V(100)/DA(/Helv 12 Tf 3 Tr 0 g)", text("100")),
        Case("background", "/V(100)/MK<</BG[0 0 0]>>", text("100")),
        Case("password that is shown", "/V(secret)", text("secret"), before: "/Ff 8192"),
        Case("other choice", "/V(b)", text("Alpha"), before: "/FT/Ch/Ff 131072/Opt[[(a)(Alpha)][(b)(Beta)]]"),
        Case(
            "other line of a list",
            "/V(b)",
            ".6 .7 .8 rg 0 10 200 10 re f BT 0 g /Helv 8 Tf 2 12 Td (Alpha) Tj 0 -10 Td (Beta) Tj ET",
            before: "/FT/Ch/Opt[[(a)(Alpha)][(b)(Beta)]]"
        ),
    ]

    static let right: [Case] = [
        Case("text", "/V(100)", text("100")),
        Case("nothing", "/V()", "/Tx BMC EMC"),
        Case("spaces and kerning", "/V(To whom)", "BT /Helv 12 Tf 2 6 Td [(T) 80 (o) -278 (whom)] TJ ET"),
        Case("lines", "/V(one two)", "BT /Helv 8 Tf 2 12 Td (one) Tj 0 -9 Td (two) Tj ET", before: "/Ff 4096"),
        Case("accents", "/V<FEFF005A006F00E9>", text("Zo\\351"), font: pdfDoc),
        Case("numbers in Acrobat's font", "/V(100)", text("100"), font: pdfDoc),
        Case(
            "background and border",
            "/V(100)",
            ".9 g 0 0 200 20 re f 1 w 0 G .5 .5 199 19 re s " + text("100"),
            before: "/MK<</BG[.9]/BC[0]>>"
        ),
        Case(
            "border that stands out",
            "/V(100)",
            ".5 g 1 1 m 1 19 l 199 19 l 198 18 l 2 18 l 2 2 l f " + text("100"),
            before: "/MK<</BC[0]>>/BS<</S/B/W 1>>"
        ),
        Case(
            "cells",
            "/V(12)",
            "50 0 m 50 20 l 100 0 m 100 20 l 150 0 m 150 20 l S BT /Helv 12 Tf 20 6 Td (1) Tj 50 0 Td (2) Tj ET",
            before: "/Ff 16777216/MaxLen 4"
        ),
        Case("password", "/V(secret)", text("******"), before: "/Ff 8192"),
        Case("money by a script", "/V(1234.5)", text("1,234.50 EUR"), before: formats),
        Case("minus by a script", "/V(-100)", text("-100.00"), before: formats),
        Case("wide kerning and blanks behind", "/V(100)", "BT /Helv 12 Tf 150 6 Td (100               ) Tj ET"),
        Case("up to the edge", "/V(100)", "q 2 2 196 16 re W n BT /Helv 12 Tf 2 5.9 Td (100) Tj ET Q"),
        Case("border of dashes", "/V(100)", "[3 2] 0 d 1 w 0 G .5 .5 199 19 re s " + text("100"), before: "/MK<</BC[0]>>"),
        Case("border below", "/V(100)", "1 w 0 G 0 .5 m 200 .5 l S " + text("100"), before: "/MK<</BC[0]>>"),
        Case("thousands by a script", "/V(1234567.5)", text("1.234.567,50"), before: formats),
        Case("money in front by a script", "/V(-1000)", text("\\(EUR 1'000.00\\)"), before: formats),
        Case("a number of a person by a script", "/V(123456789)", text("123-45-6789"), before: formats),
        Case("telephone by a script", "/V(5551234567)", text("\\(555\\) 123-4567"), before: formats),
        Case("choice", "/V(b)", text("Beta"), before: "/FT/Ch/Ff 131072/Opt[[(a)(Alpha)][(b)(Beta)]]"),
        Case(
            "list",
            "/V(b)",
            ".6 .7 .8 rg 0 0 200 10 re f BT 0 g /Helv 8 Tf 2 12 Td (Alpha) Tj 0 -10 Td (Beta) Tj ET",
            before: "/FT/Ch/Opt[[(a)(Alpha)][(b)(Beta)]]"
        ),
        Case("another size", "/V(100)/DA(0 g /Helv 9 Tf)", text("100")),
        Case("border that is said to be usual", "/V(100)/BS<</W 1/S/S>>/Ff 0", text("100")),
        // By MuPDF, which sets all fields in a name that other programs know without the form.
        Case(
            "thin border in the colour of before",
            "/V(100)/BS<</W 1/S/S>>",
            "1 w 0 G .5 .5 199 19 re s " + text("100"),
            before: "/MK<</BC[0]>>/BS<</W 0/S/S>>"
        ),
        Case("another name of Helvetica", "/V(100)/DA(0 g /Helv 12 Tf)", text("100"), before: "/DA(/He 12 Tf 0 g)"),
        Case("rich text", "/V(100)/RV(<p>100</p>)", text("100")),
        Case(
            "white on black as before",
            "/V(100)",
            "0 g 0 0 200 20 re f BT 1 g /Helv 12 Tf 2 6 Td (100) Tj ET",
            before: "/MK<</BG[0]>>/DA(/Helv 12 Tf 1 g)"
        ),
    ]

    static func changes(_ test: Case, more: (SignedTestPDF) -> [Int: (String, String)] = { _ in [:] }) throws -> PDFChanges {
        var pdf = SignedTestPDF()
        try pdf.update([11: pdf.text(11, with: "\(test.before)/V()"), 21: "[11 0 R 13 0 R 16 0 R 17 0 R]"])
        try pdf.certify(level: 2)
        let resources = test.form.contains("Resources") ? "" : "/Resources<</Font<</Helv 61 0 R>>>>"
        let box = test.form.contains("BBox") ? "" : "/BBox[0 0 200 20]"
        let font = test.font == "8 0 R" ? "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>" : test.font
        var streams = more(pdf)
        streams[60] = ("/Type/XObject/Subtype/Form\(box)\(resources)\(test.form)", test.content)
        try pdf.update([11: pdf.text(11, with: "/AP<</N 60 0 R>>\(test.field)"), 61: font], streams: streams)
        return try pdf.changes()
    }

    @Test(arguments: wrong) func aFieldThatShowsElseThanItHoldsIsSuspicious(test: Case) throws {
        let changes = try Self.changes(test)
        #expect(changes.verdict == .suspicious, "\(changes.items)")
    }

    @Test(arguments: right) func aFieldThatShowsWhatItHoldsIsAllowed(test: Case) throws {
        let changes = try Self.changes(test)
        #expect(changes.verdict == .allowed, "\(changes.items)")
    }

    /// A field that lies over the text of its page.
    @Test(arguments: [
        ("1 g 0 0 200 20 re f", "", PDFChanges.Verdict.suspicious), ("1 g 0 0 200 20 re f", "1 g 0 0 200 20 re f", .allowed),
        ("", "", .allowed), ("1 G 9 w 0 4.5 m 200 4.5 l S 0 15.5 m 200 15.5 l S", "", .suspicious),
        ("1 G 90 w 0 0 m 200 0 l S", "", .suspicious),
        ("1 g 0 0 m 0 20 l 100 20 l 200 20 l 200 0 l 100 0 l f", "", .suspicious),
        ("BT /Helv 12 Tf 2 6 Td (x) Tj ET", "", .suspicious),
    ]) func aFieldMayNotHideItsPage(content: String, before: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update(
            [11: pdf.text(11, with: "/Rect[100 695 300 715]"), 21: "[11 0 R 13 0 R 16 0 R 17 0 R]"],
            streams: [12: (SignedTestPDF.form, before)]
        )
        try pdf.certify(level: 2)
        try pdf.update(
            [11: pdf.text(11, with: "/V(\(content.hasPrefix("BT") ? "x" : ""))/AP<</N 60 0 R>>")],
            streams: [60: (SignedTestPDF.form, content)]
        )
        #expect(try pdf.changes().verdict == verdict)
    }

    @Test(arguments: [
        ("/V/Yes/AS/Yes", PDFChanges.Verdict.allowed), ("/V/Yes/AS/Off", .suspicious), ("/V/Off/AS/Yes", .suspicious),
        ("/V/Yes", .suspicious),
        ("/V/Maybe/AS/Maybe", .suspicious), ("/V(Yes)/AS/Yes", .suspicious),
        ("/V/Yes/AS/Yes/AP<</N<</Yes 15 0 R/Off 14 0 R>>>>", .suspicious),
        ("/V/Off/AS/Off/AP<</N<</Yes 14 0 R/Off 14 0 R>>>>", .suspicious), ("/V/Yes/AS/Yes/AP<</N 14 0 R>>", .suspicious),
        ("/V/Yes/AS/Yes/AP<</N<</Yes 62 0 R/Off 15 0 R>>>>", .allowed), ("/V/Yes/AS/Yes/AP<</N<</Yes 63 0 R/Off 15 0 R>>>>", .suspicious),
        ("/Ff 65536/AP<</N 62 0 R>>", .forbidden),
    ]) func aButtonLooksLikeItsState(entries: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        let form = "/Type/XObject/Subtype/Form/BBox[0 0 20 20]"
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R]"], streams: [14: (form, "2 w 0 0 m 20 20 l S"), 15: (form, "")])
        try pdf.certify(level: 2)
        let dingbats = "\(form)/Resources<</Font<</ZaDb<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>>>"
        try pdf.update(
            [13: pdf.text(13, with: entries)],
            streams: [62: (dingbats, "BT /ZaDb 18 Tf 3 4 Td (4) Tj ET"), 63: (form, "0 0 20 20 re S")]
        )
        #expect(try pdf.changes().verdict == verdict)
    }

    @Test func aPushButtonIsNeverFilled() throws {
        var pdf = SignedTestPDF()
        try pdf.update([13: pdf.text(13, with: "/Ff 65536/AP<</N 15 0 R>>")])
        try pdf.certify(level: 2)
        try pdf.update([:], streams: [15: (SignedTestPDF.form, "1 g 0 0 200 20 re f")])
        #expect(try pdf.changes().verdict == .suspicious)
    }

    /// The buttons of a group: just the one shows that it is on that the field names.
    @Test(arguments: [
        ("/a", "/a", "/Off", PDFChanges.Verdict.allowed), ("/a", "/Off", "/b", .suspicious), ("/a", "/Off", "/Off", .suspicious),
        ("/a", "/a", "/b", .suspicious),
    ]) func radioButtonsShowTheirField(value: String, first: String, second: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        func widget(_ name: String, _ x: Int, _ state: String) -> String {
            "<</Type/Annot/Subtype/Widget/Parent 13 0 R/P 3 0 R/Rect[\(x) 450 \(x + 20) 470]/AS\(state)/AP<</N<</\(name) 14 0 R/Off 15 0 R>>>>>>"
        }
        try pdf.update([
            13: "<</FT/Btn/Ff 49152/T(agree)/V/Off/Kids[95 0 R 96 0 R]>>", 95: widget("a", 100, "/Off"), 96: widget("b", 130, "/Off"),
            21: "[11 0 R 95 0 R 96 0 R 16 0 R 17 0 R]",
        ])
        try pdf.certify(level: 2)
        var objects = [13: try pdf.text(13, with: "/V\(value)")]
        if first != "/Off" { objects[95] = widget("a", 100, first) }
        if second != "/Off" { objects[96] = widget("b", 130, second) }
        try pdf.update(objects)
        #expect(try pdf.changes().verdict == verdict)
    }

    /// Readers that draw fields by themselves take the form's fonts.
    @Test(arguments: [
        ("<</Type/Font/Subtype/Type1/BaseFont/Courier>>", PDFChanges.Verdict.none), (recoded("49/nine"), .suspicious),
        ("<</Type/Font/Subtype/Type1/BaseFont/Symbol>>", .suspicious), (pdfDoc, .none), ("<</Type/Font/Subtype/Type3>>", .suspicious),
    ]) func aFontOfTheFormIsPlain(font: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([
            10: pdf.text(10, with: "/NeedAppearances true"), 11: pdf.text(11, with: "/V(100)/DA(/F9 12 Tf 0 g)"),
        ])
        try pdf.certify(level: 2)
        try pdf.update([10: pdf.text(10, with: "/DR<</Font<</Helv 8 0 R/F9 80 0 R>>>>"), 80: font])
        #expect(try pdf.changes().verdict == verdict)
    }

    /// What a reader that sets a value by itself shows of it.
    @Test(arguments: [
        ("/V(1900)/DA(/Helv 12 Tf 0 g)", PDFChanges.Verdict.allowed), ("/V(1900)/DA(/Helv 60 Tf 0 g)", .suspicious),
        ("/V(1900)/DA(/Helv 0 Tf 0 g)", .allowed), ("/V(  1900  )", .allowed), ("/V(1          900)", .suspicious),
        ("/V(1\\n\\n900)", .suspicious), ("/V(1\\000\\000900)", .suspicious), ("/V(1\\177900)", .suspicious),
        ("/V(a value of many words that is too long by far for the field)", .suspicious),
    ]) func aValueThatReadersSetIsSeenWhole(entries: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([
            10: pdf.text(10, with: "/NeedAppearances true"),
            11: "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Tx/T(name)/Rect[100 500 300 520]/DA(/Helv 11 Tf 0 g)>>",
        ])
        try pdf.certify(level: 2)
        try pdf.update([11: pdf.text(11, with: entries)])
        #expect(try pdf.changes().verdict == verdict)
    }

    @Test(arguments: [("0 g", "8 0 R", PDFChanges.Verdict.allowed), ("1 g", "8 0 R", .suspicious), ("0 g", "80 0 R", .suspicious)])
    func aFieldThatReadersDrawIsJudgedByItsStyle(colour: String, font: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([
            10: pdf.text(10, with: "/NeedAppearances true/DR<</Font<</F9 \(font)>>>>"), 80: Self.recoded("49/nine"),
            11: "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Tx/T(name)/Rect[100 500 300 520]/DA(/F9 12 Tf \(colour))>>",
        ])
        try pdf.certify(level: 2)
        try pdf.update([11: pdf.text(11, with: "/V(100)")])
        #expect(try pdf.changes().verdict == verdict)
    }
}

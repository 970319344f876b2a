import Testing

@testable import ParaphPDF

/// What an update shows must read the same in every program: operators, operands, names and colours.
@Suite struct StrictContentTests {
    private typealias Case = FieldLookTests.Case

    private static func text(_ more: String, _ shown: String = "(100) Tj") -> String {
        "/Tx BMC q BT /Helv 12 Tf 0 g \(more) 2 6 Td \(shown) ET Q EMC"
    }

    static let wrong: [FieldLookTests.Case] = [
        Case("two fonts", "/V(100)", "BT /Helv 12 /Evil 12 Tf 2 6 Td (100) Tj ET"),
        Case("more numbers than a place has", "/V(100)", text("1 2")),
        Case("fewer numbers", "/V(100)", "BT /Helv 12 Tf 2 6 Td 9 Td (100) Tj ET"),
        Case("very many numbers", "/V(100)", text(String(repeating: "1 ", count: 60))),
        Case("a number behind a string", "/V(100)", "BT /Helv 12 Tf 2 6 Td (900) 0 Tj (100) Tj ET"),
        Case("a sign within a number", "/V(100)", "BT /Helv 12 Tf 2-900 6 Td (100) Tj ET"),
        Case("two points", "/V(100)", "BT /Helv 12 Tf 2.0.9 6 Td (100) Tj ET"),
        Case("a word in an array", "/V(100)", text("", "[(1) foo (00)] TJ")),
        Case("a name in an array", "/V(100)", text("", "[(1) /foo (00)] TJ")),
        Case("an unknown operator", "/V(100)", text("quux")),
        Case("a stray bracket", "/V(100)", text("", "(100) Tj ]")),
        Case("a stray parenthesis", "/V(100)", text("", "(100) Tj )")),
        Case("a string that is not closed", "/V(100)", text("", "(100) Tj (")),
        Case("a comment", "/V(100)", text("% 1 Tr \r\n")),
        Case("an operand at the end", "/V(100)", text("") + " 5"),
        Case("more taken back than kept", "/V(100)", "Q " + text("")),
        Case("kept and not taken back", "/V(100)", "q " + text("")),
        Case("text outside of text", "/V(100)", "/Helv 12 Tf 2 6 Td (100) Tj"),
        Case("a picture that is written in it", "/V()", "BI /W 1 /H 1 /BPC 8 /CS /G ID \u{7F} EI"),
        Case("a layer as another operand", "/V(100)", "/X /OC /M BDC " + text("") + " EMC"),
        Case("a list that is not there", "/V(100)", "/Span /M BDC " + text("") + " EMC"),
        Case("a form that is not there", "/V()", "/Fm Do"),
        Case("settings that are not there", "/V(100)", "/G0 gs " + text("")),
        Case("a font that is not there", "/V(100)", "BT /F9 12 Tf 2 6 Td (100) Tj ET"),
        Case("no resources", "/V(100)", text(""), form: "/Names[/Resources]"),
        Case("a form of no kind", "/V(100)", "/X Do", form: "/Resources<</Font<</Helv 8 0 R>>/XObject<</X 63 0 R>>>>"),
        Case("a form that is turned and back", "/V(100)", "/X Do", form: "/Resources<</XObject<</X 64 0 R>>>>"),
        Case(
            "colours by a curve",
            "/V(100)",
            "/C cs 0 sc " + text("").replacing("0 g", with: ""),
            form: "/Resources<</Font<</Helv 8 0 R>>/ColorSpace<</C[/CalGray<</WhitePoint[1 1 1]/Gamma 0.01>>]>>>>"
        ),
        Case(
            "grey by a curve",
            "/V(100)",
            text(""),
            form: "/Resources<</Font<</Helv 8 0 R>>/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[1 1 1]>>]>>>>"
        ),
        Case("a transfer curve", "/V(100)", "/G gs " + text(""), form: "/Resources<</Font<</Helv 8 0 R>>/ExtGState<</G<</TR 5 0 R>>>>>>"),
        Case("a box of five numbers", "/V(100)", text(""), form: "/BBox[0 0 200 20 5]"),
        Case("a matrix with a word", "/V(100)", text(""), form: "/Matrix[1 0 null 0 1 0 0]"),
        Case("another program's form", "/V(100)", text(""), form: "/PS 5 0 R"),
        Case(
            "letters by their numbers",
            "/V(9)",
            text("", "(9) Tj"),
            font: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[57/uni0039]>>>>"
        ),
    ]

    static let right: [FieldLookTests.Case] = [
        Case("Acrobat", "/V(100)", "/Tx BMC \nq\n1 1 198 18 re W n\nBT\n/Helv 12 Tf\n0 g\n2 5.706 Td\n12.6 TL\n(100) Tj\nET\nQ\nEMC\n"),
        Case(
            "hexadecimal, with a point in front",
            "/V(100)",
            "BT /Helv 12.0 Tf .0 g 1 0 0 1 2.5 +6 Tm <313030> Tj ET".replacing("+", with: "")
        ),
        Case("kerning", "/V(100)", "BT /Helv 12 Tf 1 0 0 1 2 5.88 Tm [(1)-10(00)] TJ ET"),
        Case("settings", "/V(100)", text("0 Tc 0 Tw 100 Tz 0 Ts 0 Tr 1 w [] 0 d 0 J 0 j 10 M")),
        Case("marked content", "/V(100)", "/Span <</MCID 0/Lang(de)>> BDC " + text("") + " EMC"),
        Case("a form within", "/V(100)", "q 1 0 0 1 0 0 cm /X Do Q", form: "/Resources<</XObject<</X 62 0 R>>>>"),
        Case(
            "usual settings",
            "/V(100)",
            "/G gs " + text(""),
            form:
                "/Resources<</Font<</Helv 8 0 R>>/ExtGState<</G<</Type/ExtGState/TR/Identity/OP false/op false/OPM 1/SA true/SM 0.02/ca 1/CA 1/BM/Normal/SMask/None/AIS false>>>>>>"
        ),
        Case("plain colours", "/V(100)", "/DeviceRGB cs 0 0 0 sc " + text("").replacing("0 g", with: "")),
    ]

    private func changes(_ test: FieldLookTests.Case) throws -> PDFChanges {
        try FieldLookTests.changes(test) { pdf in
            let form = "/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 8 0 R>>>>"
            return [
                62: (form, "BT /Helv 12 Tf 2 6 Td (100) Tj ET"),
                63: (form.replacing("/Subtype/Form", with: ""), "BT /Helv 12 Tf 2 6 Td (100) Tj ET"),
                64: (
                    form + "/Matrix[.7071 .7071 -.7071 .7071 0 0]", "q .7071 -.7071 .7071 .7071 0 0 cm BT /Helv 12 Tf 2 6 Td (100) Tj ET Q"
                ),
            ]
        }
    }

    @Test(arguments: wrong) func whatProgramsReadDifferentlyIsSuspicious(test: FieldLookTests.Case) throws {
        let changes = try changes(test)
        #expect(changes.verdict == .suspicious, "\(changes.items)")
    }

    @Test(arguments: right) func whatEveryProgramReadsIsAllowed(test: FieldLookTests.Case) throws {
        let changes = try changes(test)
        #expect(changes.verdict == .allowed, "\(changes.items)")
    }

    /// Marks and drawings beside text.
    @Test(arguments: [
        ("StrikeOut", "1 0 0 RG 1.5 w 100 705 m 200 705 l S", PDFChanges.Verdict.allowed),
        ("StrikeOut", "1 0 0 rg 100 704.5 100 1 0 690 400 60 re f", .suspicious),
        ("StrikeOut", "1 0 0 RG 200 1 w 100 705 m 200 705 l S", .suspicious),
        ("Underline", "1 0 0 RG 1 w 0 j 1000 M 100 701 m 150 701.1 l 100 701.2 l S", .suspicious),
        ("Underline", "1 0 0 RG 1 w 1 j 1000 M 100 701 m 150 701.1 l 100 701.2 l S", .allowed),
        ("Highlight", "/M gs 1 1 0 rg 100 698 110 14 re f", .allowed),
        ("Highlight", "/M gs /C cs 1 1 0 sc 100 698 110 14 re f", .suspicious),
    ]) func marksAreReadTheSame(kind: String, content: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
        try pdf.sign(16)
        let points = "/QuadPoints[100 712 210 712 100 698 210 698]/C[1 0 0]"
        let resources = "/Resources<</ExtGState<</M<</BM/Multiply>>>>/ColorSpace<</C[/CalRGB<</WhitePoint[1 1 1]>>]>>>>"
        try pdf.update(
            [
                70: "<</Type/Annot/Subtype/\(kind)/P 3 0 R/F 4/Rect[95 690 400 760]\(points)/AP<</N 71 0 R>>>>",
                21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 70 0 R]",
            ],
            streams: [71: ("/Type/XObject/Subtype/Form/BBox[95 690 400 760]\(resources)", content)]
        )
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    /// Some readers look for the meaning of plain colours in the resources of the page.
    @Test(arguments: [
        ("", PDFChanges.Verdict.allowed), ("/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[1 1 1]/Gamma 9>>]>>", .suspicious),
    ])
    func aPageDoesNotColourWhatItsFieldsShow(spaces: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([7: "<</Font<</F1 8 0 R>>\(spaces)>>", 21: "[11 0 R 13 0 R 16 0 R 17 0 R]"])
        try pdf.certify(level: 2)
        try pdf.update([11: pdf.text(11, with: "/V(100)/AP<</N 60 0 R>>")], streams: [60: (SignedTestPDF.form, Self.text(""))])
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    /// What a page draws by operators that programs read differently may stand anywhere.
    @Test(arguments: [("40 10 Td", PDFChanges.Verdict.allowed), ("1 1 40 10 Td", .suspicious)]) func aPageThatIsReadDifferentlyIsFullOfText(
        place: String,
        verdict: PDFChanges.Verdict
    ) throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R]"], streams: [5: ("", "BT /F1 12 Tf \(place) (I owe you 100 euros) Tj ET")])
        try pdf.sign(16)
        try pdf.update([
            70: "<</Type/Annot/Subtype/Square/P 3 0 R/F 4/Rect[300 600 330 630]/C[1 0 0]>>", 21: "[11 0 R 13 0 R 16 0 R 17 0 R 70 0 R]",
        ])
        #expect(try pdf.changes().verdict == verdict)
    }
}

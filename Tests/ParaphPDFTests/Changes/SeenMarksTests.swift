import Testing

@testable import ParaphPDF

/// What fonts say of their widths, and which small marks of a page or a button are missed by somebody.
@Suite struct SeenMarksTests {
    private static func font(_ widths: [Int]) -> String {
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 48/LastChar 57/Widths[\(widths.map { "\($0)" }.joined(separator: " "))]>>"
    }

    @Test(arguments: [
        ([Int](repeating: 556, count: 10), PDFChanges.Verdict.allowed), ([Int](repeating: -556, count: 10), .suspicious),
        ([Int](repeating: 400, count: 10), .suspicious), ([556, 556, 0, 0, 0, 0, 0, 0, 0, 0], .allowed),
    ])
    func digitsStandBesideOneAnother(widths: [Int], verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R]"])
        try pdf.certify(level: 2)
        try pdf.update(
            [11: pdf.text(11, with: "/V(100)/AP<</N 60 0 R>>"), 61: Self.font(widths)],
            streams: [
                60: (
                    "/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</Helv 61 0 R>>>>",
                    "BT /Helv 12 Tf 0 g 50 6 Td (100) Tj ET"
                )
            ]
        )
        #expect(try pdf.changes().verdict == verdict)
    }

    /// Each range of a font of two bytes costs what it says, however often it is said.
    @Test func rangesOfWidthsSpendTheBudget() throws {
        var pdf = TestPDF()
        pdf.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        pdf.add(2, "<</Type/Pages/Kids[]/Count 0>>")
        pdf.finish()
        var limits = PDFLimits()
        limits.steps = 1_000_000
        let file = try PDFFile(PDFBytes(pdf.bytes), limits: limits)
        let ranges = String(repeating: "0 69990 500 ", count: 1_000)
        let font = try #require(
            SignedTestPDF.object("<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[\(ranges)]>>]>>").dictionary
        )
        #expect(throws: PDFError(.tooMuchWork, "")) { _ = try ContentFont(font, in: file) { _ in nil } }
    }

    /// A note that lies over something small on the page.
    @Test(arguments: [
        // One line of a table, and the bars of a code.
        ("100 300 1.5 40 re f", PDFChanges.Verdict.allowed),
        ((0..<20).map { "\(100 + $0 * 3) 300 1.5 40 re f" }.joined(separator: " "), .suspicious),
        ((0..<20).map { "100 \(300 + $0 * 2) 60 1 re f" }.joined(separator: " "), .suspicious),
        ((0..<3).map { "100 \(300 + $0 * 15) 60 1 re f" }.joined(separator: " "), .allowed),
        // A dash that stands for no amount, and a line to write on.
        ("BT /F1 12 Tf 110 315 Td (-) Tj ET", .suspicious), ("BT /F1 12 Tf 110 315 Td (--------------) Tj ET", .allowed),
    ])
    func whatIsSmallIsMissed(content: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R]"], streams: [5: ("", content)])
        try pdf.sign(16)
        try pdf.update(
            [
                21: "[11 0 R 13 0 R 16 0 R 17 0 R 70 0 R]",
                70: "<</Type/Annot/Subtype/Square/P 3 0 R/F 4/Rect[95 295 170 345]/IC[1 1 1]/C[1 1 1]/AP<</N 71 0 R>>>>",
            ],
            streams: [71: ("/Type/XObject/Subtype/Form/BBox[95 295 170 345]", "1 g 95 295 75 50 re f")]
        )
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    @Test(arguments: [
        ("9 9 .2 .2 re f", PDFChanges.Verdict.suspicious), ("8 8 3 3 re f", .suspicious), ("6 6 8 8 re f", .allowed),
        ("2 w 4 4 m 16 16 l S 4 16 m 16 4 l S", .allowed),
    ])
    func aTickCanBeSeen(content: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        let form = "/Type/XObject/Subtype/Form/BBox[0 0 20 20]"
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R]"], streams: [14: (form, "2 w 0 0 m 20 20 l S"), 15: (form, "")])
        try pdf.certify(level: 2)
        try pdf.update([13: pdf.text(13, with: "/V/Yes/AS/Yes/AP<</N<</Yes 62 0 R/Off 15 0 R>>>>")], streams: [62: (form, content)])
        #expect(try pdf.changes().verdict == verdict)
    }
}

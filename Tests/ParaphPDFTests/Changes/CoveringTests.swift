import Testing

@testable import ParaphPDF

/// Annotations that come after a signature, on a page that says "I owe you 100 euros" at 100, 700: what may hide or change that, and what cannot.
@Suite struct CoveringTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var annotation: String
        /// The content of its appearance, object 81, and more entries of that.
        var content: String?
        var form: String
        var isWholeForm: Bool

        init(_ name: String, _ annotation: String, _ content: String? = nil, _ form: String = "") {
            (testDescription, self.annotation, self.content, self.form) = (name, annotation, content, form)
            isWholeForm = form.contains("BBox")
        }
    }

    private static let line = "[90 690 320 720]"
    private static let aside = "[300 300 400 340]"
    private static let words = "[100 697 210 710]"
    private static let quads = "/QuadPoints[100 710 210 710 100 697 210 697]"
    private static let multiply = "/Resources<</ExtGState<</G<</BM/Multiply>>>>>>"

    static let attacks: [Case] = [
        Case("white box over a part of a line", "/Subtype/Square/Rect[170 696 210 712]", "1 g 170 696 40 16 re f"),
        Case(
            "letters in a shape",
            "/Subtype/Square/Rect\(aside)",
            "BT /Helv 12 Tf 310 310 Td (900 euros) Tj ET",
            "/Resources<</Font<</Helv 8 0 R>>>>"
        ),
        Case("thick white stroke", "/Subtype/Ink/Rect\(line)", "1 1 1 RG 60 w 90 705 m 320 705 l S"),
        Case("black marker", "/Subtype/Highlight/Rect\(words)\(quads)", "/G gs 0 g 100 697 110 13 re f", multiply),
        Case("opaque marker", "/Subtype/Highlight/Rect\(words)\(quads)", "1 1 0 rg 100 697 110 13 re f"),
        Case(
            "marker of a group of its own",
            "/Subtype/Highlight/Rect\(words)\(quads)",
            "/G gs 1 1 0 rg 100 697 110 13 re f",
            "\(multiply)/Group<</S/Transparency/I true>>"
        ),
        Case(
            "marker twelve times",
            "/Subtype/Highlight/Rect\(words)\(quads)",
            String(repeating: "/G gs 1 .5 1 rg 100 697 110 13 re f ", count: 12),
            multiply
        ),
        Case(
            "half a marker, often",
            "/Subtype/Square/Rect\(words)",
            String(repeating: "/G gs 1 g 100 697 110 13 re f ", count: 12),
            "/Resources<</ExtGState<</G<</ca 0.4>>>>>>"
        ),
        Case(
            "opacity that comes back",
            "/Subtype/Square/Rect\(line)",
            "/G gs /H gs 1 g 90 690 230 30 re f",
            "/Resources<</ExtGState<</G<</ca 0.1>>/H<</ca 1>>>>>>"
        ),
        Case(
            "raised letters",
            "/Subtype/Highlight/Rect\(line)\(quads)",
            "1 g BT /Helv 40 Tf 90 Ts 90 610 Td (nnnnnn) Tj ET",
            "/Resources<</Font<</Helv 8 0 R>>>>"
        ),
        Case(
            "glyph of a drawn font",
            "/Subtype/Highlight/Rect\(line)\(quads)",
            "BT /T 40 Tf 90 690 Td (a) Tj ET",
            "/Resources<</Font<</T<</Subtype/Type3>>>>>>"
        ),
        Case("filled shape without an appearance", "/Subtype/Square/IC[1 1 1]/Rect\(line)"),
        Case("thick border without an appearance", "/Subtype/Square/BS<</W 30>>/C[1 1 1]/Rect\(line)"),
        Case("border that reaches out", "/Subtype/Square/BS<</W 60>>/C[1 1 1]/Rect[100 640 300 690]"),
        Case("empty appearance", "/Subtype/Square/IC[1 1 1]/Rect\(line)", " "),
        Case("black marker without an appearance", "/Subtype/Highlight/C[0 0 0]/Rect\(words)\(quads)"),
        Case("white line through words", "/Subtype/StrikeOut/C[1 1 1]/Rect\(words)\(quads)"),
        Case("strike through large words", "/Subtype/StrikeOut/C[0 0 0]/Rect\(line)/QuadPoints[100 780 210 780 100 630 210 630]"),
        Case(
            "a hundred strikes",
            "/Subtype/StrikeOut/C[0 0 0]/Rect\(words)/QuadPoints[\(String(repeating: "100 710 210 710 100 697 210 697 ", count: 100))]"
        ),
        Case("thick line that leaves its place", "/Subtype/Line/L[90 705 320 705]/BS<</W 40>>/C[1 1 1]/Rect[0 0 1 1]"),
        Case("ink that leaves its place", "/Subtype/Ink/InkList[[90 705 320 705]]/BS<</W 40>>/Rect[0 0 1 1]"),
        Case("border of a link", "/Subtype/Link/Border[0 0 60]/C[1 1 1]/Rect\(line)"),
        Case("appearance of a link", "/Subtype/Link/Border[0 0 0]/Rect\(line)", "1 g 90 690 230 30 re f"),
        Case(
            "a long word beside the page",
            "/Subtype/StrikeOut/Rect[0 500 1300 900]/QuadPoints[640 900 650 900 640 500 650 500]",
            "0 g -30 690 1350 45 re f"
        ),
        Case("strike that leaves its word", "/Subtype/StrikeOut/C[0 0 0]/Rect\(line)\(quads)", "0 g 90 703 130 1 re f"),
        Case(
            "dash before a word",
            "/Subtype/StrikeOut/Rect[80 697 210 710]/QuadPoints[80 710 210 710 80 697 210 697]",
            "0 g 84 703 8 1 re f"
        ),
        Case(
            "thick line under words",
            "/Subtype/Underline/Rect[100 690 210 714]/QuadPoints[100 714 210 714 100 690 210 690]",
            "0 g 100 692.5 110 6 re f"
        ),
        Case("words in turned order", "/Subtype/StrikeOut/C[0 0 0]/Rect\(words)/QuadPoints[100 710 100 697 210 710 210 697]"),
        Case("words underlined in turned order", "/Subtype/Underline/C[0 0 0]/Rect\(words)/QuadPoints[100 697 210 697 210 710 100 710]"),
        Case(
            "line beside words without an appearance",
            "/Subtype/StrikeOut/C[0 0 0]/Rect\(words)/QuadPoints[70 710 210 710 70 697 210 697]"
        ),
        Case("attachment of no size", "/Subtype/FileAttachment/Rect[150 706 150 706]/Contents(x)"),
        Case("attachment beside a text", "/Subtype/FileAttachment/Rect[190 715 191 716]/Contents(x)"),
        Case("a one by a marker", "/Subtype/Highlight/Rect\(words)\(quads)", "/G gs .5 g 164 699 1.5 9 re f", multiply),
        Case("a sign before the words by a marker", "/Subtype/Highlight/Rect\(line)\(quads)", "/G gs .5 g 92 699 7 9 re f", multiply),
        Case("a sign that touches the words by a marker", "/Subtype/Highlight/Rect\(line)\(quads)", "/G gs .5 g 94 699 8 9 re f", multiply),
        Case("marker of a short word", "/Subtype/Highlight/C[.5 .5 .5]/Rect[90 699 98 710]/QuadPoints[96 710 98 710 96 699 98 699]"),
        Case("point below words", "/Subtype/Underline/C[0 0 0]/Rect\(words)\(quads)", "0 g 166 700 1.2 1.2 re f"),
        Case("point that is no wave", "/Subtype/Squiggly/Rect\(words)\(quads)", "0 G .5 w 166 700 m 167 700 l S"),
        Case("shape of no height", "/Subtype/Square/Rect[90 704 320 704]"),
        Case("a note's sign over words", "/Subtype/Text/Rect[170 697 186 713]", "1 g 170 697 16 16 re f"),
        Case("a nought behind the number", "/Subtype/Ink/Rect[207 698 212 710]", "208 699 3 9 re S"),
        Case("place that nobody can tell", "/Subtype/Square/Rect[90 690 320]", "1 g 90 690 230 30 re f"),
        Case("place beyond all pages", "/Subtype/Square/IC[1 1 1]/Rect[-1e9 690 1e9 720]"),
        Case("sign that does not shrink", "/Subtype/Text/F 28/Rect[210 620 280 690]", "1 g 210 620 70 70 re f"),
        Case("layer", "/Subtype/Square/Rect\(aside)", "/OC /X BDC 300 300 100 40 re S EMC"),
        Case("shades", "/Subtype/Square/Rect\(aside)", "/S sh"),
        Case("inline picture", "/Subtype/Ink/Rect\(aside)", "q 100 0 0 40 300 300 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q"),
        Case("form without bounds", "/Subtype/Square/Rect\(aside)", "/X Do", "/BBox[0 0 0 0]"),
    ]

    static let harmless: [Case] = [
        Case("note", "/Subtype/Text/Rect\(line)/Contents(900)"),
        Case("answer to a note", "/Subtype/Text/IRT 18 0 R/Rect[400 700 420 720]/Contents(no)"),
        Case("attachment", "/Subtype/FileAttachment/Rect[40 700 47 717]/Contents(x)"),
        Case(
            "words marked one by one",
            "/Subtype/StrikeOut/C[1 0 0]/Rect\(words)/QuadPoints[100 710 150 710 100 697 150 697 155 710 210 710 155 697 210 697]",
            "1 0 0 RG 1 w 100 703 m 150 703 l S 155 703 m 210 703 l S"
        ),
        Case("note's sign beside the text", "/Subtype/Text/F 28/Rect[30 700 46 716]", "1 1 0 rg 30 700 16 16 re b"),
        Case("popup", "/Subtype/Popup/Rect\(line)/Open true"),
        Case("link", "/Subtype/Link/Border[0 0 0]/Rect\(line)/A<</S/URI/URI(https://example.org)>>"),
        Case("link of another style", "/Subtype/Link/BS<</W 0>>/Rect\(line)"),
        Case("marker", "/Subtype/Highlight/C[1 1 0]/Rect\(words)\(quads)", "/G gs 1 1 0 rg 100 697 110 13 re f", multiply),
        Case(
            "marker in a group",
            "/Subtype/Highlight/Rect\(words)\(quads)",
            "/G gs 1 .8 0 rg 100 697 110 13 re f",
            "\(multiply)/Group<</S/Transparency>>"
        ),
        Case(
            "marker that lets shine through",
            "/Subtype/Highlight/Rect\(words)\(quads)",
            "/G gs 1 1 0 rg 100 697 110 13 re f",
            "/Resources<</ExtGState<</G<</ca 0.4>>>>>>"
        ),
        Case(
            "marker beyond the end of a line",
            "/Subtype/Highlight/C[1 1 0]/Rect[100 697 260 710]/QuadPoints[100 710 260 710 100 697 260 697]"
        ),
        Case("marker without an appearance", "/Subtype/Highlight/C[1 1 0]/Rect\(words)\(quads)"),
        Case("line under words", "/Subtype/Underline/C[1 0 0]/Rect\(words)\(quads)", "1 0 0 RG 1 w 100 698 m 210 698 l S"),
        Case("line through words", "/Subtype/StrikeOut/C[1 0 0]/Rect\(words)\(quads)", "1 0 0 RG 1 w 100 703 m 210 703 l S"),
        Case("line under words without an appearance", "/Subtype/Underline/C[1 0 0]/Rect\(words)\(quads)"),
        Case("wave under words", "/Subtype/Squiggly/Rect\(words)\(quads)", "1 0 0 RG .5 w 100 697 m 102 699 l 104 697 l 106 699 l S"),
        Case("shape aside", "/Subtype/Square/IC[1 1 0]/Rect\(aside)", "1 1 0 rg 300 300 100 40 re B"),
        Case("shape aside without an appearance", "/Subtype/Circle/IC[1 1 0]/Rect\(aside)"),
        Case("ink aside", "/Subtype/Ink/InkList[[300 300 340 330 400 340]]/Rect\(aside)", "300 300 m 340 330 l 400 340 l S"),
        Case("hidden answer", "/Subtype/Text/F 30/IRT 18 0 R/Rect\(line)", "1 g 90 690 230 30 re f"),
    ]

    /// Browsers set each letter for itself; boxes of words are higher than narrow letters are wide many times over.
    @Test(arguments: [
        ("Underline", "1 w 100 701 m 132 701 l S", PDFChanges.Verdict.allowed), ("StrikeOut", "1 w 100 705 m 132 705 l S", .allowed),
        ("StrikeOut", "4 w 100 705 m 132 705 l S", .suspicious), ("Underline", "1 w 100 712 m 132 712 l S", .suspicious),
    ]) func wordsOfSingleLettersAreMarked(kind: String, content: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF()
        let letters =
            "BT /F1 12 Tf 100 700 Td (w) Tj 8.67 0 Td (i) Tj 2.67 0 Td (l) Tj 2.67 0 Td (l) Tj 2.67 0 Td (i) Tj 2.67 0 Td (n) Tj 6.67 0 Td (g) Tj ET"
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"], streams: [5: ("", letters)])
        try pdf.certify(level: 3)
        let quads = "/QuadPoints[100 714 132 714 100 697.5 132 697.5]"
        try pdf.update(
            [
                21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R]",
                80: "<</Type/Annot/P 3 0 R/F 4/Subtype/\(kind)/C[1 0 0]/Rect[99 696 133 715]\(quads)/AP<</N 81 0 R>>>>",
            ],
            streams: [81: ("/Type/XObject/Subtype/Form/BBox[99 696 133 715]", "1 0 0 RG " + content)]
        )
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    private func judge(_ test: Case, page: String = "", isDirect: Bool = false, level: Int? = 3) throws -> PDFChanges {
        var pdf = SignedTestPDF(page: page)
        // The stamp of the test document lies over the text; here it is to be seen.
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
        if let level { try pdf.certify(level: level) } else { try pdf.sign(16) }
        var (annotation, form) = ("/Type/Annot/P 3 0 R\(test.annotation)", test.form)
        if test.content != nil {
            annotation += "/AP<</N 81 0 R>>"
            // It is drawn where the page is: the box of the form is the place of the annotation.
            let place = try SignedTestPDF.object("<<\(annotation)>>").dictionary?["Rect"]?.array?.compactMap { $0.integer } ?? []
            let box = place.count == 4 ? place : [0, 0, 600, 800]
            if !test.isWholeForm { form += "/BBox[\(box[0]) \(box[1]) \(box[2]) \(box[3])]" }
        }
        return try append(pdf, annotation, test.content, form, isDirect)
    }

    private func append(_ pdf: SignedTestPDF, _ annotation: String, _ content: String?, _ form: String, _ isDirect: Bool) throws
        -> PDFChanges
    {
        var pdf = pdf
        let list = "11 0 R 13 0 R 16 0 R 17 0 R 18 0 R"
        var objects = [21: isDirect ? "[\(list) <<\(annotation)>>]" : "[\(list) 80 0 R]"]
        if !isDirect { objects[80] = "<<\(annotation)>>" }
        try pdf.update(objects, streams: content.map { [81: ("/Type/XObject/Subtype/Form\(form)", $0)] } ?? [:])
        return try pdf.changes()
    }

    @Test(arguments: attacks, [false, true]) func whatMayHideOrChangeTextIsSuspicious(attack: Case, isDirect: Bool) throws {
        let changes = try judge(attack, isDirect: isDirect)
        #expect(changes.verdict == .suspicious, "\(changes.items)")
    }

    @Test(arguments: harmless, [3, nil]) func whatHidesNothingIsAllowed(test: Case, level: Int?) throws {
        let changes = try judge(test, level: level)
        #expect(changes.verdict == .allowed, "\(changes.items)")
    }

    /// Flags that are no whole numbers, which some programs pass over, and some do not.
    @Test func whatIsHiddenSaysSo() throws {
        let square = "/Type/Annot/Subtype/Square/P 3 0 R/Rect\(Self.line)/IC[0]"
        for (flags, verdict) in [("2", PDFChanges.Verdict.allowed), ("2.0", .forbidden), ("90 0 R", .forbidden), ("4", .suspicious)] {
            var pdf = SignedTestPDF()
            try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
            try pdf.sign(16)
            var update = try RawUpdate(pdf)
            update.object(21, "21 0 obj\n[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R]\nendobj\n")
            update.object(80, "80 0 obj\n<<\(square)/F \(flags)>>\nendobj\n")
            if flags.contains("R") { update.object(90, "90 0 obj\n2.0\nendobj\n") }
            update.finish([("/Size 60", "/Size 100")])
            #expect(try update.verdict() == verdict)
            var removed = SignedTestPDF { pdf in
                pdf.add(40, "<<\(square)/F \(flags)>>")
                if flags.contains("R") { pdf.add(90, "2.0") }
            }
            try removed.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 40 0 R]"])
            try removed.sign(16)
            try removed.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
            #expect(try removed.changes().verdict == verdict)
        }
    }

    /// What does not turn with its page is turned around its corner, over what stands beside it.
    @Test(arguments: [
        ("/Rotate 180", 20, PDFChanges.Verdict.suspicious), ("/Rotate 90", 28, .suspicious), ("/Rotate 180", 4, .allowed),
        ("", 20, .allowed),
        ("/Rotate 0", 28, .allowed),
    ]) func whatDoesNotTurnLiesElsewhere(page: String, flags: Int, verdict: PDFChanges.Verdict) throws {
        let shape = Case("", "/Subtype/Square/F \(flags)/Rect[120 662 150 692]", "0 g 120 662 30 30 re f")
        #expect(try judge(shape, page: page).verdict == verdict)
    }

    /// Pages that are one picture, or drawn without letters, or that cannot be read.
    @Test(arguments: [
        ("/Im Do", "/XObject<</Im 70 0 R>>"), ("2 w 300 305 m 306 305 l 306 330 l 300 330 l S", ""), ("300 310 8 20 re f", ""),
        ("/S sh", "/Shading<</S 8 0 R>>"), ("BT /T 12 Tf 310 310 Td (a) Tj ET", "/Font<</T 71 0 R>>"),
        ("BT /F 12 Tf 250 310 Td <00410042004300440045> Tj ET", "/Font<</F<</Subtype/Type0/Encoding/X-H>>>>"), ("/X cm", ""),
        (String(repeating: "q ", count: 600), ""),
        ("BT /F1 12 Tf 50 310 Td [(Total) -22000 (100)] TJ ET", "/Font<</F1 8 0 R>>"),
    ]) func everythingOnAPageCounts(content: String, resources: String) throws {
        let shape = Case("", "/Subtype/Square/Rect\(Self.aside)", "1 g 300 300 100 40 re f")
        func changes(_ content: String) throws -> PDFChanges {
            var pdf = SignedTestPDF()
            let streams = [
                5: ("", content), 70: ("/Subtype/Image/Width 1/Height 1", "x"), 72: ("", "0 0 m 1 0 l 1 1 l f"),
            ]
            try pdf.update(
                [
                    3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[16 0 R]/Resources<<\(resources)>>>>",
                    71: "<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 72 0 R>>>>",
                ],
                streams: streams.mapValues { $0 }
            )
            try pdf.certify(level: 3)
            try pdf.update(
                [3: pdf.text(3, with: "/Annots[16 0 R 80 0 R]"), 80: "<</Type/Annot/P 3 0 R\(shape.annotation)/AP<</N 81 0 R>>>>"],
                streams: [81: ("/Type/XObject/Subtype/Form/BBox\(Self.aside)", shape.content ?? "")]
            )
            return try pdf.changes()
        }
        #expect(try changes(content == "/Im Do" ? "q 600 0 0 800 0 0 cm /Im Do Q" : content).verdict == .suspicious)
        // White paper, lines to write on and rules are nothing that is missed.
        #expect(
            try changes("1 g 0 0 600 800 re f 0 G 1 w 300 310 m 400 310 l S BT /F1 12 Tf 300 310 Td (......) Tj ET").verdict == .allowed
        )
    }

    @Test func oneAnnotationMayNotLieOverAnother() throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
        try pdf.certify(level: 3)
        let marker = "<</Type/Annot/Subtype/Highlight/P 3 0 R/C[1 .5 0]/Rect\(Self.words)\(Self.quads)>>"
        var (twice, listed, field) = (pdf, pdf, pdf)
        try twice.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R 81 0 R]", 80: marker, 81: marker])
        #expect(try twice.changes().verdict == .suspicious)
        try listed.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R 80 0 R]", 80: marker])
        #expect(try listed.changes().verdict == .suspicious)
        try field.update([
            21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R]", 80: "<</Type/Annot/Subtype/Square/IC[1 1 1]/P 3 0 R/Rect[110 495 200 525]>>",
        ])
        #expect(try field.changes().verdict == .suspicious)
    }

    /// One that lies on white of one page and over the text of another.
    @Test func allPagesThatShowAnAnnotationCount() throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]", 5: "null"], streams: [5: ("", "")])
        try pdf.certify(level: 3)
        let shape = "<</Type/Annot/Subtype/Square/IC[1 1 1]/P 3 0 R/Rect[90 690 320 720]>>"
        var one = pdf
        try one.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R]", 80: shape])
        #expect(try one.changes().verdict == .allowed)
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R]", 80: shape, 4: pdf.text(4, with: "/Annots[80 0 R]")])
        #expect(try pdf.changes().verdict == .suspicious)
    }

    /// An empty field of no size, which is signed over the whole page (SSA).
    @Test func aSignatureFieldStaysInItsPlace() throws {
        for (rectangle, verdict) in [
            ("[0 0 600 800]", PDFChanges.Verdict.suspicious), ("[100 100 200 150]", .allowed), ("[90 100 210 150]", .suspicious),
        ] {
            for level in [2, 3, nil] as [Int?] {
                var pdf = SignedTestPDF()
                if let level { try pdf.certify(level: level) } else { try pdf.sign(16) }
                try pdf.update(
                    [
                        17: pdf.text(17, with: "/Rect\(rectangle)/V 80 0 R/AP<</N 81 0 R>>"),
                        80: "<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>",
                    ],
                    streams: [81: ("/Type/XObject/Subtype/Form/BBox[0 0 100 50]", "0 0 100 50 re S")]
                )
                #expect(try pdf.changes().verdict == verdict)
            }
        }
    }

    /// A page that is a picture, signed by a first signer, and the look of a second signature on it.
    private func secondSignature(onScan content: String, resources: String = "") throws -> PDFChanges {
        var pdf = SignedTestPDF(page: "/Resources<</XObject<</Im 40 0 R>>>>") { pdf in
            pdf.add(5, dictionary: "", stream: Array("q 600 0 0 800 0 0 cm /Im Do Q".utf8))
            pdf.add(40, dictionary: "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", stream: [128])
            let form = "/Type/XObject/Subtype/Form/BBox[0 0 100 50]/Resources<<\(resources)>>"
            pdf.add(41, dictionary: form, stream: Array(content.utf8))
        }
        try pdf.sign(16)
        try pdf.sign(17, appearance: 41)
        return try pdf.changes()
    }

    @Test(arguments: ["0 0 .6 RG 2 w 5 5 m 95 45 l S", "0 0 .5 rg 5 5 m 50 45 l 52 45 l 7 5 l f", "BT /Helv 9 Tf 5 5 Td (Bea) Tj ET"])
    func aScannedPageIsSignedAsPaperIs(_ content: String) throws {
        let changes = try secondSignature(onScan: content, resources: "/Font<</Helv 8 0 R>>")
        #expect(changes.verdict == .allowed, "\(changes.items.map(\.detail))")
    }

    @Test(arguments: ["1 g 0 0 30 10 re f", ".9 G 30 w 0 20 m 90 20 l S", "q 100 0 0 50 0 0 cm /Im Do Q", "/G gs 0 g 0 0 30 10 re f"])
    func nothingOfAScannedPageIsHiddenByASignature(_ content: String) throws {
        let resources = "/XObject<</Im 40 0 R>>/ExtGState<</G<</BM/Screen>>>>"
        #expect(try secondSignature(onScan: content, resources: resources).verdict == .suspicious)
    }

    /// A click anywhere on a page leads to another site.
    @Test(arguments: [
        ("/Rect[0 0 600 800]/A<</S/URI/URI(http://other.example)>>", true), ("/Rect[0 0 600 800]/A<</S/GoTo/D[3 0 R/Fit]>>", false),
        ("/Rect[0 0 600 300]/A<</S/URI/URI(http://other.example)>>", false),
    ])
    func aLinkOverMostOfAPageIsToldOf(link: String, isToldOf: Bool) throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
        try pdf.sign(16)
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 80 0 R]", 80: "<</Type/Annot/Subtype/Link/P 3 0 R/Border[0 0 0]\(link)>>"])
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed && changes.isRemarkable == isToldOf, "\(changes.items)")
    }
}

import Testing

@testable import ParaphPDF

/// What the world's programs write when they sign what was signed before, which shows nothing else to anybody: each of these was once refused.
///
/// Beside each stands what could show something else, and still is.
@Suite struct HonestSignersTests {
    private static let list = "11 0 R 13 0 R 16 0 R 17 0 R 18 0 R"
    private static let widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
    private static let value = "<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>"

    /// Signed, with a stamp that does not lie over the text.
    private func signed(level: Int? = nil, _ build: () -> SignedTestPDF = { SignedTestPDF() }) throws -> SignedTestPDF {
        var pdf = build()
        try pdf.update([21: "[\(Self.list)]"])
        if let level { try pdf.certify(level: level) } else { try pdf.sign(16) }
        return pdf
    }

    // MARK: Keys that stand twice

    @Test(arguments: [
        ("<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/Type/Sig/Contents<00>/ByteRange[0 1 2 3]>>", true),
        ("<</Type/Sig/M(D:2026)/M(D:2027)/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>", true),
        ("<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/Contents<01>/ByteRange[0 1 2 3]>>", false),
        ("<</Type/Sig/SubFilter/adbe.pkcs7.detached/SubFilter/ETSI.RFC3161/Contents<00>/ByteRange[0 1 2 3]>>", false),
        ("<</Type/Sig/Reference 1/Reference 2/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>", false),
        ("<</Type/Sig/Prop_Build<</App 1/App 2>>/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>", false),
        ("<</Subtype/Form/Subtype/Image>>", false), ("<</A(a)/A(b)>>", false),
    ]) func whatASignatureSaysOfItselfMayStandTwice(object: String, isFine: Bool) throws {
        var update = try RawUpdate(signed())
        update.object(40, "40 0 obj\n\(object)\nendobj\n")
        update.finish()
        #expect(try update.verdict() == (isFine ? .none : .forbidden))
    }

    @Test(arguments: [("<</Title(a)/Title(b)>>", true), ("<</Title(a)/Trapped/True/Trapped/False>>", false)])
    func whatAFileSaysOfItselfMayStandTwice(object: String, isFine: Bool) throws {
        var update = try RawUpdate(signed())
        update.object(40, "40 0 obj\n\(object)\nendobj\n")
        update.finish([("/Root 1 0 R", "/Root 1 0 R/Info 40 0 R")])
        #expect(try update.verdict() == (isFine ? .allowed : .forbidden))
    }

    // MARK: Sections

    /// PDFBox writes a stream with the entries of the table that follows, and names it there.
    @Test(arguments: [
        ("", "", true), ("/Root 1 0 R", "/Root 2 0 R", false), ("/Root 1 0 R", "", false), ("/Prev ", "/Prev 9", false),
        ("[1 4 2]", "[1 4 3]", false),
        ("40 1", "41 1", false), ("/Size 60", "/Size 60/XRefStm 15", false),
    ]) func aSpareSectionSaysWhatTheSectionSays(from: String, to: String, isFine: Bool) throws {
        var update = try RawUpdate(signed())
        update.object(40, "40 0 obj\n1\nendobj\n")
        let keys = "/W[1 4 2]/Root 1 0 R/Size 60/Prev \(update.previous)".replacing(from, with: to)
        let index = from == "40 1" ? to : nil
        let place = update.section(41, keys: from.isEmpty || from == "40 1" ? nil : keys, index: index)
        update.note(41, at: place)
        update.finish()
        #expect(try update.verdict() == (isFine ? .none : .forbidden))
    }

    // MARK: The catalog and the tree of pages

    @Test func theCatalogMayBeWrittenAnewUnderAnotherNumber() throws {
        let (catalog, evil) = (
            "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R>>", "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/OpenAction 18 0 R>>"
        )
        var pdf = try signed()
        try pdf.update([80: catalog], trailer: "<</Root 80 0 R>>")
        #expect(try pdf.changes().verdict == .allowed)
        pdf = try signed()
        try pdf.update([80: evil], trailer: "<</Root 80 0 R>>")
        #expect(try pdf.changes().verdict == .forbidden)
        // One that waited since before.
        pdf = try signed { SignedTestPDF(unused: catalog) }
        try pdf.update([:], trailer: "<</Root 9 0 R>>")
        #expect(try pdf.changes().items.contains { $0.kind == .root && $0.verdict == .forbidden })
    }

    /// Written anew with the form in it, or with the form as an object of its own, the catalog leads to the same.
    @Test func theFormMayStandInTheCatalogOrForItself() throws {
        let fields = "/Fields[11 0 R 13 0 R 16 0 R 17 0 R]"
        let form = "<<\(fields)/SigFlags 1/DR<</Font<</Helv 8 0 R>>>>/DA(/Helv 0 Tf 0 g)>>"
        func catalog(_ form: String) -> String { "<</Type/Catalog/Pages 2 0 R/AcroForm \(form)>>" }
        for (before, objects, isFine) in [
            (catalog("10 0 R"), [1: catalog(form)], true), (catalog("10 0 R"), [1: catalog(form), 10: "null"], true),
            (catalog("10 0 R"), [1: catalog("80 0 R"), 80: form], true), (catalog(form), [1: catalog("80 0 R"), 80: form], true),
            (catalog(form), [1: catalog(form)], true), (catalog(form), [1: catalog("10 0 R")], true),
            (catalog("10 0 R"), [1: catalog(form.replacing(" 17 0 R", with: ""))], false),
            (catalog(form), [1: catalog("80 0 R"), 80: form.replacing(" 13 0 R", with: "")], false),
            (catalog(form), [1: catalog("80 0 R"), 80: form.replacing("SigFlags", with: "XFA")], false),
        ] {
            var pdf = SignedTestPDF()
            try pdf.update([1: before, 21: "[\(Self.list)]"])
            try pdf.sign(16)
            try pdf.update(objects)
            let changes = try pdf.changes()
            #expect((changes.verdict <= .allowed) == isFine, "\(before) \(objects): \(changes.items)")
        }
    }

    /// Each program writes the version that it needs; readers draw by none but those without transparency.
    @Test(arguments: [
        ("", "/Version/1.7", 7, true), ("/Version/1.7", "/Version/1.4", 4, true), ("/Version/1.7", "/Version/1.5", 6, true),
        ("/Version/1.7", "", 4, true), ("/Version/1.3", "/Version/1.3", 3, true), ("", "/Version/1.6", 3, true),
        ("/Version/1.7", "/Version/1.3", 3, true), ("/Version/1.4", "", 3, true), ("/Version/1.7", "/Version/1.2", 3, true),
        ("", "/Version/1.3", 3, true), ("/Version/1.7", "/Version/1.3", 4, true), ("", "/Version/1.0", 7, true),
        ("/Version/1.7", "/Version/1.3", 2, false), ("", "/Version/9.9", 4, false), ("", "/Version/0.9", 4, false),
        ("", "/Version/1.8", 4, false), ("", "/Version 1.7", 4, false),
        ("/Version/1.7", "/Version 18 0 R", 7, false),
    ]) func theVersionMayBeWhatAnotherProgramNeeds(before: String, after: String, header: Int, isFine: Bool) throws {
        var pdf = SignedTestPDF(catalog: before)
        pdf = SignedTestPDF(bytes: Array("%PDF-1.\(header)\n".utf8) + pdf.bytes.dropFirst(9))
        try pdf.update([21: "[\(Self.list)]"])
        try pdf.sign(16)
        try pdf.update([1: "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R\(after)/DSS<<>>>>"])
        #expect(try pdf.changes().verdict == (isFine ? .allowed : .suspicious))
    }

    /// What poppler adds to a file whose form stands in the catalog: a field in no form, seen nowhere.
    @Test(arguments: [
        ("", Self.value, PDFChanges.Verdict.allowed), ("/AP<</N 82 0 R>>/F 148", Self.value, .allowed),
        ("/Rect[0 0 9 9]/AP<</N 82 0 R>>", Self.value, .forbidden), ("/FT/Tx", Self.value, .forbidden),
        ("/A 18 0 R", Self.value, .forbidden),
        ("/T(name)", Self.value, .forbidden), ("/Parent 11 0 R", Self.value, .forbidden), ("/V(text)", Self.value, .forbidden),
        ("", "<</Type/Sig>>", .forbidden), ("/V 18 0 R", Self.value, .forbidden),
    ]) func aSignatureInNoFormThatIsSeenNowhereChangesNothing(more: String, value: String, verdict: PDFChanges.Verdict) throws {
        for level in [2, 1] {
            var pdf = try signed(level: level)
            let widget = try SignedTestPDF.object("<<\(Self.widget)/FT/Sig/T(new)/Rect[0 0 0 0]/V 83 0 R>>").dictionary
            var field = try #require(widget)
            for entry in try SignedTestPDF.object("<<\(more)>>").dictionary?.entries ?? [] { field[entry.key] = entry.value }
            var writer = ObjectWriter()
            try writer.write(.dictionary(field))
            try pdf.update(
                [21: "[\(Self.list) 81 0 R]", 81: String(decoding: writer.bytes, as: UTF8.self), 83: value],
                streams: [82: ("/Type/XObject/Subtype/Form/BBox[0 0 0 0]", "")]
            )
            let changes = try pdf.changes()
            #expect(changes.verdict == (level == 1 ? .forbidden : verdict), "\(more): \(changes.items)")
        }
    }

    /// It is one of the file's signatures all the same, with no name, and covers what it covers.
    @Test func aSignatureInNoFormIsOneOfTheFile() throws {
        var pdf = try signed()
        let page = "[\(Self.list) 81 0 R]"
        try pdf.update([21: page, 81: "<<\(Self.widget)/FT/Sig/T(new)/Rect[0 0 0 0]/V 83 0 R>>", 83: Self.value])
        let signatures = try PDFFile(PDFBytes(pdf.bytes)).signatures()
        #expect(signatures.map(\.field.name).sorted() == ["", "first"])
        let lone = try #require(signatures.first { $0.field.name.isEmpty })
        #expect(lone.coverage == .broken && lone.field.reference == PDFReference(81))
        // Another field's place is none, nor is what holds no signature.
        for more in ["/Parent 11 0 R/V 83 0 R", "/V 18 0 R", ""] {
            var other = try signed()
            try other.update([21: page, 81: "<<\(Self.widget)/FT/Sig/T(new)/Rect[0 0 0 0]\(more)>>", 83: Self.value])
            #expect(try PDFFile(PDFBytes(other.bytes)).signatures().count == 1)
        }
    }

    // MARK: What forms say without showing it

    /// iText names the page of a field or a place that named none.
    @Test(arguments: [
        (11, "/P 3 0 R", PDFChanges.Verdict.none), (17, "/P 3 0 R", .none), (16, "/P 3 0 R", .none), (11, "/P 4 0 R", .forbidden),
        (17, "/P 4 0 R", .forbidden), (16, "/P 20 0 R", .forbidden), (11, "/P 7 0 R", .forbidden), (17, "/P 3", .forbidden),
    ]) func aFieldMayNameThePageThatShowsIt(field: Int, entry: String, verdict: PDFChanges.Verdict) throws {
        func bare(_ pdf: SignedTestPDF) throws -> String {
            var dictionary = try pdf.object(field).dictionary ?? PDFDictionary()
            dictionary["P"] = nil
            var writer = ObjectWriter()
            try writer.write(.dictionary(dictionary))
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        var pdf = SignedTestPDF()
        try pdf.update([21: "[\(Self.list)]", field: bare(pdf)])
        try pdf.sign(16)
        try pdf.update([field: pdf.text(field, with: entry)])
        let changes = try pdf.changes()
        #expect(verdict == .forbidden ? changes.verdict == .forbidden : changes.verdict <= .allowed, "\(changes.items)")
        // What named a page keeps it.
        pdf = try signed()
        try pdf.update([field: pdf.text(field, with: "/P 4 0 R")])
        #expect(try pdf.changes().verdict == .forbidden)
    }

    /// iText notes the first option that is seen when it fills a list that folds away; of one that does not, it is seen.
    @Test(arguments: [
        (131_072, "/TI 1", true), (131_072, "/TI 1/I[1]/V(b)", true), (0, "/TI 1", false), (131_072, "/TI -1", false),
        (131_072, "/TI(a)", false),
    ]) func aListThatFoldsAwayMaySayWhereItBegins(flags: Int, entries: String, isFine: Bool) throws {
        let field =
            "<<\(Self.widget)/FT/Ch/Ff \(flags)/T(land)/Rect[300 300 400 320]/Opt[(a)(b)]/V(a)/DA(/Helv 12 Tf 0 g)/AP<</N 41 0 R>>>>"
        func look(_ text: String) -> String { "/Tx BMC BT /Helv 12 Tf 2 6 Td (\(text)) Tj ET EMC" }
        let form = SignedTestPDF.form.replacing("[0 0 200 20]", with: "[0 0 100 20]")
        var pdf = SignedTestPDF { pdf in
            pdf.add(40, field)
            pdf.add(41, dictionary: form, stream: Array(look("a").utf8))
        }
        try pdf.update([10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 40 0 R]"), 21: "[\(Self.list) 40 0 R]"])
        try pdf.sign(16)
        let isFilled = entries.contains("/V")
        try pdf.update([40: pdf.text(40, with: entries)], streams: isFilled ? [41: (form, look("b"))] : [:])
        let changes = try pdf.changes()
        #expect(changes.verdict == (isFine ? .allowed : .forbidden), "\(changes.items)")
    }

    /// pypdf leaves what the file says of itself out of the trailer, and what comes then writes that object again.
    @Test(arguments: [
        (9, "<</Title(other)/Trapped/False>>", PDFChanges.Verdict.allowed), (9, "<</Title[(other)]>>", .suspicious),
        (9, "[(a)]", .suspicious),
        (40, "<</Title(other)>>", .suspicious),
    ]) func whatTheFileSaidOfItselfMayComeAgain(number: Int, object: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF(unused: "<</Title(a)>>") { $0.add(40, "<</Title(b)>>") }
        try pdf.update([21: "[\(Self.list)]"], trailer: "<</Info 9 0 R>>")
        try pdf.sign(16)
        try pdf.update([11: pdf.text(11, with: "/M(D:2026)")], trailer: "<</Info null>>")
        try pdf.update([number: object])
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    /// Cross-reference streams that say what the file said of itself are trailers of before, and refer to it for ever.
    @Test(arguments: [
        ("/Info 9 0 R", "<</Title(other)>>", PDFChanges.Verdict.allowed), ("/Info 9 0 R", "<</Title[(other)]>>", .forbidden),
        ("/Info 9 0 R/Resources 9 0 R", "<</Title(other)>>", .forbidden), ("/Info 9 0 R/Encrypt[9 0 R]", "<</Title(other)>>", .forbidden),
    ]) func sectionsOfBeforeMayNameWhatTheFileSaidOfItself(keys: String, object: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF(unused: "<</Title(a)>>")
        try pdf.update(
            [21: "[\(Self.list)]"],
            streams: [50: ("/Type/XRef/W[1 4 2]/Index[0 0]/Size 60/Root 1 0 R\(keys)", "")],
            trailer: "<</Info 9 0 R>>"
        )
        try pdf.sign(16)
        try pdf.update([11: pdf.text(11, with: "/M(D:2026)")], trailer: "<</Info null>>")
        try pdf.update([9: object])
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    /// Poppler gives a page a list of annotations of its own, and whoever signs after validation data came writes that list anew.
    @Test func whatAnEarlierUpdateBroughtIsKnownToTheThird() throws {
        var pdf = try signed()
        try pdf.update([3: pdf.text(3, with: "/Annots 90 0 R"), 90: "[\(Self.list)]"])
        try pdf.update([1: pdf.text(1, with: "/DSS<</Certs[]>>")])
        let fields = "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 80 0 R]/SigFlags 3"
        try pdf.update([
            10: pdf.text(10, with: fields), 90: "[\(Self.list) 80 0 R]",
            80: "<<\(Self.widget)/FT/Sig/T(new)/Rect[0 0 0 0]/V 83 0 R>>", 83: Self.value,
        ])
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed, "\(changes.items)")
    }

    @Test func validationDataMayComeAndStay() throws {
        var pdf = try signed()
        try pdf.update([1: pdf.text(1, with: "/DSS<</Certs[]>>")])
        #expect(try pdf.changes().verdict == .allowed)
        try pdf.update([1: "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R>>"])
        #expect(try pdf.changes().verdict == .forbidden)
    }

    @Test(arguments: [("/ITXT(2.1.7)", true), ("/ITXT 18 0 R", false), ("/Rotate 90", false), ("/MediaBox[0 0 1 1]", false)])
    func theTreeOfPagesMaySayWhichProgramWroteIt(entry: String, isFine: Bool) throws {
        var pdf = try signed()
        try pdf.update([2: pdf.text(2, with: entry)])
        #expect(try pdf.changes().verdict == (isFine ? .allowed : .forbidden))
    }

    @Test(arguments: [
        ("/Tabs/S", PDFChanges.Verdict.allowed), ("/Tabs/R", .forbidden), ("/PieceInfo<</A<<>>>>", .allowed), ("/Rotate 90", .forbidden),
    ])
    func aPageMaySayInWhatOrderItsFieldsCome(entry: String, verdict: PDFChanges.Verdict) throws {
        var pdf = try signed(level: 2)
        try pdf.update([3: pdf.text(3, with: entry)])
        #expect(try pdf.changes().verdict == verdict)
    }

    // MARK: The form

    @Test func aFontThatNoFieldWaitsForIsNotSeen() throws {
        let embedded =
            "<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Evil/FontDescriptor<</Type/FontDescriptor/Flags 32/FontFile2 5 0 R>>>>"
        func verdict(_ name: String, build: () -> SignedTestPDF = { SignedTestPDF() }) throws -> PDFChanges.Verdict {
            var pdf = try signed(build)
            try pdf.update([10: pdf.text(10, with: "/DR<</Font<</Helv 8 0 R/\(name) 80 0 R>>>>"), 80: embedded])
            return try pdf.changes().verdict
        }
        #expect(try verdict("MyriadPro-Regular") == .allowed)
        // A field that named it while it was missing is set in it now.
        let waiting = "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Tx/T(x)/Rect[0 0 9 9]/DA(/Evil 12 Tf 0 g)>>"
        let build = { SignedTestPDF { $0.add(40, waiting) } }
        var pdf = build()
        try pdf.update([10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 40 0 R]"), 21: "[\(Self.list) 40 0 R]"])
        try pdf.sign(16)
        try pdf.update([10: pdf.text(10, with: "/DR<</Font<</Helv 8 0 R/Evil 80 0 R>>>>"), 80: embedded])
        #expect(try pdf.changes().verdict == .suspicious)
        // And what replaces a font is forbidden as ever.
        #expect(try verdict("Helv") == .forbidden)
    }

    /// MuPDF's notes have looks without resources, which readers look for in the form: what asks for no name cannot be set in a font that comes.
    @Test(arguments: [
        ("1 1 0 rg 0.5 0.5 15 15 re b", "", PDFChanges.Verdict.allowed), ("/Evil gs 0 0 9 9 re f", "", .suspicious),
        ("BT /Evil 9 Tf (x) Tj ET", "", .suspicious), ("BT /Ev#69l 9 Tf (x) Tj ET", "", .suspicious), ("0 0 9 9 re f foo", "", .suspicious),
        ("BT /F1 9 Tf (x) Tj ET", "", .allowed), ("/X Do", "", .suspicious), ("/Y Do", "", .allowed),
        ("0 0 9 9 re f", "/DA(/Evil 9 Tf)", .suspicious),
        ("0 0 9 9 re f", "/DA(/Helv 9 Tf)", .allowed),
    ]) func aLookWithoutResourcesThatAsksForNoFontStaysAsItIs(content: String, entries: String, verdict: PDFChanges.Verdict) throws {
        let embedded =
            "<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Evil/FontDescriptor<</Type/FontDescriptor/Flags 32/FontFile2 5 0 R>>>>"
        let form = "/Type/XObject/Subtype/Form/BBox[0 0 16 16]"
        var pdf = SignedTestPDF()
        let inner = content.contains("/Y") ? "0 0 1 1 re f" : content.contains("/X") ? "BT /Evil 9 Tf (x) Tj ET" : "n"
        try pdf.update(
            [
                7: "<</Font<</F1 8 0 R>>/XObject<</X 43 0 R/Y 43 0 R>>>>", 21: "[\(Self.list)]",
                18: "<</Type/Annot/Subtype/Text/P 3 0 R/Rect[400 700 420 720]\(entries)/AP<</N 42 0 R>>>>",
            ],
            streams: [42: (form, content), 43: (form, inner)]
        )
        try pdf.sign(16)
        try pdf.update([10: pdf.text(10, with: "/DR<</Font<</Helv 8 0 R/Evil 80 0 R>>>>"), 80: embedded])
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    @Test func whatAllFieldsInheritMayOnlyChangeWhereNoneDoes() throws {
        for (field, verdict) in [("", PDFChanges.Verdict.suspicious), ("/DA(/Helv 9 Tf 0 g)", .allowed)] {
            var pdf = SignedTestPDF()
            let box = try pdf.text(13, with: field.isEmpty ? "/A 1" : field)
            try pdf.update([13: box, 21: "[\(Self.list)]"])
            try pdf.sign(16)
            try pdf.update([10: pdf.text(10, with: "/DA(/Helv 0 Tf 1 g)")])
            #expect(try pdf.changes().verdict == verdict)
        }
    }

    @Test(arguments: [
        ("/Ff 1", PDFChanges.Verdict.allowed), ("/DA(/Helv 0 Tf 0 g)", .allowed), ("/TU(Sign here)", .allowed), ("/Ff 8", .forbidden),
        ("/DA 5", .forbidden),
        ("/FT/Tx", .forbidden),
    ]) func aFieldForASignatureMaySayWhatIsNotSeen(entry: String, verdict: PDFChanges.Verdict) throws {
        for field in [16, 17] {
            var pdf = try signed()
            try pdf.update([field: pdf.text(field, with: entry)])
            let found = try pdf.changes().verdict
            #expect(found == verdict || verdict == .allowed && found == .none, "\(field) \(found)")
        }
    }

    @Test(arguments: [("[0 0 0 0]", true), ("[100 690 200 720]", false), ("[0 0 0 5]", false)])
    func aFieldThatShowedNothingMayLoseItsPlace(place: String, isFine: Bool) throws {
        var pdf = try signed()
        try pdf.update([17: pdf.text(17, with: "/Rect\(place)/V 83 0 R"), 83: Self.value])
        #expect(try pdf.changes().verdict == (isFine ? .allowed : .suspicious))
    }

    /// pyHanko's places, listed in an object of their own and without the field above them.
    @Test(arguments: [
        ("/AP<</N 82 0 R>>", PDFChanges.Verdict.allowed), ("", .forbidden), ("/AP<</N 82 0 R>>/FT/Tx", .forbidden),
        ("/AP<</N 82 0 R>>/Parent 11 0 R", .forbidden),
        ("/AP<</N 82 0 R>>/MK<</BG[1]>>", .forbidden),
    ]) func aPlaceMayBeDetached(more: String, verdict: PDFChanges.Verdict) throws {
        var pdf = try signed()
        let objects = [
            10: try pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 80 0 R]/SigFlags 3"), 21: "[\(Self.list) 81 0 R]",
            80: "<</FT/Sig/T(new)/Kids 84 0 R/V 83 0 R>>", 81: "<<\(Self.widget)/Rect[300 300 400 340]\(more)>>", 83: Self.value,
            84: "[81 0 R]",
        ]
        try pdf.update(objects, streams: [82: ("/Type/XObject/Subtype/Form/BBox[0 0 100 40]", "0 0 m 9 9 l S")])
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }

    // MARK: Annotations and the structure

    @Test func whereAnnotationsMayBeRemovedOneThatHidNothingMay() throws {
        for (level, place, verdict) in [
            (3, "[300 300 400 340]", PDFChanges.Verdict.allowed), (3, "[90 690 320 720]", .suspicious),
            (2, "[300 300 400 340]", .forbidden),
        ] {
            var pdf = SignedTestPDF()
            try pdf.update([19: pdf.text(19, with: "/Rect\(place)")])
            try pdf.certify(level: level)
            try pdf.update([21: "[\(Self.list)]"])
            #expect(try pdf.changes().verdict == verdict)
        }
        // Nobody said that they may be removed.
        var pdf = SignedTestPDF()
        try pdf.update([19: pdf.text(19, with: "/Rect[300 300 400 340]")])
        try pdf.sign(16)
        try pdf.update([21: "[\(Self.list)]"])
        #expect(try pdf.changes().verdict == .suspicious)
    }

    private static let circle = "<</Type/Annot/Subtype/Circle/P 3 0 R/Rect[300 300 400 340]/C[1 0 0]/StructParent 7>>"

    @Test func linesMayLieAroundLines() throws {
        for (circle, verdict) in [
            ("/C[0 0 1]", PDFChanges.Verdict.allowed), ("/C[0 0 1]/IC[1 1 1]", .suspicious), ("/C[0 0 1]/Subtype/FreeText", .suspicious),
            ("/C[1 1 1]", .suspicious), ("/C[0 0 1]/BS<</W 30>>", .suspicious), ("/C[0 0 1]/Border[0 0 30]", .suspicious),
            ("", .suspicious),
        ] {
            var pdf = SignedTestPDF { $0.add(40, Self.circle) }
            try pdf.update([21: "[\(Self.list) 40 0 R]"])
            try pdf.certify(level: 3)
            let kind = circle.contains("Subtype") ? "" : "/Subtype/Circle"
            try pdf.update([21: "[\(Self.list) 40 0 R 80 0 R]", 80: "<</Type/Annot/P 3 0 R\(kind)/Rect[300 300 400 340]\(circle)>>"])
            #expect(try pdf.changes().verdict == verdict, "\(circle)")
        }
    }

    /// Elements of before may speak for annotations that are new, and what spoke for those that are gone goes with them.
    @Test(arguments: [
        ("[33 0 R<</Type/OBJR/Obj 18 0 R>>]", "[0 33 0 R 9 31 0 R]", PDFChanges.Verdict.allowed),
        ("[33 0 R<</Type/OBJR/Obj 40 0 R>><</Type/OBJR/Obj 18 0 R>>]", "[0 33 0 R 7 31 0 R 9 31 0 R]", .allowed),
        ("[33 0 R]", "[0 33 0 R]", .allowed), ("[33 0 R]", "[0 33 0 R 7 31 0 R]", .allowed), ("[]", "[0 33 0 R]", .forbidden),
        ("[33 0 R]", "[7 31 0 R]", .forbidden), ("[33 0 R]", "[0 31 0 R]", .forbidden), ("[33 0 R 0]", "[0 33 0 R]", .forbidden),
    ]) func theStructureFollowsTheAnnotations(kids: String, numbers: String, verdict: PDFChanges.Verdict) throws {
        var pdf = SignedTestPDF(isTagged: true) { $0.add(40, Self.circle) }
        try pdf.update([
            21: "[\(Self.list) 40 0 R]", 31: "<</Type/StructElem/S/Document/P 30 0 R/K[33 0 R<</Type/OBJR/Obj 40 0 R>>]>>",
            32: "<</Nums[0 33 0 R 7 31 0 R]>>",
        ])
        try pdf.certify(level: 3)
        try pdf.update([21: "[\(Self.list)]", 31: "<</Type/StructElem/S/Document/P 30 0 R/K\(kids)>>", 32: "<</Nums\(numbers)>>"])
        let changes = try pdf.changes()
        #expect(changes.verdict == verdict, "\(changes.items)")
    }
}

import Testing

@testable import ParaphPDF

/// Form and pages that are drawn with one dictionary of resources, as LibreOffice writes it: programs that sign add fonts and drawings to it.
///
/// Beside what they add, which nothing asks for, stands what could be seen, and stays refused.
@Suite struct SharedResourcesTests {
    private static let widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
    private static let form = "/Type/XObject/Subtype/Form/BBox[0 0 200 20]"
    private static let evil =
        "<</Type/Font/Subtype/TrueType/BaseFont/AAAAAA+Evil/FontDescriptor<</Type/FontDescriptor/Flags 32/FontFile2 5 0 R>>>>"
    private static let procedures = "/Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]"
    private static let shared = "<</Font<</F1 8 0 R/Helv 8 0 R>>>>"
    private static let grown = [7: "<</Font<</F1 8 0 R/Helv 8 0 R/Evil 80 0 R>>>>"]
    private static let shows = "BT /Evil 9 Tf (x) Tj ET"

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// What is signed.
        var objects: [Int: String] = [:]
        var streams: [Int: [String]] = [:]
        /// What comes later.
        var update = grown

        func verdict() throws -> PDFChanges.Verdict {
            var pdf = SignedTestPDF()
            var objects = objects
            objects[7] = objects[7] ?? shared
            objects[10] = try objects[10] ?? pdf.text(10, with: "/DR 7 0 R")
            objects[21] = objects[21] ?? "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"
            try pdf.update(objects, streams: streams.mapValues { ($0[0], $0[1]) })
            try pdf.sign(16)
            try pdf.update(update.merging([80: evil]) { one, _ in one })
            return try pdf.changes().verdict
        }
    }

    @Test(arguments: [
        Case(testDescription: "a font"),
        Case(testDescription: "a drawing", update: [7: "<</Font<</F1 8 0 R/Helv 8 0 R>>/XObject<</FRM 12 0 R>>>>"]),
        Case(
            testDescription: "fonts with a number of their own",
            objects: [7: "<</Font 41 0 R>>", 41: "<</F1 8 0 R/Helv 8 0 R>>"],
            update: [41: "<</F1 8 0 R/Helv 8 0 R/Evil 80 0 R>>"]
        ),
        Case(
            testDescription: "drawings that use the same dictionary",
            objects: [7: "<</Font<</F1 8 0 R/Helv 8 0 R>>/XObject<</X 42 0 R>>>>"],
            streams: [42: ["\(form)/Resources 7 0 R", "BT /F1 9 Tf (x) Tj ET"]],
            update: [7: "<</Font<</F1 8 0 R/Helv 8 0 R/Evil 80 0 R>>/XObject<</X 42 0 R>>>>"]
        ),
    ])
    func whatNothingAsksForIsNotSeen(_ one: Case) throws {
        #expect(try one.verdict() == .allowed)
    }

    @Test(arguments: [
        Case(testDescription: "the page asks for it", streams: [5: ["", "/Tx BMC \(shows) EMC"]]),
        Case(testDescription: "another page asks for it", streams: [6: ["", shows]]),
        Case(testDescription: "the page asks for it with an escape", streams: [5: ["", "BT /Ev#69l 9 Tf (x) Tj ET"]]),
        Case(testDescription: "the page asks for a drawing of the name", streams: [5: ["", "/Evil Do"]]),
        Case(testDescription: "a content with an unknown operator", streams: [5: ["", "BT /F1 9 Tf (x) Tj ET foo"]]),
        Case(testDescription: "a content with a picture in it", streams: [5: ["", "BI /W 1/H 1/BPC 8/CS/G ID x EI"]]),
        Case(testDescription: "a content of a filter that is not known", streams: [5: ["/Filter/Unknown", shows]]),
        Case(testDescription: "a content that is damaged", streams: [5: ["/Filter/FlateDecode", shows]]),
        Case(
            testDescription: "a content that lies in two parts",
            objects: [3: page(contents: "[5 0 R 42 0 R]")],
            streams: [
                5: ["", "BT /Evil"], 42: ["", "9 Tf (x) Tj ET"],
            ]
        ),
        Case(
            testDescription: "a drawing without resources of its own",
            objects: [7: "<</Font<</F1 8 0 R>>/XObject<</X 42 0 R>>>>"],
            streams: [42: [form, shows]],
            update: [7: "<</Font<</F1 8 0 R/Evil 80 0 R>>/XObject<</X 42 0 R>>>>"]
        ),
        Case(
            testDescription: "a drawing that lacks the name in its own resources",
            objects: [7: "<</Font<</F1 8 0 R>>/XObject<</X 42 0 R>>>>"],
            streams: [42: ["\(form)/Resources<<>>", shows]],
            update: [7: "<</Font<</F1 8 0 R/Evil 80 0 R>>/XObject<</X 42 0 R>>>>"]
        ),
        Case(
            testDescription: "a drawing of no kind",
            objects: [7: "<</Font<</F1 8 0 R>>/XObject<</X 42 0 R>>>>"],
            streams: [42: ["/BBox[0 0 9 9]", "n"]],
            update: [7: "<</Font<</F1 8 0 R/Evil 80 0 R>>/XObject<</X 42 0 R>>>>"]
        ),
        Case(
            testDescription: "a pattern",
            objects: [7: "<</Font<</F1 8 0 R>>/Pattern<</P 42 0 R>>>>"],
            streams: [42: ["/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources 7 0 R", shows]],
            update: [7: "<</Font<</F1 8 0 R/Evil 80 0 R>>/Pattern<</P 42 0 R>>>>"]
        ),
        Case(
            testDescription: "a font of procedures",
            objects: [
                7: "<</Font<</F1 8 0 R/T 41 0 R>>>>",
                41: "<<\(procedures)/CharProcs<</a 42 0 R>>/Encoding<</Differences[97/a]>>/Resources 7 0 R>>",
            ],
            streams: [42: ["", "9 0 d0 \(shows)"]],
            update: [7: "<</Font<</F1 8 0 R/T 41 0 R/Evil 80 0 R>>>>"]
        ),
        Case(
            testDescription: "a mask",
            objects: [7: "<</Font<</F1 8 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G 42 0 R>>>>>>>>"],
            streams: [42: [form, shows]],
            update: [7: "<</Font<</F1 8 0 R/Evil 80 0 R>>/ExtGState<</G<</SMask<</S/Alpha/G 42 0 R>>>>>>>>"]
        ),
        Case(
            testDescription: "an annotation without resources of its own",
            objects: [18: "<</Type/Annot/Subtype/Stamp/P 3 0 R/Rect[400 500 420 520]/AP<</N 42 0 R>>>>"],
            streams: [42: [form, shows]]
        ),
        Case(
            testDescription: "an annotation without an appearance",
            objects: [18: "<</Type/Annot/Subtype/FreeText/P 3 0 R/Rect[400 500 420 520]/Contents(x)/DA(/Evil 9 Tf)>>"]
        ),
        Case(
            testDescription: "a button's picture",
            objects: [13: "<<\(widget)/FT/Btn/Ff 65536/T(agree)/Rect[100 450 120 470]/MK<</I 42 0 R>>>>"],
            streams: [42: [form, shows]]
        ),
        Case(testDescription: "a font is replaced", update: [7: "<</Font<</F1 80 0 R/Helv 8 0 R>>>>"]),
        Case(testDescription: "a font is replaced beside one that is added", update: [7: "<</Font<</F1 80 0 R/Helv 8 0 R/Evil 80 0 R>>>>"]),
        Case(testDescription: "a font goes", update: [7: "<</Font<</Helv 8 0 R>>>>"]),
        Case(testDescription: "a space of colours", update: [7: "<</Font<</F1 8 0 R/Helv 8 0 R>>/ColorSpace<</DefaultGray/DeviceRGB>>>>"]),
        Case(testDescription: "settings", update: [7: "<</Font<</F1 8 0 R/Helv 8 0 R>>/ExtGState<</Evil<</ca 0>>>>>>"]),
        Case(testDescription: "a name that programs read differently", update: [7: "<</Font<</F1 8 0 R/Helv 8 0 R/Ev#23il 80 0 R>>>>"]),
        Case(
            testDescription: "fonts that are glyphs too",
            objects: [
                7: "<</Font 41 0 R>>", 41: "<</F1 8 0 R/Helv 8 0 R>>",
                43: "<<\(procedures)/CharProcs 41 0 R/Encoding<</Differences[97/Evil]>>>>",
                3: page("/Resources<</Font<</F1 8 0 R/T 43 0 R>>>>"),
            ],
            update: [41: "<</F1 8 0 R/Helv 8 0 R/Evil 80 0 R>>"]
        ),
        Case(
            testDescription: "fonts that are the states of an annotation too",
            objects: [
                7: "<</Font 41 0 R>>", 41: "<</F1 8 0 R/Helv 8 0 R>>",
                18: "<</Type/Annot/Subtype/Stamp/P 3 0 R/Rect[400 500 420 520]/AS/Evil/AP<</N 41 0 R>>>>",
            ],
            update: [41: "<</F1 8 0 R/Helv 8 0 R/Evil 12 0 R>>"]
        ),
        Case(
            testDescription: "resources that are settings too",
            objects: [7: "<</Font<</F1 8 0 R/Helv 8 0 R>>/ExtGState 7 0 R>>"],
            update: [7: "<</Font<</F1 8 0 R/Helv 8 0 R/ca 80 0 R>>/ExtGState 7 0 R>>"]
        ),
        Case(
            testDescription: "a page that no tree has",
            objects: [1: "<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/Spare 20 0 R>>", 20: other]
        ),
    ])
    func whatCouldBeSeenIsForbidden(_ one: Case) throws {
        #expect(try one.verdict() == .forbidden)
    }

    private static func page(contents: String = "5 0 R", _ more: String = "") -> String {
        "<</Type/Page/Parent 2 0 R/Contents \(contents)/Annots 21 0 R\(more)>>"
    }

    private static let other = "<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources 7 0 R>>"

    @Test func aKeyThatStandsTwiceInWhatWasSignedIsNotRead() throws {
        for (resources, verdict) in [
            ("<</Font<</F1 8 0 R>>>>", PDFChanges.Verdict.allowed), ("<</Font<</F1 8 0 R>>/Font<</F1 8 0 R/A 8 0 R>>>>", .forbidden),
        ] {
            var pdf = SignedTestPDF(page: "/Resources 9 0 R", unused: resources)
            try pdf.update([10: pdf.text(10, with: "/DR 9 0 R"), 21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"])
            try pdf.sign(16)
            var later = try pdf.object(9).dictionary ?? PDFDictionary()
            var fonts = later["Font"]?.dictionary ?? PDFDictionary()
            fonts["Evil"] = .reference(PDFReference(80))
            later["Font"] = .dictionary(fonts)
            var writer = ObjectWriter()
            try writer.write(.dictionary(later))
            try pdf.update([9: String(decoding: writer.bytes, as: UTF8.self), 80: Self.evil])
            #expect(try pdf.changes().verdict == verdict)
        }
    }

    @Test func contentThatLiesInItselfEnds() throws {
        var streams: [Int: [String]] = [:]
        for number in 100..<400 { streams[number] = ["\(Self.form)/Resources<</XObject<</X \(number + 1) 0 R>>>>", "/X Do"] }
        streams[400] = ["\(Self.form)/Resources<</XObject<</X 100 0 R>>>>", "/X Do"]
        let names = "<</Font<</F1 8 0 R/Helv 8 0 R>>/XObject<</X 100 0 R>>>>"
        let update = [7: "<</Font<</F1 8 0 R/Helv 8 0 R/Evil 80 0 R>>/XObject<</X 100 0 R>>>>"]
        let deep = Case(testDescription: "", objects: [7: names], streams: streams, update: update)
        #expect(try deep.verdict() == .forbidden)
    }
}

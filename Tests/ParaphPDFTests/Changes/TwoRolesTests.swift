import Testing

@testable import ParaphPDF

/// Files that were prepared before they were signed: what may change is also what a page is drawn with ("shadow replacement").
@Suite struct TwoRolesTests {
    /// An object with two roles, and the change that only one of them allows.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var catalog = ""
        /// What the page is drawn with, where the object has its second role.
        var drawn: String
        var page = ""
        var isTagged = false
        /// Objects of the signed file, beside a stream that is 42.
        var objects: [Int: String] = [:]
        /// What the update writes anew: entries that are added to objects, and whole objects.
        var entries: [Int: String] = [:]
        var written: [Int: String] = [:]
        var replacesStream = false
        var level = 1

        func changes(isDrawn: Bool) throws -> PDFChanges {
            let resources = isDrawn ? "/Resources<</Font<</F1 8 0 R>>\(drawn)>>" : ""
            var pdf = SignedTestPDF(catalog: catalog, page: page + resources, isTagged: isTagged) { pdf in
                for (number, text) in objects.sorted(by: { $0.key < $1.key }) { pdf.add(number, text) }
                pdf.add(42, dictionary: "", stream: Array("signed".utf8))
            }
            try pdf.certify(level: level)
            var update = written
            for (number, text) in entries { update[number] = try pdf.text(number, with: text) }
            try pdf.update(update, streams: replacesStream ? [42: ("", "forged")] : [:])
            return try pdf.changes()
        }
    }

    static let cases: [Case] = [
        Case(
            testDescription: "validation data, and a drawing",
            catalog: "/DSS 41 0 R",
            drawn: "/XObject 40 0 R",
            objects: [40: "<</X 42 0 R>>", 41: "<</Certs[42 0 R]>>"],
            replacesStream: true
        ),
        Case(
            testDescription: "validation data, and a dictionary of drawings",
            catalog: "/DSS<</VRI 41 0 R>>",
            drawn: "/XObject 41 0 R",
            objects: [41: "<</ABC<</Cert[42 0 R]>>>>"],
            replacesStream: true
        ),
        Case(
            testDescription: "a list of extensions, and a drawing",
            catalog: "/Extensions 41 0 R",
            drawn: "/XObject 41 0 R",
            objects: [41: "<</X 42 0 R>>"],
            replacesStream: true
        ),
        Case(
            testDescription: "the catalog, whose metadata are drawn",
            catalog: "/Metadata 42 0 R",
            drawn: "/XObject 1 0 R",
            replacesStream: true
        ),
        Case(
            testDescription: "the catalog, which is written anew",
            catalog: "/Metadata 42 0 R",
            drawn: "/XObject 1 0 R",
            entries: [1: "/Metadata 43 0 R"]
        ),
        Case(testDescription: "the page", drawn: "/XObject 3 0 R", entries: [3: "/LastModified(D:2026)"]),
        Case(testDescription: "the form", drawn: "/ExtGState 10 0 R", entries: [10: "/NeedAppearances false"], level: 2),
        Case(testDescription: "a field", drawn: "/Font 11 0 R", entries: [11: "/M(D:2026)"], level: 2),
        Case(
            testDescription: "a part of the structure",
            drawn: "/XObject 31 0 R",
            isTagged: true,
            entries: [30: "/ParentTreeNextKey 2", 31: "/K[33 0 R 71 0 R]"],
            written: [
                21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R 70 0 R]", 32: "<</Nums[0 33 0 R 1 71 0 R]>>",
                70: "<</Type/Annot/Subtype/Link/P 3 0 R/Rect[100 300 200 320]/StructParent 1>>",
                71: "<</Type/StructElem/S/Link/P 31 0 R/K<</Type/OBJR/Obj 70 0 R>>>>",
            ],
            level: 3
        ),
    ]

    @Test(arguments: cases) func whatAPageIsDrawnWithIsNothingElse(_ item: Case) throws {
        #expect(try item.changes(isDrawn: true).verdict == .forbidden)
        let allowed = try item.changes(isDrawn: false)
        #expect(allowed.verdict <= .allowed, "\(allowed.items.map(\.detail))")
    }

    @Test(arguments: ["/K 0/ActualText(900 euros)", "/K[0]", "/K<</Type/MCR/MCID 0/Pg 3 0 R>>", "/K 33 0 R"])
    func nothingNewSpeaksForWhatAPageShows(_ kids: String) throws {
        var pdf = SignedTestPDF(isTagged: true)
        try pdf.certify(level: 3)
        try pdf.update([
            21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R 70 0 R]", 31: pdf.text(31, with: "/K[33 0 R 71 0 R]"),
            70: "<</Type/Annot/Subtype/Text/P 3 0 R/Rect[400 300 420 320]>>", 71: "<</Type/StructElem/S/P/P 31 0 R\(kids)>>",
        ])
        let changes = try pdf.changes()
        #expect(changes.items.contains { $0.kind == .structure && $0.verdict == .forbidden }, "\(changes.items.map(\.detail))")
    }

    @Test(arguments: ["42 0 R", "<</X 42 0 R>>"]) func aListOfAnnotationsIsOne(_ list: String) throws {
        var pdf = SignedTestPDF { $0.add(42, dictionary: "", stream: []) }
        try pdf.certify(level: 3)
        try pdf.update([3: pdf.text(3, with: "/Annots \(list)")])
        #expect(try pdf.changes().verdict == .forbidden)
    }
}

import Testing

@testable import ParaphPDF

/// What pages inherit, written onto them or taken back by programs that sign or fill in: the same for each page is no change, whatever stands where.
///
/// Beside that stands what gives a page something else, or something else to some readers, and stays refused.
@Suite struct InheritedTests {
    private static let kids = "/Type/Pages/Kids[3 0 R 4 0 R]/Count 2"
    private static let first = "/Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R"
    private static let second = "/Type/Page/Parent 2 0 R/Contents 6 0 R"
    private static let box = "/MediaBox[0 0 600 800]"
    private static let both = "/MediaBox[0 0 600 800]/Resources 7 0 R"
    /// The pages lie one level deeper, with what the root says.
    private static let deep = [
        2: "<</Type/Pages/Kids[90 0 R]/Count 2\(both)/Rotate 90>>", 90: "<<\(kids)/Parent 2 0 R>>",
        3: "<<\(first.replacing("Parent 2", with: "Parent 90"))>>", 4: "<<\(second.replacing("Parent 2", with: "Parent 90"))>>",
    ]
    private static let owned = [2: "<<\(kids)>>", 3: "<<\(first)\(both)>>", 4: "<<\(second)\(both)>>"]

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// What is signed, instead of pages that inherit a box and resources from their only node.
        var signed: [Int: String] = [:]
        /// What comes later.
        var update: [Int: String]

        init(_ description: String, signed: [Int: String] = [:], _ update: [Int: String]) {
            testDescription = description
            (self.signed, self.update) = (signed, update)
        }

        func changes() throws -> PDFChanges {
            var pdf = SignedTestPDF()
            try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"].merging(signed) { $1 })
            try pdf.sign(16)
            try pdf.update(update)
            return try pdf.changes()
        }
    }

    @Test(arguments: [
        Case("onto the page", [3: "<<\(first)\(both)>>"]), Case("onto both pages", [3: "<<\(first)\(both)>>", 4: "<<\(second)\(both)>>"]),
        Case("in other numbers", [3: "<<\(first)/MediaBox[0.0 0 600.0 800]>>"]),
        Case("as an object", [3: "<<\(first)/MediaBox 80 0 R>>", 80: "[0 0 600 800]"]),
        Case("as a copy", [3: "<<\(first)/Resources<</Font<</F1 8 0 R>>>>>>"]),
        Case("as a copy with a number", [3: "<<\(first)/Resources 80 0 R>>", 80: "<</Font<</F1 8 0 R>>>>"]),
        Case("what counts where nothing is said", [3: "<<\(first)/Rotate 0/CropBox[0 0 600 800]>>"]),
        Case("from the node onto its pages", owned),
        Case(
            "from the pages into their node",
            signed: owned,
            [
                2: "<<\(kids)\(both)>>", 3: "<<\(first)>>", 4: "<<\(second)>>",
            ]
        ),
        Case("a value that pages have themselves", signed: owned, [2: "<<\(kids)/MediaBox[0 0 1 1]/Rotate 0>>"]),
        Case("from far above", signed: deep, [3: "<<\(first.replacing("Parent 2", with: "Parent 90"))\(both)/Rotate 90>>"]),
        Case("a level down", signed: deep, [2: "<</Type/Pages/Kids[90 0 R]/Count 2>>", 90: "<<\(kids)/Parent 2 0 R\(both)/Rotate 90>>"]),
        Case(
            "a level down and onto a page",
            signed: deep,
            [
                2: "<</Type/Pages/Kids[90 0 R]/Count 2/ITXT(5.5)>>", 90: "<<\(kids)/Parent 2 0 R\(both)/Rotate 90>>",
                3: "<<\(first.replacing("Parent 2", with: "Parent 90"))\(both)/Rotate 90>>",
            ]
        ),
        Case("by other digits", [3: "<<\(first)/MediaBox[0 0 600.0004 800]>>"]),

    ]) func whereAnEntryStandsMeansNothing(_ one: Case) throws {
        let changes = try one.changes()
        #expect(changes.verdict <= .allowed, "\(changes.items)")
    }

    @Test(arguments: [
        Case("another box", [3: "<<\(first)/MediaBox[0 0 600 400]>>"]), Case("a box to crop", [3: "<<\(first)/CropBox[0 0 600 400]>>"]),
        Case("a turn", [3: "<<\(first)/Rotate 90>>"]), Case("no resources", [3: "<<\(first)/Resources<<>>>>"]),
        Case("other resources", [3: "<<\(first)/Resources<</Font<</F1 80 0 R>>>>>>", 80: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>"]),
        Case("resources that change at once", [3: "<<\(first)/Resources 7 0 R>>", 7: "<</Font<<>>>>"]),
        Case(
            "a copy of what changes at once",
            [
                3: "<<\(first)/Resources<</Font<</F1 8 0 R>>>>>>", 8: "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>",
            ]
        ),
        Case("nothing by a reference", [3: "<<\(first)/MediaBox 80 0 R>>"]),
        Case(
            "another value beneath a page that still inherits",
            [2: "<<\(kids)/MediaBox[0 0 600 400]/Resources 7 0 R>>", 3: "<<\(first)\(box)>>"]
        ),
        Case("no value beneath a page that still inherits", [2: "<<\(kids)/Resources 7 0 R>>", 3: "<<\(first)\(box)>>"]),
        Case("another value halfway", signed: deep, [90: "<<\(kids)/Parent 2 0 R/MediaBox[0 0 600 400]>>"]),
        Case(
            "its own value goes, and another is inherited",
            signed: owned,
            [
                2: "<<\(kids)/MediaBox[0 0 600 400]/Resources 7 0 R>>", 3: "<<\(first)>>",
            ]
        ),
        Case(
            "a page moves below another node",
            [
                2: "<</Type/Pages/Kids[90 0 R 4 0 R]/Count 2\(both)>>", 90: "<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1/Rotate 180>>",
                3: "<<\(first.replacing("Parent 2", with: "Parent 90"))>>",
            ]
        ),
        Case(
            "a page names another node",
            [
                90: "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 400]/Resources 7 0 R>>",
                3: "<<\(first.replacing("Parent 2", with: "Parent 90"))>>",
            ]
        ),
        // Readers find what is inherited on the way down, or by the page's word for the way up.
        Case(
            "a page that named another node before",
            signed: [
                2: "<<\(kids)\(both)>>", 90: "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 400]/Resources 7 0 R>>",
                3: "<<\(first.replacing("Parent 2", with: "Parent 90"))\(box)>>",
            ],
            [3: "<<\(first.replacing("Parent 2", with: "Parent 90"))>>"]
        ),
        Case(
            "a node that is a font too",
            signed: [
                2: "<<\(kids)\(both)/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 12 0 R>>>>",
                7: "<</Font<</F1 8 0 R/T 2 0 R>>>>",
            ],
            [
                2: "<<\(kids)\(box)/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 12 0 R>>>>",
                3: "<<\(first)\(both)>>", 4: "<<\(second)\(both)>>",
            ]
        ),
        Case("something else in the node", [2: "<<\(kids)\(both)/Contents 6 0 R>>", 3: "<<\(first)\(box)>>"]),
    ]) func whatAPageHasIsWhatItHad(_ one: Case) throws {
        let changes = try one.changes()
        #expect(changes.verdict == .forbidden, "\(changes.items)")
    }

    /// Some programs take no turn but a whole number.
    @Test(arguments: [("90.0", false), ("90", true)]) func aTurnIsAWholeNumber(turn: String, isFine: Bool) throws {
        var pdf = SignedTestPDF()
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R]"].merging(Self.deep) { $1 })
        try pdf.sign(16)
        var update = try RawUpdate(pdf)
        update.object(3, "3 0 obj\n<<\(Self.first.replacing("Parent 2", with: "Parent 90"))/Rotate \(turn)>>\nendobj\n")
        update.finish([("/Size 60", "/Size 92")])
        let changes = try update.pdf.changes()
        #expect(isFine ? changes.verdict <= .allowed : changes.verdict == .forbidden, "\(changes.items)")
    }

    /// A page that is listed below two nodes inherits two values.
    @Test func aPageThatStandsTwiceHasTheSameInBothPlaces() throws {
        let twice = "<</Type/Pages/Kids[3 0 R 90 0 R]/Count 2\(Self.both)>>"
        let node = "<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1/Rotate 90>>"
        let changes = try Case("twice", signed: [2: twice, 90: node], [3: "<<\(Self.first)/Rotate 0>>"]).changes()
        #expect(changes.verdict == .forbidden, "\(changes.items)")
    }
}

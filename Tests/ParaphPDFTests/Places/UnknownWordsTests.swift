import Testing

@testable import ParaphPDF

/// Places that are told by how lines, cells and names stand, where the words beside them are in no list.
@Suite struct UnknownWordsTests {
    private static let before = Sheet.paragraphs(from: 790, to: 620)

    /// Signs where it is proposed as often as there are places, each on its own; with none, a free place behind the text is proposed.
    private func check(_ content: String, _ places: [PDFRectangle]) throws {
        var file = Sheet(Self.before + content).bytes
        for (turn, wanted) in places.enumerated() {
            let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
            let place = proposal.placement.rectangle
            let common = place.common(with: wanted)
            #expect(
                proposal.isOnLine && (common?.width ?? 0) > 0.6 * place.width && (common?.height ?? 0) > 0.6 * place.height,
                "\(turn): \(place)"
            )
            file = try Sheet.sign(file, at: proposal.placement)
        }
        if places.isEmpty {
            let proposal = try Sheet.places(file).proposal(width: 170, height: 60)
            #expect(proposal.map { !$0.isOnLine } ?? true, "\(String(describing: proposal))")
        } else {
            let changes = try Sheet.changes(file)
            #expect(changes.verdict <= .allowed && !changes.isRemarkable, "\(changes.items)")
        }
    }

    private static func over(_ left: Double, _ line: Double, _ width: Double) -> PDFRectangle {
        PDFRectangle(left - 8, line - 14, left + width + 8, line + 70)
    }

    @Test(arguments: [("Fait à", ", le"), ("Done at", "on"), ("Составлено в", ", в")]) func aPlaceAndADateAreNotSigned(
        words: (String, String)
    ) throws {
        let blank = String(repeating: "_", count: 12)
        let content =
            Sheet.text(words.0, at: 60, 500) + Sheet.text(blank, at: 140, 500) + Sheet.text(words.1, at: 216, 500)
            + Sheet.text(blank, at: 250, 500)
        let table =
            [60.0, 290, 520].map { "\($0) 380 m \($0) 494 l S\n" }.joined() + [380.0, 472, 494].map { Sheet.rule(60, $0, 460) }.joined()
        let heads = Sheet.text("Le mandant", at: 70, 479, size: 10) + Sheet.text("Le mandataire", at: 300, 479, size: 10)
        try check(content + table + heads, [PDFRectangle(60, 380, 290, 472), PDFRectangle(290, 380, 520, 472)])
    }

    /// The line beside the one of a party is another's; so is one that stands over it.
    @Test func whatIsLikeAPartysLineIsAnothers() throws {
        let beside = Sheet.rule(60, 480, 180) + Sheet.text("Member", at: 60, 468, size: 8) + Sheet.rule(320, 480, 180)
        try check(beside + Sheet.text("Fit House Ltd", at: 320, 468, size: 8), [Self.over(60, 480, 180), Self.over(320, 480, 180)])
        let lines = [("Codicil by", 500.0), ("First witness", 440), ("Second witness", 380)]
        let stacked = lines.map { Sheet.text($0, at: 60, $1) + Sheet.rule(150, $1, 200) }.joined()
        try check(stacked, lines.map { Self.over(150, $0.1, 200) })
    }

    @Test(arguments: [("L’occupant", "La commune"), ("North berth", "South berth"), ("Застройщик", "Дольщик")]) func linesInPairsAreSigned(
        names: (String, String)
    ) throws {
        let lines = Sheet.rule(60, 440, 160) + Sheet.rule(320, 440, 160)
        try check(
            Sheet.text(names.0, at: 60, 500) + Sheet.text(names.1, at: 320, 500) + lines,
            [Self.over(60, 440, 160), Self.over(320, 440, 160)]
        )
    }

    /// A name behind a line, or below it, is of who signs there.
    @Test func aLineWithANameIsSigned() throws {
        let date = Sheet.text("\u{AB}__\u{BB} ______ 2026 г.", at: 60, 480)
        let line = String(repeating: "_", count: 15)
        try check(date + Sheet.text(line, at: 320, 480) + Sheet.text("/Котов С. Л./", at: 424, 480), [Self.over(300, 480, 120)])
        try check(Sheet.rule(60, 480, 180) + Sheet.text("Margaret Lyle", at: 60, 466, size: 9), [Self.over(60, 480, 180)])
    }

    /// As browsers paint them: each dot for itself.
    @Test func dotsThatAreDrawnAreALine() throws {
        func dots(_ left: Double) -> String { (0..<90).map { "\(left + 2 * Double($0)) 480 1 1 re f\n" }.joined() }
        let words = Sheet.text("Chair", at: 60, 466, size: 10) + Sheet.text("Secretary", at: 320, 466, size: 10)
        try check(dots(60) + dots(320) + words, [Self.over(60, 480, 180), Self.over(320, 480, 180)])
    }

    /// The cell in front names it, however wide it is, and whatever stands behind.
    @Test func aCellIsNamedByTheOneInFront() throws {
        let sides = [60.0, 260, 440, 520].map { "\($0) 380 m \($0) 500 l S\n" }.joined()
        let words = [("Driver", 480.0), ("Goods received by", 420)].map {
            Sheet.text($0, at: 64, $1, size: 10) + Sheet.text("Time:", at: 444, $1, size: 10)
        }
        let table = sides + [380.0, 440, 500].map { Sheet.rule(60, $0, 460) }.joined() + words.joined()
        try check(table, [PDFRectangle(260, 440, 440, 500), PDFRectangle(260, 380, 440, 440)])
    }

    /// Lines and cells for something else have short words beside them too.
    @Test func blanksOfFormsAreNotSigned() throws {
        let lines = [("Высота", 500.0), ("Ширина", 460), ("Answer", 420)].map { Sheet.text($0, at: 60, $1) + Sheet.rule(150, $1, 200) }
        try check(lines.joined(), [])
        let sides = [60.0, 260, 520].map { "\($0) 380 m \($0) 500 l S\n" }.joined()
        let words = [("Variété", 480.0), ("Semis", 420)].map { Sheet.text($0, at: 64, $1, size: 10) }
        try check(sides + [380.0, 440, 500].map { Sheet.rule(60, $0, 460) }.joined() + words.joined(), [])
    }

    /// Enclosures and a position stand below the name, or it stands at the right margin.
    @Test func aLetterIsSignedOverItsName() throws {
        let letter = Sheet.paragraphs(from: 790, to: 700) + Sheet.text("Yours sincerely,", at: 60, 670)
        let ends = [
            (
                Sheet.text("Daniel Abara", at: 60, 600) + Sheet.text("Head of Lettings", at: 60, 586)
                    + Sheet.text("Encl: schedule of repairs", at: 60, 530, size: 8), 60.0
            ),
            (Sheet.text("Claire Morvan", at: 490, 600), 400),
        ]
        for (end, left) in ends {
            let place = try #require(try Sheet.places(Sheet(letter + end).bytes).proposal(width: 170, height: 60)).placement.rectangle
            #expect(place.bottom > 605 && place.top < 672 && place.left >= left && place.height > 36, "\(place)")
        }
    }
}

import Testing

@testable import ParaphPDF

/// Boxes with drawn edges in which people sign, as forms have them.
@Suite struct DrawnBoxesTests {
    /// How a box is drawn: as one rectangle, as four lines, as lines that go on beyond it, or filled and outlined.
    enum Drawing: CaseIterable {
        case rectangle, lines, grid, filled

        func content(_ box: PDFRectangle) -> String {
            let (left, bottom, right, top) = (box.left, box.bottom, box.right, box.top)
            switch self {
            case .rectangle: return "0 G .7 w \(left) \(bottom) \(box.width) \(box.height) re S\n"
            case .filled: return "0 G .96 g .7 w \(left) \(bottom) \(box.width) \(box.height) re B 0 g\n"
            case .lines:
                return Sheet.rule(left, bottom, box.width) + Sheet.rule(left, top, box.width)
                    + [left, right].map { "\($0) \(bottom) m \($0) \(top) l S\n" }.joined()
            case .grid:
                // A table of two columns, of which the left one is narrow, and of three rows.
                return [bottom - 30, bottom, top, top + 30].map { Sheet.rule(left - 120, $0, box.width + 120) }.joined()
                    + [left - 120, left, right].map { "\($0) \(bottom - 30) m \($0) \(top + 30) l S\n" }.joined()
            }
        }
    }

    /// Where the label stands.
    enum Label: CaseIterable {
        case inside, lowInside, above, below, left, none

        func content(_ words: String, _ box: PDFRectangle) -> String {
            switch self {
            case .inside: Sheet.text(words, at: box.left + 4, box.top - 12, size: 9)
            case .lowInside: Sheet.text(words, at: box.left + 4, box.bottom + 4, size: 7)
            case .above: Sheet.text(words, at: box.left + 2, box.top + 6, size: 10)
            case .below: Sheet.text(words, at: box.left + 2, box.bottom - 14, size: 10)
            case .left: Sheet.text(words, at: box.left - 90, box.bottom + box.height / 2 - 4, size: 9)
            case .none: ""
            }
        }
    }

    private static let sizes = [(595.0, 842.0, 0), (842, 595, 0), (842, 595, 90), (595, 842, 270)]

    private func proposal(_ drawing: Drawing, _ content: String, _ box: PDFRectangle, _ size: (Double, Double, Int)) throws
        -> SignaturePlaces.Proposal?
    {
        let page = Sheet.paragraphs(from: size.1 - 50, to: 400, left: 40) + drawing.content(box) + content
        let places = try Sheet.places(Sheet(page, width: size.0, height: size.1, rotation: size.2).bytes)
        return try places.proposal(width: 170, height: 60)
    }

    @Test(arguments: Drawing.allCases, Label.allCases) func aBoxIsSignedInsideAboveItsLowerEdge(drawing: Drawing, label: Label) throws {
        for size in Self.sizes {
            for height in [40.0, 60, 90, 140] {
                for words in ["Signature", "Подпись арендатора", "Tenant"] {
                    let box = PDFRectangle(180, 200, 400, 200 + height)
                    let found = try proposal(drawing, label.content(words, box), box, size)
                    let proposal = try #require(found)
                    if label == .none {
                        #expect(!proposal.isOnLine)
                        continue
                    }
                    // Below a grid are cells of the grid.
                    if drawing == .grid, label == .below { continue }
                    let place = proposal.placement.rectangle
                    #expect(proposal.isOnLine, "\(drawing) \(label) \(height) \(size) \(words)")
                    #expect(
                        place.left > box.left && place.right < box.right && place.bottom > box.bottom && place.top < box.top,
                        "\(drawing) \(label) \(height) \(size) \(words): \(place)"
                    )
                    #expect(place.height >= 24 && place.width >= 48, "\(place)")
                    let room = box.height - (label == .inside || label == .lowInside ? 18 : 4)
                    #expect(place.height > 0.75 * min(60, room), "\(drawing) \(label) \(height): \(place)")
                }
            }
        }
    }

    /// In a low box there is no room for a hand; in a table the text is the heading of the cell below it.
    @Test(arguments: [Drawing.rectangle, .lines, .filled]) func nothingIsProposedInABoxThatIsTooLow(drawing: Drawing) throws {
        for size in Self.sizes {
            let box = PDFRectangle(180, 200, 400, 226)
            let content = Sheet.text("Signature of the tenant", at: 184, 215, size: 9)
            let proposal = try #require(try proposal(drawing, content, box, size))
            #expect(!proposal.isOnLine && proposal.placement.rectangle.height >= 24, "\(proposal)")
        }
    }

    @Test func boxesForSomethingElseAreNotProposed() throws {
        for drawing in Drawing.allCases {
            for label in Label.allCases where label != .none {
                for words in ["Date", "Name", "Date of signature", "Адрес", "Montant"] {
                    let box = PDFRectangle(180, 200, 400, 260)
                    let proposal = try #require(try proposal(drawing, label.content(words, box), box, Self.sizes[0]))
                    #expect(!proposal.isOnLine, "\(drawing) \(label) \(words)")
                }
            }
        }
    }

    /// A cell that names what the one beside it or below it is for, and boxes of two people.
    @Test func theEmptyCellIsMeantAndNotItsHeading() throws {
        func rows(_ places: [Double]) -> String { places.map { Sheet.rule(60, $0, 400) }.joined() }
        func columns(_ places: [Double], _ bottom: Double, _ top: Double) -> String {
            places.map { "\($0) \(bottom) m \($0) \(top) l S\n" }.joined()
        }
        let beside =
            rows([200, 250]) + columns([60, 180, 300, 380, 460], 200, 250) + Sheet.text("Signature", at: 64, 220)
            + Sheet.text("Date", at: 304, 220)
        let below =
            rows([200, 260, 284]) + columns([60, 190, 320, 460], 200, 284) + Sheet.text("Name", at: 64, 268)
            + Sheet.text("Date", at: 194, 268) + Sheet.text("Signature", at: 324, 268)
        for (content, wanted) in [(beside, PDFRectangle(180, 200, 300, 250)), (below, PDFRectangle(320, 200, 460, 260))] {
            let page = Sheet.paragraphs(from: 780, to: 400) + content
            let proposal = try #require(try Sheet.places(Sheet(page).bytes).proposal(width: 170, height: 60))
            #expect(proposal.isOnLine && wanted.common(with: proposal.placement.rectangle) == proposal.placement.rectangle, "\(proposal)")
        }
    }

    /// Two people sign in two boxes one after the other, and a third one elsewhere; nobody is remarked on.
    @Test(arguments: Drawing.allCases) func eachSignsInTheirOwnBox(drawing: Drawing) throws {
        let boxes = [PDFRectangle(180, 260, 400, 330), PDFRectangle(180, 120, 400, 190)]
        let content = zip(boxes, ["Landlord's signature", "Tenant's signature"]).map { box, words in
            drawing.content(box) + Sheet.text(words, at: box.left + 4, box.top - 11, size: 8)
        }
        var file = Sheet(Sheet.paragraphs(from: 790, to: 420) + content.joined()).bytes
        for turn in 0..<3 {
            let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
            #expect(proposal.isOnLine == (turn < 2))
            if turn < 2 { #expect(boxes[turn].common(with: proposal.placement.rectangle) == proposal.placement.rectangle) }
            file = try Sheet.sign(file, at: proposal.placement)
        }
        let changes = try Sheet.changes(file)
        #expect(changes.verdict == .allowed && !changes.isRemarkable, "\(changes.items)")
    }

    /// A line in a box is what is signed on.
    @Test(arguments: Drawing.allCases) func aLineInABoxComesFirst(drawing: Drawing) throws {
        let box = PDFRectangle(180, 200, 460, 300)
        let lines = Sheet.text("Signature:", at: 190, 230, size: 9) + Sheet.rule(250, 228, 180)
        let proposal = try #require(try proposal(drawing, lines, box, Self.sizes[0]))
        let place = proposal.placement.rectangle
        #expect(proposal.isOnLine && place.left > 240 && place.bottom < 232 && place.top > 250, "\(place)")
    }
}

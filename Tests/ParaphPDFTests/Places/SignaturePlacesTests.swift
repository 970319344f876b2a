import RandomTestSupport
import Testing

@testable import ParaphPDF

/// Where signatures go: nobody who signs where the app says is ever remarked on, and what the app says of a place is what the next reader is told.
@Suite struct SignaturePlacesTests {
    private let look = PDFSignatureAppearance(ink: Sheet.ink)
    private let usual = PDFRectangle(0, 0, 170, 60)

    private static let lease =
        Sheet.paragraphs(from: 760, to: 300) + Sheet.text("Landlord: ____________________", at: 60, 240)
        + Sheet.text("Tenant: ____________________", at: 60, 200)

    @Test func twoPeopleSignTheLinesOfALeaseOneAfterTheOther() throws {
        var file = Sheet(Self.lease).bytes
        var heights: [Double] = []
        for _ in 0..<2 {
            let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
            #expect(proposal.isOnLine)
            #expect(try Sheet.places(file).judge(look, at: proposal.placement) == .free)
            heights.append(proposal.placement.rectangle.bottom)
            file = try Sheet.sign(file, at: proposal.placement)
        }
        #expect((228...242).contains(heights[0]) && (188...202).contains(heights[1]), "\(heights)")
        let changes = try Sheet.changes(file)
        #expect(changes.verdict == .allowed && !changes.isRemarkable, "\(changes.items)")
        // A third one finds no line.
        let third = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
        #expect(!third.isOnLine)
        file = try Sheet.sign(file, at: third.placement)
        #expect(try !Sheet.changes(file).isRemarkable)
    }

    @Test func everyLineThatIsFreeIsOffered() throws {
        var file = Sheet(Self.lease).bytes
        let both = try Sheet.places(file).proposals(width: 170, height: 60)
        try #require(both.map(\.isOnLine) == [true, true])
        let bottoms = both.map(\.placement.rectangle.bottom)
        #expect((228...242).contains(bottoms[0]) && (188...202).contains(bottoms[1]), "\(bottoms)")
        // The tenant signs first, where it is offered, and the landlord's line is left.
        file = try Sheet.sign(file, at: both[1].placement)
        let left = try Sheet.places(file).proposals(width: 170, height: 60)
        #expect(left.map { (228...250).contains($0.placement.rectangle.bottom) } == [true], "\(left)")
        // A line for a signature is meant more than one of a party, labels side by side are both offered, and paper once.
        let named = Sheet(Self.lease + Sheet.text("Signature: ____________________", at: 60, 120)).bytes
        #expect(try Sheet.places(named).proposals(width: 170, height: 60).count == 1)
        let labels = Sheet(Sheet.paragraphs(from: 760, to: 300) + Sheet.text("Landlord", at: 60, 240) + Sheet.text("Tenant", at: 320, 240))
            .bytes
        #expect(try Sheet.places(labels).proposals(width: 170, height: 60).map { $0.placement.rectangle.left > 300 } == [false, true])
        let letter = try Sheet.places(Sheet(Sheet.paragraphs(from: 760, to: 300)).bytes).proposals(width: 170, height: 60)
        #expect(letter.map(\.isOnLine) == [false])
    }

    /// Lines near one another, captions under their left ends, boxes and cells: three people sign, and the first one again.
    @Test(arguments: [24.0, 32, 40, 48, 50, 53, 57, 60]) func whoSignsWhereItIsProposedMeetsNobody(gap: Double) throws {
        let parties = ["Landlord", "Арендатор", "Caution"]
        var sheets: [String: String] = [:]
        for (index, party) in parties.enumerated() {
            let y = 360 - gap * Double(index)
            sheets["rule", default: ""] += Sheet.text("\(party):", at: 60, y) + Sheet.rule(160, y, 220)
            sheets["underscores", default: ""] +=
                Sheet.text("\(party):", at: 60, y) + Sheet.text(String(repeating: "_", count: 34), at: 160, y)
            sheets["caption", default: ""] += Sheet.rule(60, y, 420) + Sheet.text("(signature)", at: 62, y - 9, size: 8)
            sheets["box", default: ""] += Sheet.text("\(party):", at: 60, y + 8) + "0 G .7 w 150 \(y) 220 \(gap - 2) re S\n"
        }
        for (name, lines) in sheets {
            var file = Sheet(Sheet.paragraphs(from: 780, to: 440) + lines).bytes
            var places: [PDFRectangle] = []
            for turn in 0..<4 {
                let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
                #expect(proposal.isOnLine == (turn < 3), "\(name), \(turn)")
                let box = proposal.placement.rectangle
                #expect(
                    !places.contains { $0.common(with: box).map { $0.width > 0.5 && $0.height > 0.5 } ?? false },
                    "\(name): \(places) \(box)"
                )
                #expect(turn > 2 || box.width > 110, "\(name): \(box)")
                places.append(box)
                file = try Sheet.sign(file, at: proposal.placement)
            }
            let history = try PDFHistory(PDFFile(PDFBytes(file)))
            for signature in history.signatures {
                let changes = try history.changes(since: signature)
                #expect(changes.verdict <= .allowed && !changes.isRemarkable, "\(name): \(changes.items)")
            }
        }
    }

    @Test func whoeverPressesTheMiddleGetsAnotherPlaceThanTheOneBefore() throws {
        var file = Sheet(Self.lease).bytes
        var seen: [PDFRectangle] = []
        let middle = PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))
        for _ in 0..<4 {
            let place = try #require(try Sheet.places(file).free(near: middle))
            #expect(!seen.contains { PageContent.touches($0, place.rectangle) }, "\(seen)")
            seen.append(place.rectangle)
            file = try Sheet.sign(file, at: place)
            let changes = try Sheet.changes(file)
            #expect(changes.verdict <= .allowed && !changes.isRemarkable, "\(changes.items)")
        }
        let empty = try #require(try Sheet.places(Sheet("").bytes).free(near: middle)).rectangle
        #expect(abs(empty.left - 212) < 3 && abs(empty.bottom - 391) < 3, "an empty middle is not taken")
    }

    /// What is said before is what the reader of the first signature is told after: over pages of all kinds, with and without a photo.
    @Test func theGroundIsJudgedAsItWillBe() throws {
        var random = SeededGenerator(seed: 19)
        var counts: [SignaturePlaces.Background: Int] = [:]
        let photo = try PDFImage(PDFBytes(Sheet.photo))
        for round in 0..<160 {
            let rotation = [0, 90, 180, 270][round % 4]
            let isWide = round % 8 > 3
            let content =
                Sheet.paragraphs(from: 520, to: 420) + Sheet.text("Tenant: _________________________", at: 60, 300)
                + Sheet.rule(60, 240, 200)
                + "0 G 1 w 300 200 200 80 re S .9 g 60 120 200 40 re f 0 g\n" + (round % 5 == 0 ? "q 250 0 0 40 320 60 cm /I Do Q\n" : "")
            let field = "/Subtype/Widget/FT/Tx/T(sum)/Rect[100 100 180 140]"
            let sheet = Sheet(content, width: isWide ? 842 : 595, height: isWide ? 595 : 842, rotation: rotation, annotations: [field])
            var file = sheet.bytes
            let corner = PDFRectangle(20, 20, 120, 50)
            file = try Sheet.sign(file, at: PDFPlacement(page: 0, rectangle: corner))
            let (x, y) = (Double.random(in: 5...380, using: &random), Double.random(in: 5...500, using: &random))
            let place = PDFPlacement(page: 0, rectangle: PDFRectangle(x, y, x + 170, y + 60))
            var look = look
            if round % 3 == 0 { look.photo = photo }
            let background = try Sheet.places(file).judge(look, at: place)
            counts[background, default: 0] += 1
            let changes = try Sheet.changes(Sheet.sign(file, look, at: place))
            let told: Set<SignaturePlaces.Background> =
                changes.verdict > .allowed ? [.hidden] : changes.isRemarkable ? [.text, .signature] : [.free, .field]
            #expect(told.contains(background), "\(background) at \(place) turned by \(rotation): \(changes.items)")
        }
        #expect(counts.count == 5, "\(counts)")
    }

    /// A place on a page and what is meant to be found there.
    struct Wanted: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var sheet: Sheet
        /// Where the line is; nil for a place behind the text.
        var line: PDFRectangle?
        var page = 0
    }

    private static let lines: [Wanted] = {
        var cases: [Wanted] = []
        func add(_ name: String, _ content: String, _ x: Double, _ y: Double, _ length: Double, above: Double = 420) {
            for (turn, (width, height)) in [(0, (595.0, 842.0)), (90, (595, 842)), (180, (842, 595)), (270, (420, 595)), (0, (612, 792))] {
                let page = Sheet.paragraphs(from: height - 60, to: above, size: width < 500 ? 8 : 11) + content
                let sheet = Sheet(page, width: width, height: height, rotation: turn)
                cases.append(Wanted(testDescription: "\(name), \(turn), \(width)", sheet: sheet, line: PDFRectangle(x, y, x + length, y)))
            }
        }
        for label in ["Landlord", "Signature", "Locataire", "Le vendeur", "Арендатор", "Подпись", "By", "Signature of the tenant"] {
            // From 10 to 80 points in front of it.
            let written = Sheet.text("\(label):", at: label.utf8.count > 20 ? 40 : 112, 300)
            add("\(label) before a rule", written + Sheet.rule(190, 299, 180), 190, 299, 180)
            add("\(label) before underscores", written + Sheet.text(String(repeating: "_", count: 25), at: 190, 300), 190, 299, 160)
            if label != "By" {
                add("\(label) under a rule", Sheet.rule(60, 300, 160) + Sheet.text("(\(label))", at: 80, 286, size: 9), 60, 300, 160)
            }
        }
        for label in ["Acheteur", "Tenant", "Продавец"] {
            add("\(label) over a rule", Sheet.text(label, at: 60, 350) + Sheet.rule(60, 300, 160), 60, 300, 160)
        }
        // Lines for names and dates stand around it.
        let date = Sheet.text("Date:", at: 40, 360) + Sheet.rule(120, 359, 120)
        let name = Sheet.text("Printed name of the tenant:", at: 40, 330) + Sheet.rule(200, 329, 160)
        add("among others", date + name + Sheet.text("Tenant:", at: 40, 290) + Sheet.rule(120, 289, 200), 120, 289, 200)
        let russian =
            Sheet.rule(60, 300, 140) + Sheet.rule(230, 300, 140)
            + Sheet.text("(подпись)", at: 90, 287, size: 9) + Sheet.text("(Ф.И.О.)", at: 270, 287, size: 9)
        add("подпись beside Ф.И.О.", russian, 60, 300, 140)
        return cases
    }()

    @Test func linesThatAreMeantForASignatureAreProposed() throws {
        var wrong: [String] = []
        for wanted in Self.lines {
            let proposal = try Sheet.places(wanted.sheet.bytes).proposal(width: 170, height: 60)
            guard let line = wanted.line, let proposal, proposal.isOnLine else {
                wrong.append("\(wanted.testDescription): \(String(describing: proposal))")
                continue
            }
            let box = proposal.placement.rectangle
            let isThere =
                box.left > line.left - 8 && box.right < line.right + 20 && box.bottom < line.bottom + 4 && box.top > line.bottom + 8
            if !isThere { wrong.append("\(wanted.testDescription): \(box)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(Self.lines.count): \(wrong.joined(separator: "\n"))")
    }

    @Test func linesForSomethingElseAreNotProposed() throws {
        let words = [
            "Name", "Date", "Date of signature", "Nom du locataire", "Prénom", "Адрес", "Дата", "ФИО", "Расшифровка подписи и дата",
            "Total", "Phone",
        ]
        for word in words {
            for line in [Sheet.rule(160, 299, 180), Sheet.text("______________________", at: 160, 300)] {
                let page = Sheet.paragraphs(from: 780, to: 420) + Sheet.text("\(word):", at: 60, 300, size: 9) + line
                let proposal = try #require(try Sheet.places(Sheet(page).bytes).proposal(width: 170, height: 60))
                #expect(!proposal.isOnLine, "\(word)")
            }
        }
        // A table of contents, and a table with headings.
        let contents = (0..<20).map {
            Sheet.text("Duties of the tenant ........................................ \($0)", at: 60, 760 - 20 * Double($0))
        }
        let table = (0..<12).map { Sheet.rule(60, 700 - 24 * Double($0), 450) + Sheet.text("Tenant \($0)", at: 64, 706 - 24 * Double($0)) }
        for page in [contents.joined(), table.joined()] {
            let proposal = try #require(try Sheet.places(Sheet(page).bytes).proposal(width: 170, height: 60))
            #expect(!proposal.isOnLine)
        }
    }

    @Test func withoutALineThePlaceIsBehindTheLastText() throws {
        for rotation in [0, 90, 180, 270] {
            var sheet = Sheet(
                pages: ["", "", ""].map { _ in Sheet.paragraphs(from: 780, to: 400) + Sheet.text("Page 1 of 3", at: 270, 30, size: 9) }
            )
            sheet.rotation = rotation
            let place = try #require(try Sheet.places(sheet.bytes).proposal(width: 170, height: 60)).placement
            #expect(place.page == 2)
            #expect((300...400).contains(place.rectangle.top) && abs(place.rectangle.left - 60) < 6, "\(place)")
        }
    }

    @Test func aFullPageHasNoFreePlaceAndAnotherPageIsTaken() throws {
        let full = Sheet.paragraphs(from: 830, to: 10, left: 20) + Sheet.paragraphs(from: 830, to: 10, left: 300)
        let middle = PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))
        let alone = try Sheet.places(Sheet(full).bytes)
        #expect(try alone.free(near: middle, isAnywhere: true) == nil)
        #expect(try alone.proposal(width: 170, height: 60) == nil)
        #expect(try alone.judge(look, at: middle) == .text)
        let places = try Sheet.places(Sheet(full, full, Sheet.paragraphs(from: 780, to: 500)).bytes)
        #expect(try places.free(near: middle) == nil)
        #expect(try places.free(near: middle, isAnywhere: true)?.page == 2)
    }

    /// Nobody is warned for nothing.
    @Test func nothingIsSaidOfPaperLinesBoxesAndScans() throws {
        let backgrounds = [
            "", Sheet.rule(80, 430, 400), Sheet.text("______________________________________", at: 100, 420),
            "0 G 1 w 150 380 300 100 re S",
            ".93 g 150 380 300 100 re f", "1 g 0 0 595 842 re f", "q 595 0 0 842 0 0 cm /I Do Q",
            (0..<6).map { Sheet.rule(100, 380 + 20 * Double($0), 400) }.joined(),
            (0..<5).map { "0 G .5 w \(100 + 80 * $0) 300 m \(100 + 80 * $0) 500 l S " }.joined()
                + (0..<5).map { Sheet.rule(100, 300 + 50 * Double($0), 320) }.joined(),
        ]
        let place = PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))
        for background in backgrounds {
            for rotation in [0, 90, 180, 270] {
                let file = Sheet(background, rotation: rotation).bytes
                #expect(try Sheet.places(file).judge(look, at: place) == .free, "\(background)")
                let signed = try Sheet.sign(file, at: PDFPlacement(page: 0, rectangle: PDFRectangle(20, 20, 120, 50)))
                #expect(try Sheet.places(signed).judge(look, at: place) == .free, "\(background)")
            }
        }
    }

    @Test(arguments: [
        ("/Subtype/Widget/FT/Tx/T(sum)", SignaturePlaces.Background.field), ("/Subtype/Widget/FT/Sig/T(Other)", .field),
        ("/Subtype/Widget/FT/Tx/T(f7)/TU<FEFF041F043E0434043F04380441044C>", .free), ("/Subtype/Widget/FT/Tx/T(Signature)", .free),
        ("/Subtype/Widget/FT/Tx/T(Date of signature)", .field), ("/Subtype/Link", .free),
    ]) func aFieldForSomethingElseIsSpokenOf(field: String, background: SignaturePlaces.Background) throws {
        let file = Sheet("", annotations: ["\(field)/Border[0 0 0]/Rect[200 380 400 460]"]).bytes
        #expect(try Sheet.places(file).judge(look, at: PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))) == background)
    }

    /// Asking about a page of very much leaves enough for signing, and ends.
    @Test func aPageOfVeryMuchIsBounded() throws {
        let much = (0..<60_000).map { "\($0 % 590) \($0 / 100) 2 2 re f " }.joined()
        let file = try PDFFile(PDFBytes(Sheet(much).bytes))
        let places = try SignaturePlaces(file)
        let place = PDFPlacement(page: 0, rectangle: PDFRectangle(212, 391, 382, 451))
        for _ in 0..<20 {
            _ = try? places.judge(look, at: place)
            _ = try? places.free(for: look, near: place, isAnywhere: true)
        }
        _ = try? places.proposal(width: 170, height: 60)
        #expect(try PDFHistory(file).permissions().level != .nothing)
        let huge = Sheet("", width: 14_400, height: 14_400)
        #expect(try Sheet.places(huge.bytes).free(near: place) != nil)
    }
}

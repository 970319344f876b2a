import Testing

@testable import ParaphPDF

/// Documents with places for several people, of which only one was once known and offered to whoever came.
@Suite struct SeveralSignersTests {
    private static let blank = String(repeating: "_", count: 26)

    private func boxes(_ content: String) throws -> [PDFRectangle] {
        let proposals = try Sheet.places(Sheet(Sheet.paragraphs(from: 790, to: 640) + content).bytes).proposals(width: 170, height: 60)
        return proposals.filter { $0.isOnLine }.map { $0.placement.rectangle }
    }

    /// Whether a box for each line stands on it, and no other is offered.
    private func check(_ content: String, _ lines: [PDFRectangle], _ comment: Comment? = nil) throws {
        let boxes = try boxes(content)
        #expect(boxes.count == lines.count, "\(boxes)")
        for (box, line) in zip(boxes, lines) {
            let (middle, isLevel) = ((box.left + box.right) / 2, box.bottom > line.bottom - 14 && box.bottom < line.bottom + 6)
            #expect(isLevel && middle > line.left && middle < line.right && (box.bottom + box.top) / 2 > line.bottom, "\(box), \(line)")
        }
        for (index, box) in boxes.enumerated() {
            #expect(!boxes.prefix(index).contains { SignatureLine.meets(box, $0) }, "\(boxes)")
        }
    }

    private func line(_ left: Double, _ bottom: Double, _ width: Double = 156) -> PDFRectangle {
        PDFRectangle(left, bottom, left + width, bottom)
    }

    /// Beside a label that speaks of a signature, a party below it is offered too.
    @Test(arguments: [
        ("Applicant’s signature", "Witness"), ("Подпись доверенного лица", "Доверитель"), ("Signature du demandeur", "Le directeur"),
    ]) func aPartyBelowASignatureIsAnother(words: (String, String)) throws {
        let content = Sheet.text(words.0, at: 60, 500) + Sheet.rule(230, 500, 156) + Sheet.text(words.1, at: 60, 440)
        try check(content + Sheet.rule(160, 440, 156), [line(230, 500), line(160, 440)])
        let captions =
            Sheet.text(Self.blank, at: 60, 500) + Sheet.text(words.0, at: 60, 486) + Sheet.text(Self.blank, at: 60, 400)
            + Sheet.text(words.1, at: 60, 386)
        try check(captions, [line(60, 500), line(60, 400)])
    }

    /// What is only guessed beside the one place that is known waits for the places of later pages.
    @Test func aLaterPageComesBeforeAGuess() throws {
        let first =
            Sheet.text("Signature", at: 60, 500) + Sheet.rule(140, 500, 156) + Sheet.text("The occupier", at: 60, 440)
            + Sheet.rule(140, 440, 156)
        let sheet = Sheet(first, Sheet.text("Signature", at: 60, 300) + Sheet.rule(140, 300, 156))
        let proposals = try Sheet.places(sheet.bytes).proposals(width: 170, height: 60)
        #expect(proposals.map { $0.placement.page } == [0, 0], "\(proposals)")
        let next = try Sheet.places(Sheet.sign(sheet.bytes, at: proposals[0].placement)).proposals(width: 170, height: 60)
        #expect(next.map { $0.placement.page } == [1], "\(next)")
    }

    /// What is written in over a signature, or in front of one, is a name.
    @Test func namesOfPartiesAreNotSigned() throws {
        let rows = [560.0, 500].map { y in
            Sheet.text("Tenant", at: 60, y) + Sheet.rule(110, y, 120) + Sheet.text("Signature", at: 250, y) + Sheet.rule(320, y, 156)
        }
        let over = Sheet.text("Landlord", at: 60, 600) + Sheet.rule(140, 600, 156)
        try check(over + rows.joined(), [line(320, 560), line(320, 500)])
    }

    /// The label may end the line of text above, and the name stand behind the line.
    @Test func aLineWithANameBelowAPartysIsAnothers() throws {
        let content =
            Sheet.text("Руководитель", at: 60, 520) + Sheet.rule(144, 520, 130)
            + Sheet.text("Данилов К. М. Главный бухгалтер", at: 278, 520) + Sheet.rule(60, 484, 156)
            + Sheet.text("Ефимова Г. Р.", at: 220, 484)
        try check(content, [line(144, 520, 130), line(60, 484)])
        let note =
            Sheet.text("Отпуск разрешил", at: 60, 520) + Sheet.rule(170, 520, 130) + Sheet.text("Носов Ф. Ф.", at: 304, 520)
            + Sheet.text("(подпись)", at: 210, 508, size: 9) + Sheet.text("Груз получил", at: 60, 460) + Sheet.rule(144, 460, 156)
            + Sheet.text("Юдин М. М.", at: 304, 460)
        try check(note, [line(170, 520, 130), line(144, 460)])
    }

    /// What goes on behind the line of a signature is said of who signs.
    @Test func aSignatureIsCertifiedBehindItsLine() throws {
        let dots = String(repeating: ".", count: 46)
        let content =
            Sheet.text("Подпись представителя", at: 60, 500) + Sheet.text(dots, at: 200, 500)
            + Sheet.text("удостоверяю.", at: 358, 500) + Sheet.text("Доверитель", at: 60, 450) + Sheet.text(dots, at: 130, 450)
        try check(content, [line(200, 500), line(130, 450)])
    }

    /// In front of the last cells of a row stands an empty one.
    @Test func eachCellUnderAWideHeadingIsSigned() throws {
        let columns = [60.0, 200, 360, 520]
        let sides =
            columns.map { "\($0) 380 m \($0) 480 l S\n" }.joined() + "60 480 m 60 504 l S\n200 480 m 200 504 l S\n520 480 m 520 504 l S\n"
        let words =
            Sheet.text("Participant", at: 64, 488, size: 10) + Sheet.text("Signature", at: 330, 488, size: 10)
            + Sheet.text("Anne Petit", at: 64, 450, size: 10) + Sheet.text("Luc Morel", at: 64, 400, size: 10)
        let content = sides + [380.0, 430, 480, 504].map { Sheet.rule(60, $0, 460) }.joined() + words
        let cells = [430.0, 380].flatMap { y in zip(columns.dropFirst(), columns.dropFirst(2)).map { line($0, y, $1 - $0) } }
        try check(content, cells)
    }

    /// What is guessed of the cells behind one name holds behind another.
    @Test func eachCellBehindANameIsSigned() throws {
        let columns = [60.0, 200, 360, 520]
        let lines = columns.map { "\($0) 380 m \($0) 504 l S\n" } + [380.0, 430, 480, 504].map { Sheet.rule(60, $0, 460) }
        let words = [
            ("Nom", 64.0, 488.0), ("Matin", 204, 488), ("Après-midi", 364, 488), ("Garnier Lucie", 64, 450), ("Morel Antoine", 64, 400),
        ]
        let cells = [430.0, 380].flatMap { y in zip(columns.dropFirst(), columns.dropFirst(2)).map { line($0, y, $1 - $0) } }
        try check(lines.joined() + words.map { Sheet.text($0, at: $1, $2, size: 10) }.joined(), cells)
    }

    /// Under one heading each has a line behind the own name.
    @Test(arguments: ["Signature de chaque occupant, précédée de « lu et approuvé »", "Signatures of all tenants", "Подписи сторон:"])
    func namesUnderAHeadingForSignatures(heading: String) throws {
        let names = [("Camille Roux :", 500.0), ("Inès Marchand :", 474), ("Paul Weber :", 448)]
        let lines = names.map { Sheet.text($0, at: 60, $1) + Sheet.text(Self.blank, at: 160, $1) }
        try check(Sheet.text(heading, at: 60, 530) + lines.joined(), names.map { line(160, $0.1) })
        let form = [("Home Phone:", 500.0), ("Zip Code:", 474)].map { Sheet.text($0, at: 60, $1) + Sheet.text(Self.blank, at: 160, $1) }
        try check(Sheet.text("Contact", at: 60, 530) + form.joined(), [])
    }

    /// A line over a name, beside one for the date.
    @Test(arguments: ["I accept this offer and its start date.", "Accepted and agreed:", "Je confirme la date ci-dessus."])
    func aLineOverANameBesideADate(sentence: String) throws {
        let date = String(repeating: "_", count: 14)
        let content =
            Sheet.text(sentence, at: 60, 500) + Sheet.text(Self.blank, at: 60, 470) + Sheet.text(date, at: 300, 470)
            + Sheet.text("Daniel Osei", at: 60, 456) + Sheet.text("Date", at: 300, 456)
        try check(content, [line(60, 470)])
    }

    /// Both captions may stand under the longer line.
    @Test func aNameBeforeADateIsWhoSigns() throws {
        let captions = Sheet.text("Daniel Osei", at: 60, 456) + Sheet.text("Date", at: 186, 456)
        try check(Sheet.text(Self.blank, at: 60, 470) + captions, [line(60, 470)])
        let other = Sheet.text("Date", at: 60, 456) + Sheet.text("Daniel Osei", at: 120, 456)
        try check(Sheet.text(Self.blank, at: 60, 470) + other, [])
    }

    @Test(arguments: ["Подпись / Дата", "Signature / Date", "Date et signature", "Signature and date", "Подпись сотрудника банка / Дата"])
    func aSignatureWithItsDateIsAPlace(label: String) throws {
        let sides =
            [60.0, 290, 520].map { "\($0) 400 m \($0) 474 l S\n" }.joined() + [400.0, 474].map { Sheet.rule(60, $0, 460) }.joined()
        let words = Sheet.text(label, at: 66, 460, size: 10) + Sheet.text(label, at: 296, 460, size: 10)
        try check(sides + words, [line(60, 400, 230), line(290, 400, 230)])
    }

    @Test(arguments: ["Date of signature", "Date de signature", "Дата подписи", "Place and date of signature", "Signature date"])
    func aDateOfASignatureIsNone(label: String) throws {
        try check(Sheet.text(label, at: 60, 460) + Sheet.rule(240, 460, 156), [])
    }

    /// Where a name is spelled out, and gaps behind a word of a school, nobody signs.
    @Test func spelledNamesAndGapsAreNotSigned() throws {
        let content = [("(подпись)", 60.0), ("(расшифровка подписи)", 320)].map {
            Sheet.text(Self.blank, at: $1, 460) + Sheet.text($0, at: $1 + 20, 446, size: 9)
        }
        try check(content.joined(), [line(60, 460)])
        let gap = String(repeating: "_", count: 13)
        let test =
            Sheet.text("The owner", at: 60, 526) + Sheet.text(gap, at: 130, 526) + Sheet.text("the dog.", at: 216, 526)
            + Sheet.text("Name:", at: 60, 500) + Sheet.text(gap, at: 100, 500) + Sheet.text("Class:", at: 184, 500)
            + Sheet.text(gap, at: 220, 500)
        try check(test, [])
    }

    /// Boxes on lines one close below the other stand on them and keep off one another, also once the upper one is signed.
    @Test(arguments: [18.0, 22, 26, 34]) func boxesOnCloseLinesKeepApart(pitch: Double) throws {
        let lines = ["Landlord", "Tenant", "Guarantor"].enumerated().map { index, words in
            Sheet.text(words, at: 60, 500 - pitch * Double(index)) + Sheet.text(Self.blank, at: 140, 500 - pitch * Double(index))
        }
        try check(lines.joined(), (0..<3).map { line(140, 500 - pitch * Double($0)) })
    }
}

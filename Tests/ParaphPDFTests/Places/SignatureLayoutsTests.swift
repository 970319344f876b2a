import Testing

@testable import ParaphPDF

/// Layouts in which a signature once went elsewhere than where a person would sign.
@Suite struct SignatureLayoutsTests {
    /// Signs where it is proposed as often as it is said.
    private func signed(_ sheet: Sheet, _ count: Int) throws -> [SignaturePlaces.Proposal] {
        var file = sheet.bytes
        var proposals: [SignaturePlaces.Proposal] = []
        for _ in 0..<count {
            let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
            proposals.append(proposal)
            file = try Sheet.sign(file, at: proposal.placement)
        }
        return proposals
    }

    private func isInside(_ box: PDFRectangle, _ proposal: SignaturePlaces.Proposal) -> Bool {
        box.common(with: proposal.placement.rectangle) == proposal.placement.rectangle
    }

    private func isOn(_ line: PDFRectangle, _ proposal: SignaturePlaces.Proposal) -> Bool {
        let place = proposal.placement.rectangle
        return proposal.isOnLine && place.left > line.left - 4 && place.right < line.right + 4 && place.bottom < line.bottom + 4
            && place.top > line.bottom + 20
    }

    /// A row of a table: its cells' edges each for itself, as browsers paint them.
    private func row(_ columns: [Double], _ bottom: Double, _ height: Double, sides: Bool = true, lid: Bool = true) -> String {
        let level = zip(columns, columns.dropFirst()).map { left, right in
            [bottom, bottom + height].prefix(lid ? 2 : 1).map { "\(left) \($0) \(right - left) .75 re f\n" }.joined()
        }
        return level.joined() + (sides ? columns.map { "\($0) \(bottom) .75 \(height) re f\n" }.joined() : "")
    }

    /// A table of prices with low rows, and below it a clause that speaks of a party.
    @Test(arguments: [false, true], [14.0, 19, 23]) func pricesAreNotSigned(sides: Bool, height: Double) throws {
        var content = Sheet.paragraphs(from: 790, to: 700)
        for (index, words) in [("Item", "Price"), ("Deposit", "850 GBP"), ("Term", "8 months")].enumerated() {
            let bottom = 660 - height * Double(index)
            content +=
                row([60, 265, 530], bottom, height, sides: sides, lid: index == 0) + Sheet.text(words.0, at: 65, bottom + 4, size: 9)
            content += Sheet.text(words.1, at: 270, bottom + 4, size: 9)
        }
        let below = 660 - 2 * height
        content += Sheet.text("1. The tenant keeps the flat clean.", at: 76, below - 20, size: 10)
        content += Sheet.text("2. The landlord repairs the roof.", at: 76, below - 33, size: 10)
        let lines = [PDFRectangle(60, 400, 270, 400), PDFRectangle(290, 400, 500, 400)]
        for (line, words) in zip(lines, ["Landlord", "Tenant"]) {
            content += Sheet.rule(line.left, 400, line.width) + Sheet.text(words, at: line.left, 390, size: 7)
        }
        let proposals = try signed(Sheet(content), 2)
        #expect(isOn(lines[0], proposals[0]) && isOn(lines[1], proposals[1]), "\(proposals)")
    }

    /// Low cells that name who signs in the empty ones below them.
    @Test(
        arguments: [
            ["Seller", "Buyer"], ["Le président", "La secrétaire", "Le scrutateur"], ["Delivered by", "Received by"],
            ["Водитель", "Получатель"], ["L’entreprise (cachet et signature)", "Le stagiaire"],
        ],
        [12.0, 16, 19, 24, 36]
    ) func theEmptyCellBelowALowHeadIsMeant(heads: [String], height: Double) throws {
        let width = 460 / Double(heads.count)
        let columns = (0...heads.count).map { 60 + width * Double($0) }
        var content = Sheet.paragraphs(from: 790, to: 700)
        content += row(columns, 600, height) + row(columns, 540, 60)
        for (index, words) in heads.enumerated() { content += Sheet.text(words, at: columns[index] + 4, 603, size: 8) }
        let proposals = try signed(Sheet(content, Sheet.text("Annex: crates", at: 60, 780)), heads.count)
        for (index, proposal) in proposals.enumerated() {
            let cell = PDFRectangle(columns[index], 540, columns[index + 1], 600.75)
            #expect(proposal.isOnLine && proposal.placement.page == 0 && isInside(cell, proposal), "\(index): \(proposal)")
        }
    }

    /// A table of things with the same columns is another one.
    @Test func aTableAboveIsAnotherOne() throws {
        let columns = [60.0, 260, 460]
        var content = Sheet.paragraphs(from: 790, to: 720)
        for (index, words) in ["Sail", "Main", "Jib", "Spinnaker"].enumerated() {
            content += row(columns, 680 - 18 * Double(index), 18) + Sheet.text(words, at: 64, 685 - 18 * Double(index), size: 9)
        }
        content += row(columns, 590, 16) + row(columns, 540, 50) + Sheet.text("Delivered by", at: 64, 594, size: 9)
        content += Sheet.text("Received by", at: 264, 594, size: 9)
        let proposals = try signed(Sheet(content), 2)
        #expect(isInside(PDFRectangle(60, 540, 260, 590.75), proposals[0]), "\(proposals[0])")
        #expect(isInside(PDFRectangle(260, 540, 460, 590.75), proposals[1]), "\(proposals[1])")
    }

    /// High cells with their labels in them, beside one for a seal.
    @Test func besideTheSealIsSigned() throws {
        let labels = [("Place for the seal", "Signature of the principal"), ("Место печати", "Подпись доверителя")]
        for (seal, signature) in labels {
            let content =
                row([60, 300, 540], 530, 70) + row([60, 300, 540], 600, 70) + Sheet.text(seal, at: 65, 655, size: 10)
                + Sheet.text(signature, at: 305, 655, size: 10) + Sheet.text("Specimen signature", at: 65, 585, size: 10)
                + Sheet.text("Certified by the notary", at: 305, 585, size: 10)
            let proposals = try signed(Sheet(Sheet.paragraphs(from: 790, to: 700) + content), 2)
            #expect(proposals[0].isOnLine && isInside(PDFRectangle(300, 600, 540, 670), proposals[0]), "\(proposals[0])")
            #expect(proposals[1].isOnLine && isInside(PDFRectangle(60, 530, 300, 600), proposals[1]), "\(proposals[1])")
        }
    }

    @Test(arguments: ["The auditor", "Checked by", "Vérifié par", "Ревизор", "The principal"])
    func theLineUnderARoleIsTakenBeforeALaterPage(role: String) throws {
        let signing = Sheet.paragraphs(from: 790, to: 660) + Sheet.text(role, at: 60, 578) + Sheet.rule(60, 516, 200)
        let sheet = Sheet(Sheet.text("Annual report", at: 60, 570, size: 20), signing, Sheet.text("Appendix: figures", at: 60, 760))
        let proposal = try signed(sheet, 1)[0]
        #expect(proposal.placement.page == 1 && isOn(PDFRectangle(60, 516, 260, 516), proposal), "\(proposal)")
    }

    @Test(arguments: ["Received by:", "Principal:", "Reçu par :", "Плательщик:"]) func dotsBehindALabelAreALine(label: String) throws {
        let content = Sheet.text("Receipt of 75 dollars", at: 60, 700) + Sheet.text(label, at: 60, 500)
        let proposal = try signed(Sheet(content + Sheet.text(String(repeating: ".", count: 36), at: 140, 500)), 1)[0]
        #expect(isOn(PDFRectangle(140, 500, 260, 500), proposal), "\(proposal)")
    }

    /// Over the printed name and below the last sentence, and there once only.
    @Test(arguments: [("Yours sincerely,", ["Daniel Whitmore", "Head of Sales"]), ("С уважением,", ["Анна Белова"])], [60.0, 330])
    func lettersAreSignedOverThePrintedName(end: (closing: String, name: [String]), left: Double) throws {
        var content = Sheet.paragraphs(from: 790, to: 660) + Sheet.text(end.closing, at: 60, 630)
        for (index, words) in end.name.enumerated() { content += Sheet.text(words, at: left, 560 - 13 * Double(index), size: 10) }
        content += Sheet.text("Pier 4, Whitby", at: 240, 30, size: 7)
        let proposals = try signed(Sheet(content), 2)
        let gap = PDFRectangle(left - 1, 568, 590, 630)
        #expect(isInside(gap, proposals[0]) && proposals[0].placement.rectangle.height > 36, "\(proposals[0])")
        #expect(proposals[1].placement.rectangle.top < 545, "\(proposals[1])")
    }

    /// What ends in an address, a label or a sentence ends in no name.
    @Test(arguments: ["Signature de l’hébergeant", "12 Mill Lane, Whitby", "as agreed in May", "Date and place"])
    func onlyNamesAreSignedOver(last: String) throws {
        let content = Sheet.paragraphs(from: 790, to: 660) + Sheet.text(last, at: 60, 560)
        let proposal = try signed(Sheet(content), 1)[0]
        #expect(proposal.placement.rectangle.top < 560, "\(proposal)")
    }

    @Test func labelsBelowOneAnotherAreSignedUnder() throws {
        for labels in [["Signature du bénéficiaire :", "Signature du payeur :"], ["Подпись владельца:", "Подпись получателя:"]] {
            let content = Sheet.text("Attestation", at: 60, 780) + Sheet.text(labels[0], at: 60, 600) + Sheet.text(labels[1], at: 60, 486)
            let proposals = try signed(Sheet(content), 3)
            #expect(isInside(PDFRectangle(59, 500, 560, 600), proposals[0]), "\(proposals[0])")
            #expect(isInside(PDFRectangle(59, 360, 560, 486), proposals[1]), "\(proposals[1])")
            #expect(!proposals[2].isOnLine)
        }
    }

    /// What is written on the line above keeps its room.
    @Test func theLineForANameAboveStaysFree() throws {
        let lines = [("Print name:", 640.0), ("Signature:", 606)].map { words, y in
            Sheet.text(words, at: 60, y) + Sheet.rule(130, y - 1, 180)
        }
        let proposal = try signed(Sheet(Sheet.paragraphs(from: 790, to: 680) + lines.joined()), 1)[0]
        #expect(isOn(PDFRectangle(130, 605, 310, 605), proposal) && proposal.placement.rectangle.top < 639, "\(proposal)")
    }
}

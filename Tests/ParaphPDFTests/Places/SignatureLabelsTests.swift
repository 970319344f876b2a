import Testing

@testable import ParaphPDF

/// The words by which people call who signs where, in the forms that they have in texts, and sentences that are no place for a signature.
@Suite struct SignatureLabelsTests {
    private static let blank = "____________________"

    private func signed(_ content: String, times: Int) throws -> [SignaturePlaces.Proposal] {
        var file = Sheet(Sheet.paragraphs(from: 790, to: 500) + content).bytes
        var proposals: [SignaturePlaces.Proposal] = []
        for _ in 0..<times {
            let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
            proposals.append(proposal)
            file = try Sheet.sign(file, at: proposal.placement)
        }
        return proposals
    }

    @Test(arguments: [
        ("Директор", "Главный бухгалтер"), ("Генеральный директор ООО «Ромашка»", "Исполнитель"), ("Сдал:", "Принял:"),
        ("Подпись Арендодателя:", "Подпись Арендатора:"), ("От Заказчика", "От Исполнителя"), ("Продавец", "Покупатель"),
        ("Представитель работодателя", "Работник"), ("Club secretary:", "Treasurer"), ("Chairman", "Witnessed by:"),
        ("For the Company", "For the Consultant"), ("Le bailleur", "L’acquéreur :"), ("Le directeur,", "La secrétaire,"),
        ("Pour la société", "Le prestataire"), ("Signed for and on behalf of the company of Kent:", "Tenant:"),
    ]) func eachIsToldByTheWordInFront(first: String, second: String) throws {
        for line in [
            Self.blank, "........................................", "…………………………", "____________________ /Сидоров/",
            "____________________ А. В. Сидоров",
        ] {
            let content = [(first, 420.0), (second, 350)].map { words, y in
                Sheet.text(words, at: 330 - 6.3 * Double(words.count), y) + Sheet.text(line, at: 340, y)
            }
            let proposals = try signed(content.joined(), times: 3)
            for (turn, y) in [(0, 420.0), (1, 350)] {
                let place = proposals[turn].placement.rectangle
                #expect(
                    proposals[turn].isOnLine && place.left > 330 && place.bottom < y + 4 && place.top > y + 8,
                    "\(first), \(line): \(place)"
                )
            }
            #expect(!proposals[2].isOnLine, "\(first), \(line)")
        }
    }

    /// In two columns the name behind the left line is no label of the right one, and the stamp's place none of its own.
    @Test func labelsOverLinesInTwoColumns() throws {
        let content = [(60.0, "От Арендодателя", "/Сидоров А. В./"), (320, "От Арендатора", "/Козлова Е. П./")].map { x, party, name in
            Sheet.text(party, at: x, 440) + Sheet.text("________________", at: x, 400) + Sheet.text(name, at: x + 114, 400)
                + Sheet.text("М.П.", at: x, 382)
        }
        let proposals = try signed(content.joined(), times: 2)
        for (proposal, x) in zip(proposals, [60.0, 320]) {
            let place = proposal.placement.rectangle
            #expect(proposal.isOnLine && (x - 30...x + 60).contains(place.left) && place.bottom < 404 && place.top > 408, "\(place)")
        }
    }

    @Test(arguments: [["Le bailleur", "Le locataire"], ["Заказчик", "Исполнитель"], ["Chair", "Treasurer"]], [false, true])
    func labelsSideBySideWithPaperBelow(labels: [String], isExplained: Bool) throws {
        let content = zip(labels, [60.0, 330]).map { label, x in
            Sheet.text(label, at: x, 440) + (isExplained ? Sheet.text("(lu et approuvé)", at: x, 426, size: 9) : "")
        }
        let proposals = try signed(content.joined(), times: 3)
        for (proposal, x) in zip(proposals, [60.0, 330]) {
            let place = proposal.placement.rectangle
            #expect(proposal.isOnLine && abs(place.left - x) < 4 && place.top < (isExplained ? 426 : 440) && place.top > 400, "\(place)")
            #expect(place.height >= 36 && place.width >= 120)
        }
        #expect(!proposals[2].isOnLine)
    }

    /// Text that goes on below two headings, sentences with something left out, addresses and lists are no places.
    @Test func proseIsNoPlaceForASignature() throws {
        let columns = [(60.0, "Landlord"), (320, "Tenant")].map { x, title in
            Sheet.text(title, at: x, 470)
                + (0..<4).map { Sheet.text("keeps the flat in order, pays what is due and", at: x, 450 - 14 * Double($0), size: 9) }
                .joined()
        }
        let people = [(60.0, "Director"), (320, "Secretary")].map { x, title in
            Sheet.text(title, at: x, 470) + Sheet.text("Anna Smith", at: x, 454)
        }
        let pages = [
            columns.joined(), people.joined() + Sheet.text("The board thanks both of them for all that they did in the year.", at: 60, 400),
            Sheet.text("Директор", at: 60, 470)
                + Sheet.text("Договор подписал директор, а арендатор получил ключи от этой квартиры.", at: 60, 440),
            Sheet.text("Продавец продал", at: 60, 440) + Sheet.text(Self.blank, at: 160, 440)
                + Sheet.text("яблок, а покупатель купил", at: 300, 440)
                + Sheet.text(Self.blank, at: 470, 440),
            Sheet.text("Столица страны:", at: 60, 440) + Sheet.text(Self.blank, at: 160, 440),
            Sheet.text("Le directeur ........................................ 12", at: 60, 440),
        ]
        for page in pages {
            let proposal = try #require(try signed(page, times: 1).first)
            #expect(!proposal.isOnLine, "\(proposal)")
        }
    }

    /// Where the label stands close above its line, ink is still as large as it can be read.
    @Test(arguments: [14.0, 18, 24, 30], ["Signature", "Подпись", "Signature du locataire"]) func aLabelAboveTheLineLeavesRoomToRead(
        gap: Double,
        label: String
    ) throws {
        let content = Sheet.text(label, at: 60, 400 + gap, size: 10) + Sheet.rule(60, 400, 220)
        let page = Sheet.text("Договор", at: 60, 780) + Sheet.paragraphs(from: 760, to: 440) + content
        let places = try Sheet.places(Sheet(page).bytes)
        let proposal = try #require(try places.proposal(width: 170, height: 60))
        let place = proposal.placement.rectangle
        #expect(proposal.isOnLine && place.width >= 120 && place.height >= 36, "\(place)")
        #expect(place.bottom <= 401 && place.top > 404 && place.left >= 59 && place.right <= 281, "\(place)")
        let look = PDFSignatureAppearance(ink: Sheet.ink)
        #expect(try places.judge(look, at: proposal.placement) == .free)
        // From text nearby a free place is looked for on that line.
        let over = PDFPlacement(page: 0, rectangle: PDFRectangle(100, 500, 270, 560))
        let free = try #require(try places.free(for: look, near: over)).rectangle
        #expect(free.bottom <= 401 && free.top > 404, "\(free)")
    }
}

import Testing

@testable import ParaphPDF

/// Tables with a row of headings: a heading names its whole column, and people sign in the empty cells below it, one row after the other.
@Suite struct SignatureTablesTests {
    /// A table: where its columns and rows begin, and what stands in its cells.
    private struct Table {
        var columns: [Double]
        /// From the upper edge down.
        var rows: [Double]
        var words: [[String]]

        var content: String {
            let (left, right, top, bottom) = (columns[0], columns[columns.count - 1], rows[0], rows[rows.count - 1])
            var content = rows.map { Sheet.rule(left, $0, right - left) }.joined()
            content += columns.map { "\($0) \(bottom) m \($0) \(top) l S\n" }.joined()
            for (row, texts) in words.enumerated() {
                for (column, text) in texts.enumerated() where !text.isEmpty {
                    content += Sheet.text(text, at: columns[column] + 4, rows[row] - 14, size: 10)
                }
            }
            return content
        }

        func cell(_ row: Int, _ column: Int) -> PDFRectangle {
            PDFRectangle(columns[column], rows[row + 1], columns[column + 1], rows[row])
        }
    }

    /// Signs where it is proposed as often as there are places, and says where that was.
    private func places(_ table: Table, _ count: Int) throws -> [SignaturePlaces.Proposal] {
        var file = Sheet(Sheet.paragraphs(from: 790, to: 500) + table.content).bytes
        var proposals: [SignaturePlaces.Proposal] = []
        for _ in 0..<count {
            let proposal = try #require(try Sheet.places(file).proposal(width: 170, height: 60))
            proposals.append(proposal)
            file = try Sheet.sign(file, at: proposal.placement)
        }
        let changes = try Sheet.changes(file)
        #expect(changes.verdict <= .allowed && !changes.isRemarkable, "\(changes.items)")
        return proposals
    }

    private func check(_ proposals: [SignaturePlaces.Proposal], _ cells: [PDFRectangle]) {
        for (turn, proposal) in proposals.enumerated() {
            #expect(proposal.isOnLine == (turn < cells.count), "\(turn): \(proposal)")
            if turn < cells.count {
                let place = proposal.placement.rectangle
                #expect(cells[turn].common(with: place) == place, "\(turn): \(place), not in \(cells[turn])")
            }
        }
    }

    @Test(arguments: [
        ["Party", "Name", "Signature", "Date", "Lender", "A. Smith", "Borrower", "B. Jones"],
        ["Сторона", "Ф.И.О.", "Подпись", "Дата", "Продавец", "Иванов", "Покупатель", "Петров"],
        ["", "Nom", "Signature", "Date", "Prêteur", "A. Durand", "Emprunteur", "B. Petit"],
        ["№", "Ф.И.О.", "Подпись", "Дата", "1", "Иванов", "2", "Петров"],
    ]) func eachSignsInTheirRowUnderTheHeading(words: [String]) throws {
        let table = Table(
            columns: [60, 160, 270, 400, 500],
            rows: [460, 436, 386, 336],
            words: [Array(words[0..<4]), [words[4], words[5]], [words[6], words[7]]]
        )
        check(try places(table, 3), [table.cell(1, 2), table.cell(2, 2)])
    }

    /// The parties head the columns, and the last row is for signatures.
    @Test func theRowForSignaturesIsMeant() throws {
        let table = Table(
            columns: [60, 160, 300, 440],
            rows: [460, 438, 412, 382, 332],
            words: [["", "L'employeur", "Le salarié"], ["Nom", "S. Morel", "J. Faure"], ["Date"], ["Signature"]]
        )
        check(try places(table, 3), [table.cell(3, 1), table.cell(3, 2)])
    }

    @Test func aColumnForSomethingElseIsNoneToSignIn() throws {
        let table = Table(
            columns: [60, 200, 340, 480],
            rows: [460, 436, 396, 356],
            words: [["Nom", "Fonction", "Téléphone"], ["P. Roy", "Directeur"], ["M. Lebon", "Trésorière"]]
        )
        check(try places(table, 1), [])
    }

    /// Two wide cells side by side that have their labels in them are signed in.
    @Test func cellsThatOnlyHoldTheirLabelsAreSignedIn() throws {
        let table = Table(columns: [60, 260, 460], rows: [460, 370], words: [["Lender (signature)", "Borrower (signature)"]])
        check(try places(table, 3), [table.cell(0, 0), table.cell(0, 1)])
    }
}

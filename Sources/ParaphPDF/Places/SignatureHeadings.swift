/// Labels side by side with free paper below them and no line, such as "Le bailleur      Le locataire", or signatures' labels one below the other:
/// each party signs under its own.
struct SignatureHeadings {
    /// The paper under each label, from left to right, wherever the page ends or something else begins.
    private(set) var papers: [PDFRectangle] = []

    /// How far from one another labels stand at least, and how wide paper is at least on which anybody signs, in points.
    private static let (apart, narrowest) = (40.0, 96.0)
    /// What part of the page is its foot, where numbers stand.
    private static let foot = 0.07
    /// How many words a text has at most that is no sentence, how many of these stand under a label, and how near to one another.
    private static let (mostWords, mostCaptions, leading) = (8, 3, 14.0)
    /// How many labels of a page and how many texts at one height are looked at, and how far a signature lies below its label at most.
    private static let (mostLabels, mostBeside, reach) = (100, 4, 110.0)

    /// Finds the last row of labels on a page; none where text goes on below it, for then they are headings of that.
    ///
    /// Complexity: O(labels · texts), 100 · 10,000 at most.
    init(on page: PageBackground, _ budget: PDFBudget) throws(PDFError) {
        let foot = Self.foot * page.geometry.height
        let texts = page.runs.filter { !$0.isLine && $0.count > 1 && $0.box.bottom > foot }
        let labels = texts.filter { text in
            guard text.words.count <= Self.mostWords, let label = SignatureLabel(text.words) else { return false }
            return label != .other
        }
        // A page of very many is a list.
        guard labels.count <= Self.mostLabels else { return }
        var (rows, lone): ([[TextRun]], [TextRun]) = ([], [])
        let (lines, blanks) = (page.runs.filter { $0.isLine }, page.blanks)
        for label in labels {
            try budget.spend(texts.count + blanks.count)
            // Labels of lines, and sentences in which something is left out.
            if lines.contains(where: { $0.isLevel(with: label) }) { continue }
            var level: [TextRun] = []
            for text in texts where level.count <= Self.mostBeside && text.isLevel(with: label) {
                level.insert(text, at: level.firstIndex { $0.box.left > text.box.left } ?? level.count)
            }
            if level.count == 1, SignatureLabel.begins(label.words), !blanks.contains(where: { Self.isOf($0, label.box) }) {
                lone.append(label)
            }
            guard level.count >= 2, level.count <= Self.mostBeside, level.first?.box == label.box,
                level.allSatisfy({ text in labels.contains { $0.box == text.box } }),
                zip(level, level.dropFirst()).allSatisfy({ $1.box.left - $0.box.right >= Self.apart })
            else { continue }
            rows.append(level)
        }
        guard let row = rows.min(by: { $0[0].box.bottom < $1[0].box.bottom }) else {
            // One such label is as often a title.
            guard lone.count >= 2 else { return }
            for label in lone {
                try budget.spend(texts.count)
                var next = foot
                for text in texts where text.box.top < label.box.bottom + 2 { next = max(next, text.box.top) }
                let (low, top) = (max(next, label.box.bottom - Self.reach), label.box.bottom - 3)
                let paper = PDFRectangle(label.box.left, low, page.geometry.width - 20, top)
                if paper.width >= Self.narrowest, paper.height >= SignatureLine.readable.height { papers.append(paper) }
            }
            return
        }
        // What is written under the labels, such as how to sign, belongs to them; the upper of two rows of labels does too.
        let level = Self.row(of: rows, over: row)
        let under = texts.filter { $0.box.top < level[0].box.bottom + 2 }
        guard !under.contains(where: { $0.words.count > Self.mostWords && SignatureLabel($0.words) != .signature }) else { return }
        for (index, label) in level.enumerated() {
            let right = index + 1 < level.count ? level[index + 1].box.left - 10 : page.geometry.width - max(20, min(60, level[0].box.left))
            let column = PDFRectangle(label.box.left - 4, 0, right, label.box.bottom)
            var top = label.box.bottom
            for _ in 0..<Self.mostCaptions {
                var low = top
                for text in under where text.box.left < column.right && text.box.right > column.left {
                    if top - text.box.top < Self.leading { low = min(low, text.box.bottom) }
                }
                top = low
            }
            let paper = PDFRectangle(label.box.left, max(foot, top - Self.reach), right, top - 3)
            if paper.width >= Self.narrowest, paper.height >= SignatureLine.readable.height { papers.append(paper) }
        }
    }

    /// Whether a label belongs to a line: beside it or below it.
    private static func isOf(_ line: PDFRectangle, _ label: PDFRectangle) -> Bool {
        line.bottom > label.bottom - 8 && line.bottom < label.top + 22 && line.left < label.right + 90 && line.right > label.left
    }

    /// The row of labels that captions belong to: the one right above, where the last row only says how to sign.
    private static func row(of rows: [[TextRun]], over last: [TextRun]) -> [TextRun] {
        let above = rows.filter { row in
            let gap = row[0].box.bottom - last[0].box.top
            return gap > -4 && gap < leading && row.count == last.count
        }
        return above.first ?? last
    }

    /// The places under the labels where nothing stands yet.
    func places(_ width: Double, _ height: Double, on page: PageBackground, _ budget: PDFBudget) throws(PDFError) -> [PDFRectangle] {
        var found: [PDFRectangle] = []
        for paper in papers {
            // In a table the labels head columns.
            try budget.spend(page.lines.count)
            let near = try page.obstacles(near: paper, budget) + page.lines.filter { $0.common(with: paper) != nil }
            let wide = min(width, paper.width)
            for part in [1, 0.9, 0.8, 0.7, 0.6] where part * height >= min(height, SignatureLine.readable.height) {
                let place = PDFRectangle(paper.left, paper.top - part * height, paper.left + wide, paper.top)
                try budget.spend(near.count)
                guard place.bottom >= paper.bottom, !(near + found).contains(where: { SignatureLine.meets(place, $0) }) else { continue }
                found.append(place)
                break
            }
        }
        return found
    }
}

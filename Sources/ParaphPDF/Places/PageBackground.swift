/// What a signature on a page would lie on, as a person sees the page: upright, in points, from the lower left corner of what is seen of it.
struct PageBackground {
    /// A field, with where it lies.
    struct Field {
        enum Use {
            /// It shows a signature, or waits for one.
            case signed, waiting
            /// It is none for signatures, but its name says that it is signed.
            case signedOn
            case other
        }

        var box: PDFRectangle
        /// The number of its annotation.
        var number: Int
        var use: Use
    }

    let geometry: PDFPageGeometry
    let content: PageContent
    /// What ink would lie on, with a remark.
    private(set) var obstacles: [PDFRectangle] = []
    /// Lines, backgrounds of tables and the like, which ink may cross but need not.
    private(set) var lines: [PDFRectangle] = []
    private(set) var fields: [Field] = []
    /// The texts and lines to write on that letters make.
    private(set) var runs: [TextRun] = []
    /// Lines that are drawn, long enough to write on.
    private(set) var rules: [PDFRectangle] = []
    /// Upright lines, such as the sides of boxes.
    private(set) var sides: [PDFRectangle] = []

    /// The most drawn lines of a page that are looked at.
    private static let mostRules = 400

    init(_ page: PDFPage, in file: PDFFile) throws(PDFError) {
        let geometry = try file.geometry(of: page)
        let summary = try ContentSummary(of: page, in: file, keepsLetters: true)
        content = try file.content(of: page, summary)
        self.geometry = geometry
        try file.budget.spend(content.items.count + summary.marks.count + summary.letters.count)
        for item in content.items {
            let box = geometry.shown(item.box)
            if item.isScan { continue }
            guard item.isWrittenOn || item.isLine else {
                obstacles.append(box)
                continue
            }
            // What colours much of a page is its paper.
            if box.width < 0.5 * geometry.width || box.height < 0.25 * geometry.height { lines.append(box) }
        }
        for mark in summary.marks where (mark.kind == .fill || mark.kind == .stroke) && !mark.isBlank {
            guard let box = seen(mark.box) else { continue }
            // The sides of a row of text are lower than lines to write on are long.
            if box.height >= DrawnBoxes.lowest, box.width <= 3, sides.count < Self.mostRules { sides.append(box) }
            guard mark.isRule else { continue }
            lines.append(box)
            if box.width >= 50, box.height <= 3, rules.count < Self.mostRules { rules.append(box) }
        }
        let letters = summary.letters.compactMap { letter in seen(letter.box).map { PlacedLetter(scalar: letter.scalar, box: $0) } }
        runs = TextRun.runs(of: letters)
        lines += runs.filter { $0.isLine }.map { $0.box }
        try addFields(of: page, file)
    }

    private mutating func addFields(of page: PDFPage, _ file: PDFFile) throws(PDFError) {
        for element in try file.resolve(page.dictionary["Annots"]).array ?? [] {
            try file.budget.spend(16)
            guard let annotation = try file.resolve(element).dictionary, let kind = try file.resolve(annotation["Subtype"]).name,
                kind == "Widget", let box = try file.rectangle(annotation["Rect"]), box.width > 0, box.height > 0,
                try file.flags(of: annotation) & 2 == 0
            else { continue }
            let holder = try file.holder(annotation)
            var words: [[UInt8]] = []
            for key in ["T", "TU"] as [StaticString] {
                let text = try file.resolve(annotation[key]).string?.text ?? ""
                words += TextRun.words(of: text)
            }
            let isNamed = SignatureLabel(words).map { $0 == .signature } ?? false
            let use: Field.Use = holder == .signature ? .signed : holder == .waiting ? .waiting : isNamed ? .signedOn : .other
            let field = Field(box: geometry.shown(box), number: element.reference?.number ?? 0, use: use)
            fields.append(field)
            obstacles.append(field.box)
        }
    }

    /// What of a box is seen on the page; nil for what lies elsewhere, or nowhere, as what a file computes may.
    private func seen(_ box: PDFRectangle) -> PDFRectangle? { geometry.shown(box).common(with: whole) }

    /// The whole page.
    var whole: PDFRectangle { PDFRectangle(0, 0, geometry.width, geometry.height) }

    /// What is long enough to write on, drawn or of letters.
    var blanks: [PDFRectangle] {
        @inline(never) get {
            var blanks = rules
            for run in runs where run.isLine { blanks.append(run.box) }
            return blanks
        }
    }

    /// Where the last text ends, but for what stands at the foot of the page; nil for a page without text.
    var end: PDFRectangle? {
        (lowest(over: 0.09 * geometry.height) ?? lowest(over: -.infinity))?.box
    }

    /// The paper between the end of a letter and the printed name of who signs it; nil where the last text is no such name.
    ///
    /// Complexity: O(texts).
    var gapOverName: PDFRectangle? {
        guard var name = lowest(over: 0.09 * geometry.height) else { return nil }
        // Below a name stand a position and the like.
        for _ in 0..<3 {
            let label = SignatureLabel(name.words)
            guard name.words.count <= 5, !name.isNumber, !name.isContinued, label == nil || label == .party,
                let next = lowest(over: name.box.bottom + 0.01)
            else { return nil }
            let gap = next.box.bottom - name.box.top
            if gap > 8 {
                guard gap > 36, gap < 150, name.words.count > 1, label == nil else { return nil }
                return PDFRectangle(name.box.left, name.box.top + 3, geometry.width - 20, next.box.bottom - 3)
            }
            guard abs(next.box.left - name.box.left) < 12, next.box.top > name.box.top + 4 else { return nil }
            name = next
        }
        return nil
    }

    /// The lowest text whose bottom is not below a height.
    @inline(never) private func lowest(over bottom: Double) -> TextRun? {
        var found: TextRun?
        for run in runs where !run.isLine && run.count > 1 && run.box.bottom > bottom {
            if run.box.bottom < found?.box.bottom ?? .infinity { found = run }
        }
        return found
    }

    /// What of the obstacles comes near a box.
    func obstacles(near box: PDFRectangle, _ budget: PDFBudget) throws(PDFError) -> [PDFRectangle] {
        try budget.spend(obstacles.count / 4)
        return obstacles.filter { $0.common(with: box) != nil }
    }
}

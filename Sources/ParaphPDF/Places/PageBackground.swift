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
        addDottedRules(summary.marks)
        let letters = summary.letters.compactMap { letter in seen(letter.box).map { PlacedLetter(scalar: letter.scalar, box: $0) } }
        runs = TextRun.runs(of: letters)
        lines += runs.filter { $0.isLine }.map { $0.box }
        try addFields(of: page, file)
    }

    /// How long and how high a part of a line in dots or dashes is at most, and how far from the next one.
    private static let (longestDot, highestDot, dotGap) = (8.0, 3.0, 8.0)

    /// Adds lines that are drawn as dots or dashes beside one another, each for itself, as browsers do.
    private mutating func addDottedRules(_ marks: [ContentMark]) {
        var line: PDFRectangle?
        for mark in marks {
            var dot: PDFRectangle?
            if mark.kind == .fill || mark.kind == .stroke, !mark.isBlank { dot = seen(mark.box) }
            if let box = dot, box.width > Self.longestDot || box.height > Self.highestDot { dot = nil }
            if let known = line, let dot, abs(known.bottom - dot.bottom) < 0.1, dot.left >= known.left, dot.left - known.right < Self.dotGap
            {
                line = known.joined(with: dot)
                continue
            }
            if let known = line, known.width >= 50, rules.count < Self.mostRules { rules.append(known) }
            line = dot
        }
        if let line, line.width >= 50, rules.count < Self.mostRules { rules.append(line) }
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

    /// The paper between the end of a letter and the printed name of who signs it; nil where no such name stands at the end of the text.
    ///
    /// Complexity: O(texts).
    var gapOverName: PDFRectangle? {
        var (next, lines) = (lowest(over: 0.09 * geometry.height), 0)
        // Below a name stand a position and the like, below these enclosures and who can be asked.
        while let text = next, lines < 6, text.words.count <= 8 {
            lines += 1
            next = lowest(over: text.box.bottom + 0.01)
            guard let above = next else { return nil }
            let gap = above.box.bottom - text.box.top
            if gap > 30, gap < 150, text.isName, SignatureLabel(text.words) == nil {
                return PDFRectangle(text.box.left, text.box.top + 3, geometry.width - 20, above.box.bottom - 3)
            }
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

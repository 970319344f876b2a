/// What the letters of a page say, as far as the file tells their meaning: what stands beside a place on its line, and in which blanks people write.
///
/// A file can lie about its letters. So their meaning excuses nothing but labels of signatures, and else only says where to look.
struct PageText {
    /// Texts and lines to write on, each as far as no wide blank parts it.
    private let runs: [TextRun]
    private let words: [PDFRectangle]
    private let digits: [PDFRectangle]
    private let colons: [PDFRectangle]
    /// Level lines that are drawn.
    private let rules: [PDFRectangle]

    /// As parts of the height of letters: how wide a gap ends a word, how far a text may be from the blank that belongs to it, how far what goes on in its
    /// line, and how far off it stands that is close by its marks, which are known less well.
    private static let (gap, belongs, goesOn, close) = (0.2, 2.0, 3.0, 1.5)
    /// How many words a line of a sentence has; as parts of its height, how far from it others over, under and beside it are read with it,
    /// and how far in a margin what is longer than initials.
    private static let (sentence, over, margin, wideMargin) = (4, 1.0, 4.0, 5.5)
    /// How much wider than high a word in a wide margin is that says more than initials.
    private static let longest = 1.5
    /// How much of the lower one of two heights is on one line.
    private static let level = 0.3
    /// What is in front of a line that is signed for others than oneself.
    private static let offices: StaticString = """
        director president manager secretary treasurer chairman chair ceo cfo директор президент руководитель бухгалтер председатель секретарь начальник \
        gerant gerante directeur directrice presidente secretaire tresorier
        """

    /// Takes the letters of a page, which may have been left out.
    init(_ summary: ContentSummary) {
        runs = TextRun.runs(of: summary.letters)
        rules = summary.marks.filter { $0.isRule && !$0.isBlank && $0.box.width > $0.box.height }.map { $0.box }
        var (words, digits, colons): ([PDFRectangle], [PDFRectangle], [PDFRectangle]) = ([], [], [])
        var isApart = true
        for letter in summary.letters {
            if FieldLook.isSpace(letter.scalar) {
                isApart = true
                continue
            }
            if (0x30...0x39).contains(letter.scalar) { digits.append(letter.box) }
            if letter.scalar == 0x3A { colons.append(letter.box) }
            if !isApart, let last = words.last, Self.isLevel(last, letter.box), letter.box.left - last.right < Self.gap * last.height,
                letter.box.left > last.left
            {
                words[words.count - 1] = last.joined(with: letter.box)
            } else {
                words.append(letter.box)
            }
            isApart = false
        }
        (self.words, self.digits, self.colons) = (words, digits, colons)
    }

    /// What letters would be that stand somewhere.
    enum Reading: Int, Comparable {
        /// Nothing that is read with them stands there.
        case apart
        /// They could be read with what stands there.
        case beside
        /// They are read as a part of it.
        case inside

        static func < (left: Reading, right: Reading) -> Bool { left.rawValue < right.rawValue }
    }

    /// The words within some texts.
    func words(within texts: [PDFRectangle], _ budget: PDFBudget) throws(PDFError) -> Set<PDFRectangle> {
        var found: Set<PDFRectangle> = []
        for text in texts {
            try budget.spend(words.count / 4)
            for word in words where PageContent.touches(word, text) { found.insert(word) }
        }
        return found
    }

    /// Whether something stands right beside a digit on its line.
    func isBesideDigit(_ box: PDFRectangle, _ budget: PDFBudget) throws(PDFError) -> Bool {
        try budget.spend(digits.count / 8)
        return digits.contains { Self.isLevel($0, box) && Self.distance($0, box) < StateComparison.besideText * $0.height }
    }

    /// Whether all of a text that stands close to letters says that a signature comes there.
    func isLabel(_ text: PDFRectangle, of letters: PDFRectangle) -> Bool {
        let near = runs.filter { run in
            !run.isLine && Self.isLevel(run.box, letters) && run.box.common(with: text) != nil
                && Self.distance(run.box, letters) < Self.close * run.box.height
        }
        return !near.isEmpty && near.allSatisfy { label($0) != nil }
    }

    /// Whether words that are written somewhere are read with a sentence: over or under a line of it, or in the margin beside it.
    ///
    /// `all` is what they are a part of. What stands on a line to write on belongs there, and what is printed under that says for what it is. Of ink only what is as low as words is read.
    func isReadWithSentence(_ words: PDFRectangle, of all: PDFRectangle, isInk: Bool, _ budget: PDFBudget) throws(PDFError) -> Bool {
        try budget.spend((runs.count + rules.count) / 4)
        guard !rules.contains(where: { Self.distance($0, words) < 0 && Self.stands(words, on: $0) }) else { return false }
        let isInitials = all.width < Self.longest * all.height
        for run in runs where !run.isLine {
            let (height, aside) = (run.box.height, Self.distance(run.box, words))
            if isInk, words.height > 1.3 * height { continue }
            if Self.isLevel(run.box, words) {
                let margin = isInitials ? Self.margin : Self.wideMargin
                if aside > 0, aside < margin * height, try isOfSentence(run, budget) { return true }
                continue
            }
            guard aside < 0, max(run.box.bottom - words.top, words.bottom - run.box.top) < Self.over * height else { continue }
            let (low, high) = run.box.top < words.top ? (run.box, words) : (words, run.box)
            let between = PDFRectangle(words.left, min(low.top, high.bottom) - 1, words.right, max(low.top, high.bottom) + 1)
            let isParted = runs.contains { $0.isLine && $0.box.common(with: between) != nil }
            if !isParted, !rules.contains(where: { $0.common(with: between) != nil }), try isOfSentence(run, budget) { return true }
        }
        return false
    }

    /// Whether a text is a line of a sentence, by its words, or the short one in which a paragraph ends.
    private func isOfSentence(_ run: TextRun, _ budget: PDFBudget) throws(PDFError) -> Bool {
        guard label(run) == nil else { return false }
        if run.words.count - run.joints >= Self.sentence { return true }
        guard !run.words.isEmpty, !run.isName else { return false }
        try budget.spend(runs.count / 4)
        let height = run.box.height
        return runs.contains { above in
            let gap = above.box.bottom - run.box.top
            return !above.isLine && above.words.count - above.joints >= Self.sentence && gap > -0.5 * height && gap < Self.over * height
                && (above.box.left - run.box.left).magnitude < 2 * height && label(above) == nil
        }
    }

    /// What letters are that stand in a printed blank: in one with a text around it they are read as its words.
    func reading(of letters: PDFRectangle, _ budget: PDFBudget) throws(PDFError) -> Reading {
        try budget.spend((runs.count + rules.count) / 4)
        var blanks = runs.filter { $0.isLine && Self.isLevel($0.box, letters) && Self.distance($0.box, letters) <= 0 }.map { $0.box }
        for rule in rules where Self.distance(rule, letters) <= 0 && Self.stands(letters, on: rule) {
            blanks.append(PDFRectangle(rule.left, letters.bottom, rule.right, letters.top))
        }
        let isGoingOn = runs.contains { run in
            let distance = letters.left - run.box.right
            return !run.isLine && Self.isLevel(run.box, letters) && distance > 0 && distance < Self.goesOn * run.box.height
                && label(run) == nil
        }
        var worst = isGoingOn ? Reading.beside : .apart
        for blank in blanks {
            try budget.spend(runs.count / 4)
            let texts = runs.filter { run in
                let gap = Self.distance(run.box, blank)
                return !run.isLine && Self.isLevel(run.box, blank) && gap > -0.3 * run.box.height && gap < Self.belongs * run.box.height
            }
            let before = texts.filter { $0.box.left < blank.left }.max { $0.box.right < $1.box.right }
            let behind = texts.filter { $0.box.right > blank.right }.min { $0.box.left < $1.box.left }
            worst = max(worst, reading(between: before, and: behind))
        }
        return worst
    }

    private func reading(between before: TextRun?, and behind: TextRun?) -> Reading {
        // "Seller: ____ Buyer: ____", "____ (signature)", "Director ____ /Smith/".
        let isEnded = behind.map { label($0) != nil } ?? true
        guard let before else { return isEnded ? .apart : .beside }
        guard let label = label(before) else { return .inside }
        if isEnded { return .apart }
        return label == .signature ? .beside : .inside
    }

    /// What a text says as the label of a signature; nil for one that is none.
    private func label(_ run: TextRun) -> SignatureLabel? {
        let words = run.words
        let isEnded = colons.contains { Self.isLevel($0, run.box) && (run.box.right - $0.right).magnitude < 0.3 * run.box.height }
        guard words.count <= (isEnded ? 6 : 2) else { return nil }
        if let label = SignatureLabel(words), label != .other { return label }
        return words.contains { SignatureLabel.has(Self.offices, $0) } ? .party : nil
    }

    /// How far two boxes are apart across; less than nothing where they share a column.
    private static func distance(_ first: PDFRectangle, _ second: PDFRectangle) -> Double {
        max(first.left, second.left) - min(first.right, second.right)
    }

    static func isLevel(_ first: PDFRectangle, _ second: PDFRectangle) -> Bool {
        min(first.top, second.top) - max(first.bottom, second.bottom) > level * min(first.height, second.height)
    }

    /// Whether letters stand on a line, as on one that people write on.
    private static func stands(_ letters: PDFRectangle, on rule: PDFRectangle) -> Bool {
        let above = rule.top - letters.bottom
        return above > -0.35 * letters.height && above < 0.45 * letters.height
    }
}

/// A printed line, or the lower edge of a box, that is meant to be signed on.
struct SignatureLine {
    /// Where it lies; what is signed stands on its bottom.
    let box: PDFRectangle
    /// What its label speaks of: a signature, a party, or what may be one.
    private(set) var label: SignatureLabel
    /// The box whose lower edge it is, if it is one: what is signed stays inside.
    var cell: PDFRectangle?
    /// Whether its label stands below or above it and none in front, where its words are not known, and whether that may be signed on without others like it.
    private var (isCaptioned, isAlone) = (false, false)
    /// Whether the name of a person stands behind it.
    private(set) var isNamed = false

    private init(box: PDFRectangle, label: SignatureLabel, cell: PDFRectangle? = nil) {
        (self.box, self.label, self.cell) = (box, label, cell)
    }

    /// How far from a line its label stands at most: in front, below and above.
    private static let (before, below, above) = (90.0, 22.0, 84.0)
    /// How many lines of the same place and width are not yet a table, and how wide one is that stands for itself, as a part of the page.
    private static let (mostAlike, widest) = (5, 0.6)
    /// How many written lines of a page are looked at.
    private static let most = 400
    /// How many dots or underscores are a line, and how long it is at least.
    private static let (fewest, shortest) = (4, 40.0)

    /// How far behind a line, and in front of it, stands what belongs to it.
    private static let follow = -4.0...24

    /// The lines of a page that say that they are for a signature, from top to bottom and from left to right.
    ///
    /// Complexity: O(lines · texts), 400 · 10,000 at most.
    static func all(on page: PageBackground, _ budget: PDFBudget) throws(PDFError) -> [SignatureLine] {
        let texts = page.runs.filter { !$0.isLine }
        var written: [TextRun] = []
        for run in page.runs where run.isLine && run.count >= fewest && run.box.width >= shortest && written.count < most {
            try budget.spend(texts.count)
            // Leaders end at a number.
            if run.isDotted, texts.contains(where: { $0.isNumber && $0.isLevel(with: run) && follow.contains($0.box.left - run.box.right) })
            {
                continue
            }
            written.append(run)
        }
        // Letters of lines reach below what is seen of them.
        let drawn = written.map { run in
            PDFRectangle(run.box.left, run.box.bottom + 0.15 * run.box.height, run.box.right, run.box.bottom + 0.25 * run.box.height)
        }
        let boxes = try DrawnBoxes(page, texts, budget)
        var judged: [SignatureLine] = []
        let lines = drawn + page.rules
        let names = try Names(of: lines, texts, budget)
        for line in lines {
            try budget.spend(texts.count + lines.count + page.rules.count)
            if try boxes.haveEdge(line, budget) || names.isBlank(line) && !isLed(line, texts) { continue }
            if isFilled(line, texts, page.rules) { continue }
            let like = page.rules.reduce(0) { $0 + (abs($1.left - line.left) < 2 && abs($1.right - line.right) < 2 ? 1 : 0) }
            if let line = said(of: line, texts, names, like >= mostAlike, page, boxes, lines) { judged.append(line) }
        }
        var found: [SignatureLine] = []
        for var line in judged {
            try budget.spend(judged.count)
            guard let label = label(of: line, among: judged) else { continue }
            line.label = label
            found.append(line)
        }
        // In a box with a line to sign on, it is the line that is meant.
        let within = found
        for cell in boxes.all where !within.contains(where: { $0.label != .guess && $0.isIn(cell) }) {
            guard let label = try boxes.label(of: cell, budget), label != .other else { continue }
            let floor = PDFRectangle(cell.left, cell.bottom, cell.right, cell.bottom)
            if label != .guess { found.removeAll { $0.label == .guess && $0.cell == nil && $0.isIn(cell) } }
            found.append(SignatureLine(box: floor, label: label, cell: cell))
        }
        let cells = found
        for cell in boxes.all where !cells.contains(where: { $0.isIn(cell) || $0.cell == cell }) {
            try budget.spend(cells.count + boxes.all.count)
            guard
                let like = cells.first(where: { line in line.cell.map { boxes.isLike(cell, $0, isKnown: line.label != .guess) } ?? false })
            else { continue }
            found.append(SignatureLine(box: PDFRectangle(cell.left, cell.bottom, cell.right, cell.bottom), label: like.label, cell: cell))
        }
        // What stands within a few points is one row.
        func row(_ line: SignatureLine) -> Double { -(line.box.bottom / 6).rounded(.down) }
        found.sort { (row($0), $0.box.left) < (row($1), $1.box.left) }
        return found
    }

    /// Whether a label for a signature stands right in front: what goes on behind the line is said of who signs.
    @inline(never) private static func isLed(_ line: PDFRectangle, _ texts: [TextRun]) -> Bool {
        texts.contains { $0.isLevel(with: line) && follow.contains(line.left - $0.box.right) && SignatureLabel.begins($0.words) }
    }

    /// Whether it may be the place of another signer than those that are known, from top to bottom: it stands below the first or behind one, and is a
    /// party's, has a person's name, or there is only one.
    @inline(never) func isAnothers(than known: [SignatureLine]) -> Bool {
        guard let first = known.first, known.count == 1 || label == .party || isNamed else { return false }
        return box.bottom < first.box.bottom + 6 && !known.contains { abs($0.box.bottom - box.bottom) < 6 && $0.box.left > box.left }
    }

    /// Whether it lies in a cell or is its lower edge; the upper one is another's.
    private func isIn(_ cell: PDFRectangle) -> Bool { cell.contains((box.left + box.right) / 2, box.bottom + 1) }

    /// What a line is for among all: what is like the line of a party is another's, where most of such lines are parties', and captions of lines side by
    /// side name two; nil for what is none to sign on.
    private static func label(of line: SignatureLine, among all: [SignatureLine]) -> SignatureLabel? {
        guard line.label == .guess else { return line.label == .other ? nil : line.label }
        let (box, isCaptioned) = (line.box, line.isCaptioned)
        var (isParty, isPair, isOther, parties, alike) = (false, false, false, 0, 0)
        for next in all {
            let other = next.box
            let isStacked = abs(other.left - box.left) < 2 && abs(other.right - box.right) < 2 && abs(other.bottom - box.bottom) < above
            let isBeside =
                isCaptioned && abs(other.bottom - box.bottom) < 3 && abs(other.width - box.width) < 0.2 * box.width
                && (other.left > box.right || other.right < box.left)
            switch next.label {
            case .party:
                if isStacked { parties += 1 }
                if isBeside { isParty = true }
            case .guess:
                if isStacked { alike += 1 }
                if isBeside, next.isCaptioned { isPair = true }
            case .other: if isStacked { isOther = true }
            case .signature: break
            }
        }
        if isParty || parties > 0 && parties >= alike && !isOther { return .party }
        return line.isAlone || isPair ? .guess : nil
    }

    /// Whether words stand on the start of a line, and another like it is over them: a row of a table without sides.
    @inline(never) private static func isFilled(_ line: PDFRectangle, _ texts: [TextRun], _ rules: [PDFRectangle]) -> Bool {
        for text in texts where abs(text.box.left - line.left) < 14 {
            guard text.box.bottom > line.bottom - 1, text.box.bottom < line.bottom + 9 else { continue }
            let label = SignatureLabel(text.words)
            guard label == nil || label == .other else { continue }
            for rule in rules where abs(rule.left - line.left) < 2 && abs(rule.right - line.right) < 2 {
                if rule.bottom > text.box.top - 3, rule.bottom < text.box.top + 14 { return true }
            }
        }
        return false
    }

    /// How far in front of a line a label stands that has nothing between, and how many words a label has at most whose words are not known.
    private static let (farthest, mostWords) = (240.0, 6)

    /// What the nearest words say: in front of it, below it as a caption, or above it.
    ///
    /// Of the lines of a table only those in front count, and below a line across the page only a signature's caption. Where the words are not known, the
    /// name of a person or what a party is called may tell.
    private static func said(
        of line: PDFRectangle,
        _ texts: [TextRun],
        _ names: Names,
        _ isOfTable: Bool,
        _ page: PageBackground,
        _ boxes: DrawnBoxes,
        _ lines: [PDFRectangle]
    ) -> SignatureLine? {
        let isWide = line.width > widest * page.geometry.width
        var under: (distance: Double, label: SignatureLabel)?
        var front: (distance: Double, label: SignatureLabel?)?
        var (isNameInFront, head, headAway) = (false, -1, farthest)
        var over: (distance: Double, label: SignatureLabel?)?
        var (far, caption, farAway, captionAway) = (-1, -1, farthest, Double.infinity)
        for (index, text) in texts.enumerated() {
            let box = text.box
            let isInFront = text.isLevel(with: line) && box.right <= line.left + 4
            let gap = line.left - box.right
            let follows = names.follow.contains(index)
            if isInFront, gap < farAway, !follows { (far, farAway) = (index, gap) }
            if isInFront, gap < before, gap < front?.distance ?? .infinity {
                let label = !text.isName && SignatureLabel.leadsToDate(text.words) ? .other : SignatureLabel(text.words)
                // The name behind the line of another says nothing of this one; a sentence that goes on between two lines says what is left out.
                if !follows || label != nil || text.isContinued {
                    front = (gap, follows && text.isContinued && label != .other ? nil : label)
                    isNameInFront = text.isName
                }
            }
            let climb = box.bottom - line.bottom
            if climb > 8, climb < headAway, !follows, !names.lead.contains(index), box.left < line.right, box.right > line.left - before {
                (head, headAway) = (index, climb)
            }
            // What stands in front of another line is that one's.
            guard !isOfTable, !names.lead.contains(index), box.left < line.right, box.right > line.left else { continue }
            let (depth, rise) = (line.bottom - box.top, box.bottom - line.bottom)
            // A caption is not wider than what it stands under, by much.
            let isUnder = depth > -4 && depth < below && box.width < line.width + 40
            let isOver = !isWide && rise > 2 && rise < above
            // What stands in a box is said of what is in it.
            guard isUnder || isOver, !boxes.part(box, from: line) else { continue }
            let label = SignatureLabel(text.words)
            if isUnder, depth < under?.distance ?? .infinity, let label, !isWide || label == .signature { under = (depth, label) }
            if isOver, rise < over?.distance ?? .infinity { over = (rise, label) }
            // Captions are nearer than headings.
            let away = isUnder ? depth : below + rise
            if !isWide, isUnder || !follows, away < captionAway { (caption, captionAway) = (index, away) }
        }
        var known = front?.label ?? under?.label ?? (front == nil ? over?.label : nil)
        // Under a heading for signatures each signs behind the own name.
        if known == nil, isNameInFront, head >= 0, SignatureLabel(texts[head].words) == .signature { known = .signature }
        // What stands nearer says more than the name or date of something else.
        let otherAway = front?.label != nil ? -1 : under?.distance ?? below + (over?.distance ?? 0)
        if known == .other, captionAway < below, captionAway < otherAway || captionAway == otherAway && texts[caption].isName {
            known = nil
        }
        if known == nil, far >= 0, farAway >= before {
            let text = texts[far]
            if lines.contains(where: { $0.left > text.box.left && $0.right < line.left && text.isLevel(with: $0) }) {
                far = -1
            } else if text.words.count <= mostWords {
                known = SignatureLabel(text.words)
            }
        }
        if let known { return SignatureLine(box: line, label: known) }
        var found = SignatureLine(box: line, label: .guess)
        found.isNamed = names.isNamed(line)
        found.isAlone = found.isNamed
        var isHinted = found.isAlone
        for index in [far, caption] where index >= 0 {
            let text = texts[index]
            guard text.words.count <= mostWords, index == far || !text.isNumber else { continue }
            isHinted = true
            if index == caption { found.isCaptioned = front == nil }
            if SignatureLabel.mayBeParty(text.words, isCaption: index == caption) || index == caption && captionAway < below && text.isName
            {
                found.isAlone = true
            }
        }
        return isHinted ? found : nil
    }

    /// What stands behind lines: names of those who sign, and sentences in which something is left out.
    private struct Names {
        /// The texts that stand there, and those right in front of a line.
        private(set) var (follow, lead): (Set<Int>, Set<Int>) = ([], [])
        private var (blanks, named): ([PDFRectangle], [PDFRectangle]) = ([], [])

        /// How many words in small letters behind a line are a label of the next.
        private static let mostOfLabel = 3

        init(of lines: [PDFRectangle], _ texts: [TextRun], _ budget: PDFBudget) throws(PDFError) {
            for line in lines {
                try budget.spend(texts.count)
                for (index, text) in texts.enumerated() where text.isLevel(with: line) {
                    if SignatureLine.follow.contains(line.left - text.box.right) { lead.insert(index) }
                    guard SignatureLine.follow.contains(text.box.left - line.right) else { continue }
                    follow.insert(index)
                    let isLabel = text.words.count <= Self.mostOfLabel && SignatureLabel(text.words) != nil
                    if text.isContinued, !isLabel { blanks.append(line) }
                    if text.isName { named.append(line) }
                }
            }
        }

        /// Whether a sentence goes on behind a line.
        func isBlank(_ line: PDFRectangle) -> Bool { blanks.contains(line) }

        /// Whether the name of a person stands behind a line.
        func isNamed(_ line: PDFRectangle) -> Bool { named.contains(line) }
    }

    /// Whether a signature stands on it.
    func isTaken(by signatures: [PDFRectangle]) -> Bool {
        signatures.contains { box in
            if let cell { return cell.contains((box.left + box.right) / 2, (box.bottom + box.top) / 2) }
            let shared = min(box.right, self.box.right) - max(box.left, self.box.left)
            let isOnIt = self.box.bottom > box.bottom - 6 && self.box.bottom < box.bottom + 0.7 * box.height
            return isOnIt && shared > 0.3 * min(box.width, self.box.width)
        }
    }

    /// The sizes that are tried, as parts of the wanted one.
    private static let (heights, widths) = ([1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3], [1.0, 0.85, 0.71, 0.5])
    /// How far what is signed reaches below the line, as parts of its height, and how good that is; in the end it stands somewhat above it.
    private static let sinks = [
        (0.1, 1.0), (0.2, 0.9), (0.3, 0.7), (0.05, 0.98), (0, 0.97), (-0.08, 0.9), (0.4, 0.5), (0.5, 0.45), (0.6, 0.4),
    ]
    /// From how many points below the line on it must leave the next line its room, how many these are, and from which part on it hangs from its line.
    private static let (shallow, room, hanging) = (2.0, 40.0, 0.35)
    /// How large a place is at least in which a signature can be read, in points; smaller ones are taken where paper has no more.
    static let readable = (width: 120.0, height: 36.0)

    /// How far from the sides of the page a place stays that reaches beyond its line.
    private static let margin = 14.0

    /// How good a place is: whether a signature can be read there comes first, then how large it is.
    private struct Worth: Comparable {
        let isReadable: Double
        let size: Double

        init(_ wide: Double, _ high: Double, of width: Double, _ height: Double, _ fit: Double) {
            isReadable = min(1, wide / min(width, readable.width), high / min(height, readable.height))
            size = min(wide / width, high / height) * fit
        }

        static func < (left: Worth, right: Worth) -> Bool { (left.isReadable, left.size) < (right.isReadable, right.size) }
    }

    /// The place of at most some size that stands on it, shows ink largest and touches nothing, the lines of others above it neither; nil where
    /// there is none that anybody could sign in.
    func place(
        _ width: Double,
        _ height: Double,
        on page: PageBackground,
        besides others: [SignatureLine],
        and taken: [PDFRectangle] = [],
        _ budget: PDFBudget
    ) throws(PDFError) -> PDFRectangle? {
        if let cell { return try place(width, height, in: cell, on: page, budget) }
        let around = box.grown(by: width, 1.2 * height)
        let near = try page.obstacles(near: around, budget) + taken
        // What others write on the lines above keeps its room, where that leaves enough.
        try budget.spend(page.rules.count + page.runs.count)
        var upper: [PDFRectangle] = []
        for line in page.blanks where line.bottom > box.bottom + 8 && line.common(with: around) != nil { upper.append(line) }
        let wide = min(width, box.width, Self.readable.width)
        var found: PDFRectangle?
        for keeps in upper.isEmpty ? [false] : [true, false] {
            let near = keeps ? near + upper : near
            // What stands on the line is better than what hangs from it, even if it is smaller.
            if let standing = try place(width, height, near, page, others, false, budget) { return standing }
            let hanging = try place(width, height, near, page, others, true, budget)
            if let hanging, hanging.height >= Self.lowest, hanging.width >= wide { return hanging }
            found = hanging ?? found
        }
        return found
    }

    private func place(
        _ width: Double,
        _ height: Double,
        _ obstacles: [PDFRectangle],
        _ page: PageBackground,
        _ others: [SignatureLine],
        _ hangs: Bool,
        _ budget: PDFBudget
    ) throws(PDFError) -> PDFRectangle? {
        var near = obstacles
        // A later signer has as much room.
        for other in others where other.box.bottom > box.bottom + 8 { near.append(other.box.grown(by: 0, Self.kept)) }
        let below = others.filter { $0.box.bottom < box.bottom - 8 }.map { other in
            PDFRectangle(other.box.left, other.box.bottom, other.box.right, other.box.bottom + Self.room)
        }
        let edges = page.whole
        var best: (worth: Worth, place: PDFRectangle)?
        let most = min(width, box.width)
        // A short line has paper beside it.
        let wides = Self.widths.map { most * $0 } + (box.width < Self.readable.width ? [min(width, Self.readable.width)] : [])
        for high in Self.heights.map({ height * $0 }) + [min(height, Self.readable.height)] where high >= 16 {
            for wide in wides where wide >= (hangs ? 48 : min(most, Self.readable.width)) {
                for (sink, fit) in Self.sinks where hangs || sink < Self.hanging {
                    let worth = Worth(wide, high, of: width, height, fit)
                    if let best, worth <= best.worth { continue }
                    let bottom = box.bottom - sink * high
                    for part in [0, 0.5, 1, 0.25, 0.75] {
                        try budget.spend(near.count)
                        let left = box.left + (box.width - wide) * part
                        let place = PDFRectangle(left, bottom, left + wide, bottom + high)
                        guard place.left >= min(edges.left + Self.margin, box.left),
                            place.right <= max(edges.right - Self.margin, box.right),
                            place.bottom >= 0, place.top <= edges.top,
                            !near.contains(where: { Self.meets(place, $0) }),
                            sink * high < Self.shallow || !below.contains(where: { Self.meets(place, $0) })
                        else { continue }
                        best = (worth, place)
                        break
                    }
                }
            }
        }
        return best?.place
    }

    /// How low a signature in a box may be, and how far it stays from the edges, in points.
    private static let (lowest, inset) = (24.0, 1.5)

    /// The same in a box: on its lower edge or on what stands there, and wholly inside.
    private func place(_ width: Double, _ height: Double, in cell: PDFRectangle, on page: PageBackground, _ budget: PDFBudget)
        throws(PDFError) -> PDFRectangle?
    {
        let near = try page.obstacles(near: cell, budget)
        let inside = cell.grown(by: -Self.inset, -Self.inset)
        guard inside.right > inside.left, inside.top > inside.bottom, let inside = inside.common(with: page.whole) else { return nil }
        let backgrounds = [inside.bottom] + near.map { $0.top + 1 }.filter { $0 > inside.bottom && $0 < inside.top }.prefix(16)
        var best: (worth: Worth, place: PDFRectangle)?
        for background in backgrounds {
            for high in Self.heights.map({ $0 * min(height, inside.top - background) }) where high >= Self.lowest {
                for wide in Self.widths.map({ min(width, inside.width) * $0 }) where wide >= 48 {
                    let worth = Worth(wide, high, of: width, height, 1)
                    if let best, worth <= best.worth { continue }
                    for left in [inside.left, inside.left + (inside.width - wide) / 2, inside.right - wide] {
                        try budget.spend(near.count)
                        let place = PDFRectangle(left, background, left + wide, background + high)
                        if near.contains(where: { Self.meets(place, $0) }) { continue }
                        best = (worth, place)
                        break
                    }
                }
            }
        }
        return best?.place
    }

    /// How much of the room below another line is left to it.
    private static let kept = 2.0

    /// Whether a place meets something, by more than numbers are rounded: judging ink forgives more, but what is proposed keeps off wholly.
    @inline(never) static func meets(_ place: PDFRectangle, _ other: PDFRectangle) -> Bool {
        guard let common = place.common(with: other) else { return false }
        return common.width > 0.5 && common.height > 0.5
    }
}

/// The boxes that lines close on a page, such as the cells of a table, and what is said of them.
struct DrawnBoxes {
    /// Each from the middle of its left side to that of its right one, and from its lower edge to its upper one.
    private(set) var all: [PDFRectangle] = []
    private let page: PageBackground
    private let texts: [TextRun]
    /// What words in each say of it, by its place; nil for one that is empty.
    private var words: [Words?] = []

    /// The words in a cell.
    private struct Words {
        let label: SignatureLabel?
        /// Whether what they say, which is not known, may name a party.
        let isGuess: Bool
        /// Whether they are the name of a person.
        let isName: Bool
    }

    /// How far from one another lines are that meet.
    private static let slack = 3.0
    /// How narrow, low and high a box is that anybody signs in.
    private static let (narrowest, lowestEmpty, highest) = (50.0, 27.0, 250.0)
    /// How low one is in which words stand.
    static let lowest = 9.0
    /// How many sides that stand on one line are looked at, and how many boxes.
    private static let (mostColumns, most) = (24, 400)
    /// How far from a box its label stands at most: in front, and above or below.
    private static let (before, beside) = (90.0, 22.0)
    /// How high a cell is that only says what stands beside or below it.
    private static let highestHeading = 36.0
    /// How high one is at most that heads a whole column; a higher one is signed in.
    private static let highestColumnHead = 44.0
    /// How many boxes below one another are a table of things, in which the heading of a column says only of signatures where they go.
    private static let mostAlike = 5
    /// How many rows lie between a cell and its heading at most.
    private static let mostRows = 60

    /// Finds them.
    ///
    /// Complexity: O(rules · columns · (sides + rules)), 400 · 24 · 800 at most.
    init(_ page: PageBackground, _ texts: [TextRun], _ budget: PDFBudget) throws(PDFError) {
        (self.page, self.texts) = (page, texts)
        for floor in page.rules {
            try budget.spend(page.sides.count)
            let standing = page.sides.filter { side in
                side.bottom < floor.bottom + Self.slack && side.top > floor.bottom + Self.lowest && Self.meets(side, floor)
            }
            let places = Self.places(of: standing)
            guard places.count >= 2, places.count <= Self.mostColumns else { continue }
            for (left, right) in zip(places, places.dropFirst()) where right.x - left.x >= Self.narrowest {
                try budget.spend(page.rules.count + all.count)
                guard let top = lid(over: floor, from: left.x, to: right.x), min(left.top, right.top) > top - Self.slack else { continue }
                let box = PDFRectangle(left.x, floor.bottom, right.x, top)
                if all.count < Self.most, !all.contains(where: { Self.isSame($0, box) }) { all.append(box) }
            }
        }
        try budget.spend(all.count * texts.count)
        let found = all
        all = []
        for box in found {
            let inside = texts.filter { Self.holds(box, $0.box) }
            // On the edge of a lower one is signed, as there is no room in it.
            guard box.height >= Self.lowestEmpty || !inside.isEmpty else { continue }
            all.append(box)
            let labels = inside.compactMap { SignatureLabel($0.words) }
            var isGuess = false
            for text in inside where SignatureLabel.mayBeParty(text.words, isCaption: false) { isGuess = true }
            let label = labels.contains(.signature) ? .signature : labels.first
            words.append(inside.first.map { Words(label: label, isGuess: isGuess, isName: $0.isName) })
        }
    }

    /// Where upright lines stand, from left to right, and how high they reach there.
    private static func places(of sides: [PDFRectangle]) -> [(x: Double, top: Double)] {
        var places: [(x: Double, top: Double)] = []
        for side in sides {
            let x = (side.left + side.right) / 2
            var index = 0
            while index < places.count, places[index].x <= x - slack { index += 1 }
            if index < places.count, places[index].x - x < slack {
                places[index].top = max(places[index].top, side.top)
            } else {
                places.insert((x, side.top), at: index)
            }
            if places.count > mostColumns { break }
        }
        return places
    }

    /// The lowest line over another that reaches from side to side; nil where there is none near enough.
    private func lid(over floor: PDFRectangle, from left: Double, to right: Double) -> Double? {
        var lowest: Double?
        for rule in page.rules where rule.left < left + Self.slack && rule.right > right - Self.slack {
            let rise = rule.bottom - floor.bottom
            if rise > Self.lowest, rise < Self.highest, rule.bottom < lowest ?? .infinity { lowest = rule.bottom }
        }
        return lowest
    }

    /// Whether an upright line stands somewhere along a level one.
    private static func meets(_ side: PDFRectangle, _ rule: PDFRectangle) -> Bool {
        let x = (side.left + side.right) / 2
        return x > rule.left - slack && x < rule.right + slack
    }

    private static func isSame(_ one: PDFRectangle, _ other: PDFRectangle) -> Bool {
        abs(one.left - other.left) < slack && abs(one.right - other.right) < slack && abs(one.bottom - other.bottom) < slack
            && abs(one.top - other.top) < slack
    }

    /// Whether a line is the lower or upper edge of a box, or the upper one of something higher: people sign in it, but not on that.
    func haveEdge(_ rule: PDFRectangle, _ budget: PDFBudget) throws(PDFError) -> Bool {
        try budget.spend(all.count + page.sides.count)
        let isEdge = all.contains { box in
            (abs(rule.bottom - box.bottom) < Self.slack || abs(rule.bottom - box.top) < Self.slack)
                && rule.left < box.left + Self.slack && rule.right > box.right - Self.slack
        }
        if isEdge { return true }
        let hanging = page.sides.filter { side in
            abs(side.top - rule.bottom) < Self.slack && side.bottom < rule.bottom - Self.lowestEmpty + Self.slack && Self.meets(side, rule)
        }
        return Self.places(of: hanging).count >= 2
    }

    /// What words say of a box: those in it, the heading of its column, those in front of it, above it or below it, in this order; nil where they
    /// say nothing, or where others stand in it.
    func label(of box: PDFRectangle, _ budget: PDFBudget) throws(PDFError) -> SignatureLabel? {
        try budget.spend(2 * texts.count + 64 * all.count)
        guard let place = all.firstIndex(of: box) else { return nil }
        let row = row(of: place)
        if let words = words[place] {
            guard let label = words.label, !isHeading(box) else { return nil }
            // A cell that names what its row is about is none to sign in; a high one for a signature stands for itself beside words.
            let isHigh = label == .signature && box.height > Self.highestColumnHead
            let names = row.contains { other in
                guard let words = self.words[other] else { return all[other].left > box.left }
                return other != place && !isHigh && (words.label == nil || words.label == .other)
            }
            return names ? nil : label
        }
        let named = named(in: row, before: box)
        let side = named.flatMap { words[$0] }
        let column = all.filter { abs($0.left - box.left) < Self.slack && abs($0.right - box.right) < Self.slack }
        if let heading = heading(over: place), let words = words[heading] {
            switch words.label {
            case .signature: return .signature
            case .other: return .other
            case .party:
                if let side { return side.label }
                // What is over the heading is of another table.
                let top = all[heading].top + Self.slack
                return column.filter { $0.top < top }.count < Self.mostAlike ? .party : nil
            case .guess?, nil:
                if side?.label == .signature { return .signature }
                let isParty = side.map { $0.label == .party || $0.isGuess } ?? words.isGuess
                return isParty && column.count < Self.mostAlike ? .guess : nil
            }
        }
        let next = named.map { all[$0].right > box.left - 2 * Self.slack } ?? false ? side : nil
        if let label = next?.label { return label }
        if let label = nearest(isCaption: false, { distance(inFrontOf: box, $0) }) { return label }
        if let label = nearest({ distance(above: box, $0) }), label == .signature || column.count < Self.mostAlike { return label }
        if let label = nearest({ distance(below: box, $0) }) { return label }
        return next?.isGuess ?? false && column.count < Self.mostAlike ? .guess : nil
    }

    /// Whether a text stands in a box in which a line does not.
    @inline(never) func part(_ text: PDFRectangle, from line: PDFRectangle) -> Bool {
        all.contains { Self.holds($0, text) && !$0.contains((line.left + line.right) / 2, line.bottom + 1) }
    }

    /// Whether a cell is empty and like another in its column, and words that are not known stand in front of it, a name or right in front where
    /// the other is only guessed: what the other is for, this one is too.
    func isLike(_ box: PDFRectangle, _ other: PDFRectangle, isKnown: Bool) -> Bool {
        guard abs(other.left - box.left) < Self.slack, abs(other.right - box.right) < Self.slack,
            abs(other.height - box.height) < Self.slack,
            let place = all.firstIndex(of: box), words[place] == nil, let named = named(in: row(of: place), before: box)
        else { return false }
        guard let words = words[named], words.label == nil else { return false }
        return isKnown || words.isName || abs(all[named].right - box.left) < 2 * Self.slack
    }

    /// The nearest cell with words of those of a row that stand in front of another.
    private func named(in row: [Int], before box: PDFRectangle) -> Int? {
        row.filter { words[$0] != nil && all[$0].left < box.left }.max { all[$0].left < all[$1].left }
    }

    /// A cell, and those that stand side by side with it and are as high.
    private func row(of place: Int) -> [Int] {
        let box = all[place]
        var (row, left, right, count) = ([place], box.left, box.right, 0)
        while count < row.count {
            count = row.count
            for (index, other) in all.enumerated() where other.left < left || other.right > right {
                guard abs(other.bottom - box.bottom) < Self.slack, abs(other.top - box.top) < Self.slack,
                    other.left - right < 2 * Self.slack, left - other.right < 2 * Self.slack
                else { continue }
                (left, right) = (min(left, other.left), max(right, other.right))
                row.append(index)
            }
        }
        return row
    }

    /// The uppermost low cell with words in the column of a cell, of those that stand on one another without a gap.
    private func heading(over place: Int) -> Int? {
        var (top, heading) = (place, nil as Int?)
        for _ in 0..<Self.mostRows {
            let box = all[top]
            let next = all.indices.first { other in
                abs(all[other].bottom - box.top) < Self.slack && abs(all[other].left - box.left) < Self.slack
                    && abs(all[other].right - box.right) < Self.slack
            }
            guard let next else { break }
            top = next
            if words[top] != nil, all[top].height <= Self.highestColumnHead { heading = top }
        }
        return heading
    }

    /// What the nearest text says that is near enough at all.
    private func nearest(isCaption: Bool = true, _ distance: (PDFRectangle) -> Double?) -> SignatureLabel? {
        var (found, least) = (-1, Double.infinity)
        for (index, text) in texts.enumerated() {
            if let away = distance(text.box), away < least { (found, least) = (index, away) }
        }
        guard found >= 0 else { return nil }
        let words = texts[found].words
        return SignatureLabel(words) ?? (SignatureLabel.mayBeParty(words, isCaption: isCaption) ? .guess : nil)
    }

    private func distance(inFrontOf box: PDFRectangle, _ text: PDFRectangle) -> Double? {
        let (middle, gap) = ((text.bottom + text.top) / 2, box.left - text.right)
        guard middle > box.bottom - Self.slack, middle < box.top + Self.slack, gap > -4, gap < Self.before else { return nil }
        // Another box between them is nearer.
        let isBehind = all.contains { other in
            other.left > text.right - 4 && other.right < box.left + Self.slack && other.bottom < middle && other.top > middle
        }
        return isBehind ? nil : gap
    }

    private func distance(above box: PDFRectangle, _ text: PDFRectangle) -> Double? {
        let gap = text.bottom - box.top
        guard gap > -4, gap < Self.beside, isOver(box, text) else { return nil }
        // What stands in a box of its own is said of this one only as a heading.
        return all.contains { Self.holds($0, text) && $0.height > Self.highestHeading } ? nil : gap
    }

    private func distance(below box: PDFRectangle, _ text: PDFRectangle) -> Double? {
        let gap = box.bottom - text.top
        guard gap > -4, gap < Self.beside, isOver(box, text) else { return nil }
        return all.contains { Self.holds($0, text) } ? nil : gap
    }

    /// Whether a text stands over or under a box and is not much wider.
    private func isOver(_ box: PDFRectangle, _ text: PDFRectangle) -> Bool {
        text.left < box.right && text.right > box.left && text.width < box.width + 40
    }

    /// Whether a cell with words in it says what an empty one beside or below it is for.
    private func isHeading(_ box: PDFRectangle) -> Bool {
        all.indices.contains { index in
            let other = all[index]
            let isBeside = abs(other.bottom - box.bottom) < Self.slack && abs(other.left - box.right) < 2 * Self.slack
            let isBelow =
                abs(other.top - box.bottom) < Self.slack && abs(other.left - box.left) < Self.slack
                && abs(other.right - box.right) < Self.slack && box.height <= Self.highestHeading
            return isBelow || isBeside && words[index] == nil
        }
    }

    @inline(never) private static func holds(_ box: PDFRectangle, _ text: PDFRectangle) -> Bool {
        box.contains((text.left + text.right) / 2, (text.bottom + text.top) / 2)
    }
}

/// A printed line that is meant to be signed on.
struct SignatureLine {
    /// Where it lies; what is signed stands on its bottom.
    let box: PDFRectangle
    /// Whether its label speaks of a signature, and not only of a party.
    let isNamed: Bool
    /// Where the box ends whose lower edge it is.
    var lid: Double?

    /// How far from a line its label stands at most: in front, below and above.
    private static let (before, below, above) = (90.0, 22.0, 64.0)
    /// How many lines of the same place and width are not yet a table, and how wide one is that stands for itself, as a part of the page.
    private static let (mostAlike, widest) = (5, 0.6)
    /// How many written lines of a page are looked at.
    private static let most = 400
    /// How many dots or underscores are a line, and how long it is at least.
    private static let (fewest, shortest) = (4, 40.0)

    /// The lines of a page that say that they are for a signature, from top to bottom and from left to right.
    ///
    /// Complexity: O(lines · texts), 400 · 10,000 at most.
    static func all(on page: PageGround, _ budget: PDFBudget) throws(PDFError) -> [SignatureLine] {
        let texts = page.runs.filter { !$0.isLine }
        var written: [TextRun] = []
        for run in page.runs where run.isLine && run.count >= fewest && run.box.width >= shortest && written.count < most {
            try budget.spend(texts.count)
            // Leaders end at a number.
            if run.isDotted, texts.contains(where: { $0.isLevel(with: run) && (-4...24).contains($0.box.left - run.box.right) }) {
                continue
            }
            written.append(run)
        }
        // Letters of lines reach below what is seen of them.
        let drawn = written.map { run in
            PDFRectangle(run.box.left, run.box.bottom + 0.15 * run.box.height, run.box.right, run.box.bottom + 0.25 * run.box.height)
        }
        var found: [SignatureLine] = []
        for line in drawn + page.rules {
            try budget.spend(texts.count + 2 * page.rules.count + page.sides.count)
            let like = page.rules.reduce(0) { $0 + (abs($1.left - line.left) < 2 && abs($1.right - line.right) < 2 ? 1 : 0) }
            let lid = lid(of: line, on: page)
            guard let label = label(of: line, lid, texts, like >= mostAlike, page), label != .other else { continue }
            found.append(SignatureLine(box: line, isNamed: label == .signature, lid: lid))
        }
        // What stands within a few points is one row.
        func row(_ line: SignatureLine) -> Double { -(line.box.bottom / 6).rounded(.down) }
        found.sort { (row($0), $0.box.left) < (row($1), $1.box.left) }
        return found
    }

    /// The upper edge of the box whose lower edge a line is; nil where it is none.
    private static func lid(of line: PDFRectangle, on page: PageGround) -> Double? {
        var nearest: Double?
        for rule in page.rules where abs(rule.left - line.left) < 2 && abs(rule.right - line.right) < 2 {
            let rise = rule.bottom - line.bottom
            if rise > 16, rise < 120, rise < nearest.map({ $0 - line.bottom }) ?? .infinity { nearest = rule.bottom }
        }
        guard let nearest else { return nil }
        let isClosed = page.sides.contains { side in
            abs(side.left - line.left) < 2 && side.bottom < line.bottom + 3 && side.top > nearest - 3
        }
        return isClosed ? nearest : nil
    }

    /// What the nearest words say: in front of it or of its box, below it as a caption, or above it; of the lines of a table only those in front,
    /// and below a line across the page only a signature's caption.
    private static func label(of line: PDFRectangle, _ lid: Double?, _ texts: [TextRun], _ isOfTable: Bool, _ page: PageGround)
        -> SignatureLabel?
    {
        let isWide = line.width > widest * page.geometry.width
        var under: (distance: Double, label: SignatureLabel)?
        var front: (distance: Double, label: SignatureLabel?)?
        var over: (distance: Double, label: SignatureLabel?)?
        for text in texts {
            let box = text.box
            let isInFront = box.bottom < (lid ?? line.bottom + 8) && box.top > line.bottom && box.right <= line.left + 4
            let gap = line.left - box.right
            if isInFront, gap < before, gap < front?.distance ?? .infinity { front = (gap, SignatureLabel(text.words)) }
            guard !isOfTable, box.left < line.right, box.right > line.left else { continue }
            let depth = line.bottom - box.top
            // A caption is not wider than what it stands under, by much.
            if depth > -4, depth < below, box.width < line.width + 40, depth < under?.distance ?? .infinity,
                let label = SignatureLabel(text.words), !isWide || label == .signature
            {
                under = (depth, label)
            }
            let rise = box.bottom - line.bottom
            if !isWide, rise > 2, rise < above, rise < over?.distance ?? .infinity { over = (rise, SignatureLabel(text.words)) }
        }
        if let label = front?.label { return label }
        if let under { return under.label }
        return front == nil ? over?.label : nil
    }

    /// Whether a signature stands on it.
    func isTaken(by signatures: [PDFRectangle]) -> Bool {
        signatures.contains { box in
            let shared = min(box.right, self.box.right) - max(box.left, self.box.left)
            let isOnIt = self.box.bottom > box.bottom - 6 && self.box.bottom < box.bottom + 0.7 * box.height
            return isOnIt && shared > 0.3 * min(box.width, self.box.width)
        }
    }

    /// The sizes that are tried, as parts of the wanted one.
    private static let (heights, widths) = ([1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3], [1.0, 0.7, 0.5])
    /// How far what is signed reaches below the line, as parts of its height, and how good that is; in the end it stands somewhat above it.
    private static let sinks = [(0.1, 1.0), (0.2, 0.9), (0.3, 0.7), (0.05, 0.98), (0, 0.97), (-0.08, 0.9)]

    /// The place of at most some size that stands on it, shows ink largest and touches nothing, the lines of others above it neither; nil where
    /// there is none that anybody could sign in.
    func place(
        _ width: Double,
        _ height: Double,
        on page: PageGround,
        besides others: [SignatureLine],
        _ budget: PDFBudget
    ) throws(PDFError) -> PDFRectangle? {
        var near = try page.obstacles(near: box.grown(by: width, 1.2 * height), budget)
        // A later signer has as much room.
        for other in others where other.box.bottom > box.bottom + 8 { near.append(other.box.grown(by: 0, Self.kept)) }
        if let lid { near.append(PDFRectangle(box.left, lid - 0.5, box.right, lid + Self.kept)) }
        let edges = page.whole
        var best: (size: Double, place: PDFRectangle)?
        for high in Self.heights.map({ height * $0 }) where high >= 16 {
            for wide in Self.widths.map({ min(width, box.width) * $0 }) where wide >= 48 {
                for (sink, fit) in Self.sinks {
                    let size = min(wide / width, high / height) * fit
                    if let best, size <= best.size { continue }
                    for left in [box.left, box.left + (box.width - wide) / 2, box.right - wide] {
                        try budget.spend(near.count)
                        let bottom = box.bottom - sink * high
                        let place = PDFRectangle(left, bottom, left + wide, bottom + high)
                        guard place.left >= edges.left, place.right <= edges.right, place.bottom >= 0, place.top <= edges.top,
                            !near.contains(where: { Self.meets(place, $0) })
                        else { continue }
                        best = (size, place)
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
    private static func meets(_ place: PDFRectangle, _ other: PDFRectangle) -> Bool {
        guard let common = place.common(with: other) else { return false }
        return common.width > 0.5 && common.height > 0.5
    }
}

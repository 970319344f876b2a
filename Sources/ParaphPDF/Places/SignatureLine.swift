/// A printed line that somebody is meant to sign on.
struct SignatureLine {
    /// Where it lies; what is signed stands on its bottom.
    let box: PDFRectangle
    /// Whether its label speaks of a signature, and not only of a party.
    let isNamed: Bool

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
            try budget.spend(texts.count + page.rules.count)
            let like = page.rules.reduce(0) { $0 + (abs($1.left - line.left) < 2 && abs($1.right - line.right) < 2 ? 1 : 0) }
            let isOfTable = like >= mostAlike || line.width > widest * page.geometry.width
            guard let label = label(of: line, texts, isOfTable), label != .other else { continue }
            found.append(SignatureLine(box: line, isNamed: label == .signature))
        }
        // What stands within a few points is one row.
        func row(_ line: SignatureLine) -> Double { -(line.box.bottom / 6).rounded(.down) }
        found.sort { (row($0), $0.box.left) < (row($1), $1.box.left) }
        return found
    }

    /// What the nearest words say: in front of it, below it as a caption, or above it; of the lines of a table only those in front.
    private static func label(of line: PDFRectangle, _ texts: [TextRun], _ isOfTable: Bool) -> SignatureLabel? {
        var under: (distance: Double, label: SignatureLabel)?
        var front: (distance: Double, label: SignatureLabel?)?
        var over: (distance: Double, label: SignatureLabel?)?
        for text in texts {
            let box = text.box
            let isInFront = box.bottom < line.bottom + 8 && box.top > line.bottom && box.right <= line.left + 4
            let gap = line.left - box.right
            if isInFront, gap < before, gap < front?.distance ?? .infinity { front = (gap, SignatureLabel(text.words)) }
            guard !isOfTable, box.left < line.right, box.right > line.left else { continue }
            let depth = line.bottom - box.top
            // A caption is not wider than what it stands under, by much.
            if depth > -4, depth < below, box.width < line.width + 40, depth < under?.distance ?? .infinity,
                let label = SignatureLabel(text.words)
            {
                under = (depth, label)
            }
            let rise = box.bottom - line.bottom
            if rise > 2, rise < above, rise < over?.distance ?? .infinity { over = (rise, SignatureLabel(text.words)) }
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
    private static let parts = [1.0, 0.8, 0.65, 0.5, 0.4, 0.3]

    /// The largest place of at most some size that stands on it and touches nothing; nil where there is none that anybody could sign in.
    func place(_ width: Double, _ height: Double, on page: PageGround, _ budget: PDFBudget) throws(PDFError) -> PDFRectangle? {
        let near = try page.obstacles(near: box.grown(by: width, 1.2 * height), budget)
        let edges = page.whole
        for part in Self.parts {
            let high = height * part
            for wide in [min(width, box.width), min(width, box.width) * 0.7, min(width, box.width) * 0.5] where high >= 16 && wide >= 48 {
                for left in [box.left, box.left + (box.width - wide) / 2, box.right - wide] {
                    for sink in [0.1 * high, 0.2 * high, 0.3 * high] {
                        try budget.spend(near.count)
                        let place = PDFRectangle(left, box.bottom - sink, left + wide, box.bottom - sink + high)
                        guard place.left >= edges.left, place.right <= edges.right, place.bottom >= 0, place.top <= edges.top else {
                            continue
                        }
                        if !near.contains(where: { PageContent.touches(place, $0) }) { return place }
                    }
                }
            }
        }
        return nil
    }
}

/// An annotation that marks up text (ISO 32000-2, 12.5.6.10), and whether what it marks stays readable.
struct TextMark {
    /// The boxes around the words that it marks.
    let words: [PDFRectangle]
    private let isHighlight: Bool
    private let isStrike: Bool
    /// What it paints; nil where a reader draws it by itself in its colour.
    private let marks: [ContentMark]?
    private let colour: ContentColour?
    private static let mostWords = 512
    /// How far letters must stand out from their ground.
    private static let legible = 0.15

    /// Whether annotations of a kind mark up text.
    static func isOne(_ kind: PDFName) -> Bool {
        kind == "Highlight" || kind == "Underline" || kind == "Squiggly" || kind == "StrikeOut"
    }

    /// Reads an annotation; nil for one of another kind and for one that is not what such annotations are.
    init?(_ annotation: PDFDictionary, in file: PDFFile) throws(PDFError) {
        guard let kind = try file.resolve(annotation["Subtype"]).name, Self.isOne(kind) else { return nil }
        isHighlight = kind == "Highlight"
        isStrike = kind == "StrikeOut"
        let points = try file.numbers(annotation["QuadPoints"])
        guard !points.isEmpty, points.count % 8 == 0, points.count <= Self.mostWords * 8, points.allSatisfy({ $0.magnitude < 1e6 }) else {
            return nil
        }
        var words: [PDFRectangle] = []
        for start in stride(from: 0, to: points.count, by: 8) {
            var box = PDFRectangle(points[start], points[start + 1], points[start], points[start + 1])
            for index in stride(from: start, to: start + 8, by: 2) {
                box = box.joined(with: PDFRectangle(points[index], points[index + 1], points[index], points[index + 1]))
            }
            if box.width > 0, box.height > 0 { words.append(box) }
        }
        self.words = words
        colour = ContentColour(try file.numbers(annotation["C"]))
        // Nothing that keeps its size or direction, or that shows something else under the pointer.
        let flags = try file.resolve(annotation["F"]).integer ?? 0
        guard flags & (8 | 16) == 0 else { return nil }
        guard annotation["AP"] != nil else {
            marks = nil
            return
        }
        guard try file.resolve(annotation["AP"]).dictionary?.entries.count == 1 else { return nil }
        guard let box = try file.rectangle(annotation["Rect"]),
            case .stream(let stream) = try file.resolve(file.resolve(annotation["AP"]).dictionary?["N"]),
            let transform = try file.transform(of: stream, into: box)
        else { return nil }
        let drawn = try ContentSummary(of: stream, in: file, transform: transform)
        guard !drawn.showsMoreThanLines, !drawn.isOptional, drawn.marks.count <= Self.mostWords * 4 else { return nil }
        marks = drawn.marks
    }

    /// Whether everything under it can be read as before.
    func isReadable(over items: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> Bool {
        guard try !Self.overlap(words, budget) else { return false }
        // Nothing but the page's own text may be marked.
        guard items.allSatisfy({ $0.annotation == nil && $0.kind != .shading }) else { return false }
        return isHighlight ? try isHighlightReadable(over: items, budget) : try areLinesThin(over: items, budget)
    }

    private func isHighlightReadable(over items: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> Bool {
        guard let marks else {
            // Readers mix it with the page so that dark letters stay dark.
            guard let colour else { return false }
            return items.allSatisfy { Self.isLegible($0, under: colour, opacity: 1) }
        }
        guard try !Self.overlap(marks.map { $0.box }, budget) else { return false }
        for mark in marks {
            guard let colour = mark.colour else { return false }
            switch mark.blend {
            case .multiply: if !items.allSatisfy({ Self.isLegible($0, under: colour, opacity: 1) }) { return false }
            case .normal:
                guard mark.opacity <= 0.5 else { return false }
                if !items.allSatisfy({ Self.isLegible($0, under: .white, opacity: 1 - mark.opacity) }) { return false }
            case .other: return false
            }
        }
        return true
    }

    private static func isLegible(_ item: PageContent.Item, under marker: ContentColour, opacity: Double) -> Bool {
        // What colours a picture has nobody knows; those of scans are dark on light.
        if item.kind == .image { return marker.lightness * opacity >= 0.5 }
        guard let colour = item.colour else { return false }
        // The ground of a table's row, not a letter.
        if item.kind == .fill, colour.lightness > 0.7, item.box.width >= 24, item.box.height >= 8 { return true }
        return colour.contrast(under: marker) * opacity >= legible
    }

    /// Whether lines of its colour are seen, and leave letters that can be read.
    private func areLinesThin(over items: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> Bool {
        guard !words.isEmpty else { return false }
        for word in words {
            try budget.spend(items.count)
            for item in items where item.kind == .text && PageContent.touches(word, item.box) {
                let height = min(item.box.height, item.box.width)
                if word.height < 0.6 * height || word.height > 2.5 * height { return false }
            }
            if word.height < 4 { return false }
        }
        guard let marks else { return colour.map { !$0.isFaint } ?? false }
        guard !isStrike || marks.count <= words.count else { return false }
        for mark in marks {
            try budget.spend(words.count)
            guard let colour = mark.colour, !colour.isFaint, mark.blend != .other else { return false }
            let (x, y) = ((mark.box.left + mark.box.right) / 2, (mark.box.bottom + mark.box.top) / 2)
            // Lines lie within the words, or a little below them.
            guard let word = words.first(where: { $0.grown(by: 2, 0.2 * $0.height).contains(x, y) }) else { return false }
            let thickest = max(1.2, 0.14 * word.height)
            if isStrike {
                if mark.box.height > thickest { return false }
            } else {
                let most = word.bottom + 0.3 * word.height
                if mark.box.top > most + thickest / 2 || mark.box.height > 0.35 * word.height { return false }
            }
        }
        return true
    }

    /// Whether any of some boxes lie over one another, so that what they do adds up.
    private static func overlap(_ boxes: [PDFRectangle], _ budget: PDFBudget) throws(PDFError) -> Bool {
        for (index, box) in boxes.enumerated() {
            try budget.spend(boxes.count - index)
            for other in boxes[(index + 1)...] {
                guard let common = box.common(with: other), common.width > 1 else { continue }
                if common.height > 0.3 * min(box.height, other.height) { return true }
            }
        }
        return false
    }
}

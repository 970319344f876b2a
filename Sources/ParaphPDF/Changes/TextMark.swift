/// An annotation that marks up text (ISO 32000-2, 12.5.6.10), and whether what it marks stays readable.
struct TextMark {
    /// The boxes around the words that it marks.
    let words: [PDFRectangle]
    private let isHighlight: Bool
    private let isStrike: Bool
    private let isSquiggly: Bool
    /// Whether every word is given by its upper corners and then its lower ones, as all readers take it.
    private let isInOrder: Bool
    /// What it paints; nil where a reader draws it by itself in its colour.
    private let marks: [ContentMark]?
    private let colour: ContentColour?
    private static let mostWords = 512
    /// How far letters must stand out from their background.
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
        isSquiggly = kind == "Squiggly"
        let points = try file.numbers(annotation["QuadPoints"])
        guard !points.isEmpty, points.count % 8 == 0, points.count <= Self.mostWords * 8, points.allSatisfy({ $0.magnitude < 1e6 }) else {
            return nil
        }
        var words: [PDFRectangle] = []
        var isInOrder = true
        for start in stride(from: 0, to: points.count, by: 8) {
            var box = PDFRectangle(points[start], points[start + 1], points[start], points[start + 1])
            for index in stride(from: start, to: start + 8, by: 2) {
                box = box.joined(with: PDFRectangle(points[index], points[index + 1], points[index], points[index + 1]))
            }
            if box.width > 0, box.height > 0 { words.append(box) }
            let usual = [box.left, box.top, box.right, box.top, box.left, box.bottom, box.right, box.bottom]
            for (index, value) in usual.enumerated() where (points[start + index] - value).magnitude > 0.1 * box.height {
                isInOrder = false
            }
        }
        self.words = words
        self.isInOrder = isInOrder
        colour = ContentColour(try file.numbers(annotation["C"]))
        // Nothing that keeps its size or direction, or that shows something else under the pointer.
        guard try file.flags(of: annotation) & (8 | 16) == 0 else { return nil }
        guard annotation["AP"] != nil else {
            marks = nil
            return
        }
        guard try file.resolve(annotation["AP"]).dictionary?.entries.count == 1 else { return nil }
        guard let box = try file.rectangle(annotation["Rect"]),
            case .stream(let stream) = try file.normalLook(of: annotation),
            let transform = try file.transform(of: stream, into: box)
        else { return nil }
        let drawn = try ContentSummary(of: stream, in: file, transform: transform)
        guard !drawn.showsMoreThanLines, !drawn.isOptional, drawn.marks.count <= Self.mostWords * 4 else { return nil }
        marks = drawn.marks
    }

    /// Whether everything under it can be read as before, and what stands beside it.
    func isReadable(over items: [PageContent.Item], beside near: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> Bool {
        guard try !Self.overlap(words, budget) else { return false }
        // Nothing but the page's own text may be marked.
        guard items.allSatisfy({ $0.annotation == nil && $0.kind != .shading }) else { return false }
        guard isHighlight else { return try areLinesThin(over: items, budget) }
        guard try areGrounds(over: items, beside: near, budget) else { return false }
        return try isHighlightReadable(over: items, budget)
    }

    /// Whether all that a highlighter paints is a background for text, or far from any: one that is thin or beside the text is read as a sign.
    private func areGrounds(over items: [PageContent.Item], beside near: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> Bool {
        var line = words.first?.height ?? 0
        for word in words { line = min(line, word.height) }
        for shape in marks?.map({ $0.box }) ?? words {
            try budget.spend(items.count + near.count)
            var (letters, others): (PDFRectangle?, PDFRectangle?)
            for item in items where PageContent.touches(shape, item.box) {
                if item.kind == .text {
                    letters = letters?.joined(with: item.box) ?? item.box
                } else {
                    others = others?.joined(with: item.box) ?? item.box
                }
            }
            guard let text = letters ?? others else {
                let isClear = near.allSatisfy { item in
                    let more = min(item.box.width, item.box.height) * StateComparison.besideText
                    return !PageContent.touches(shape, item.box.grown(by: more, 0))
                }
                if isClear { continue }
                return false
            }
            if shape.width < 0.35 * line || shape.height < 0.5 * line { return false }
            if min(shape.right, text.right) - max(shape.left, text.left) < 0.5 * shape.width { return false }
        }
        return true
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
        // The colours of a picture are unknown; those of scans are dark on light.
        if item.kind == .image { return marker.lightness * opacity >= 0.5 }
        guard let colour = item.colour else { return false }
        // The background of a table's row, not a letter.
        if item.kind == .fill, colour.lightness > 0.7, item.box.width >= 24, item.box.height >= 8 { return true }
        return colour.contrast(under: marker) * opacity >= legible
    }

    /// A word with what stands there, and how high its letters are.
    private struct Line {
        var word: PDFRectangle
        var text: PDFRectangle
        var size: Double

        /// Whether a part of it is beside nothing that it could mark, where a line would be read as one more sign.
        func reachesOut(_ box: PDFRectangle) -> Bool {
            box.left < text.left - 0.5 * word.height || box.right > text.right + 0.5 * word.height
        }
    }

    /// The words that lie on something, as words do; nil if there is one that does not.
    private func lines(over items: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> [Line]? {
        var lines: [Line] = []
        for word in words {
            try budget.spend(items.count)
            var (letters, others): (PDFRectangle?, PDFRectangle?)
            var size = word.height
            for item in items where PageContent.touches(word, item.box) {
                guard item.kind == .text else {
                    others = others?.joined(with: item.box) ?? item.box
                    continue
                }
                letters = letters?.joined(with: item.box) ?? item.box
                // One letter of its own, as browsers set them, is less wide than high: all of a word together tell how high they are.
                let isLetter = item.box.width < item.box.height && word.height >= 0.6 * item.box.height
                let height = isLetter ? item.box.height : min(item.box.height, item.box.width)
                if word.height < 0.6 * height || word.height > 2.5 * height { return nil }
                size = min(size, 1.2 * height)
            }
            if let letters {
                let height = min(letters.height, letters.width)
                if word.height < 0.6 * height || word.height > 2.5 * height { return nil }
                size = min(size, 1.2 * height)
            }
            // The size of letters in pictures is unknown.
            guard let text = letters ?? others, word.height >= 4, word.width >= 0.35 * word.height, letters != nil || word.height <= 24
            else { return nil }
            lines.append(Line(word: word, text: text, size: size))
        }
        return lines
    }

    /// Whether lines of its colour are seen, and leave letters that can be read.
    private func areLinesThin(over items: [PageContent.Item], _ budget: PDFBudget) throws(PDFError) -> Bool {
        guard !words.isEmpty, let lines = try lines(over: items, budget) else { return false }
        guard let marks else {
            guard isInOrder, lines.allSatisfy({ !$0.reachesOut($0.word) }) else { return false }
            return colour.map { !$0.isFaint } ?? false
        }
        guard !isStrike || marks.count <= words.count else { return false }
        var drawn: [PDFRectangle?] = Array(repeating: nil, count: lines.count)
        for mark in marks {
            try budget.spend(lines.count)
            guard let colour = mark.colour, !colour.isFaint, mark.blend != .other else { return false }
            // Lines lie within the words, or a little below them.
            let holder = lines.firstIndex { line in
                let place = line.word.grown(by: 2, 0.25 * line.word.height)
                guard place.contains(mark.box.left, mark.box.bottom), place.contains(mark.box.right, mark.box.top) else { return false }
                return !line.reachesOut(mark.box)
            }
            guard let holder else { return false }
            let line = lines[holder]
            drawn[holder] = drawn[holder]?.joined(with: mark.box) ?? mark.box
            let thickest = max(1.2, 0.14 * line.size)
            // What underlines so high that it goes through the letters strikes them out.
            let isThrough = isStrike || !isSquiggly && mark.box.top > line.text.bottom + 0.38 * line.size
            if isThrough, mark.box.height > thickest || !isStrike && marks.count > words.count { return false }
            if !isStrike {
                let most = min(line.word.bottom + 0.3 * line.word.height, line.text.bottom + 0.5 * line.size)
                if mark.box.top > most + thickest / 2 || mark.box.height > max(1.2, 0.35 * line.size) { return false }
            }
            // A short line between letters is a sign of its own: a dash, or a point.
            if !isSquiggly, mark.box.width < (isThrough ? 0.6 * line.word.width : 0.35 * line.word.height) { return false }
        }
        guard isSquiggly else { return true }
        // A wave is one band and no point, which would be read with the letters.
        for case (let line, let box?) in zip(lines, drawn) {
            if box.height > max(1.2, 0.35 * line.size) || box.width < 0.35 * line.word.height { return false }
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

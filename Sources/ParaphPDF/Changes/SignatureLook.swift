/// What is painted of a signature, and what it does to what lies below.
///
/// Ink on paper hides little and erases nothing: both are seen. What could take the place of what stood there is something else: light
/// backgrounds, pictures, letters, or so much ink that nothing is left to be read.
struct SignatureLook {
    let drawn: ContentSummary
    /// Whether letters are drawings that the file brings (9.6.4), which may be anything.
    private var drawsLetters = false
    /// Whether it stands in a field that waited for it there: those who signed before knew that ink would come over what is printed below.
    var isExpected = false

    /// How much of a place as large as a letter ink may paint before the letter counts as hidden.
    private static let mostHidden = 0.9
    /// How many letters in a row ink must hide, or how many of a shorter word: a pen crosses letters and itself, and hides one here and there
    /// (`docs/results/pdf.md`).
    private static let (row, wholeWord) = (3.0, 2.0)
    /// How high they are at least where ink was expected, as a part of its height and in points.
    private static let (rowHeight, highestRow) = (0.2, 16.0)
    /// The height of the smallest letters.
    private static let least = 4.0
    /// Half of the height of a letter, where the letters are unknown.
    private static let letter = 5.0
    /// How many points across and up are looked at in such a place.
    private static let (across, up) = (5, 8)

    /// Reads the appearance of a widget; nil for one that readers could draw in other ways, or that has more than one.
    init?(_ widget: PDFDictionary, in file: PDFFile) throws(PDFError) {
        // What keeps its size or direction reaches an unknown distance.
        guard try file.flags(of: widget) & (8 | 16) == 0, let box = try file.rectangle(widget["Rect"]),
            let appearances = try file.resolve(widget["AP"]).dictionary, appearances.entries.count == 1,
            case .stream(let stream) = try file.resolve(appearances["N"]), stream.data.count > 0,
            let transform = try file.transform(of: stream, into: box)
        else { return nil }
        try self.init(stream, placed: transform, in: file)
    }

    /// Reads what would be the appearance of a signature in a rectangle, before there is one.
    init?(_ appearance: PDFStream, in box: PDFRectangle, of file: PDFFile) throws(PDFError) {
        guard let transform = try file.transform(of: appearance, into: box) else { return nil }
        try self.init(appearance, placed: transform, in: file)
    }

    private init?(_ stream: PDFStream, placed transform: PDFTransform, in file: PDFFile) throws(PDFError) {
        drawn = try ContentSummary(of: stream, in: file, transform: transform)
        guard !drawn.isCut, !drawn.isOptional, !drawn.isTangled else { return nil }
        for font in drawn.fonts {
            let kind = try file.resolve(file.resolve(font).dictionary?["Subtype"]).name
            if kind.map({ $0 == "Type3" }) ?? true { drawsLetters = true }
        }
    }

    /// What it does to a page, from good to bad.
    enum Touch: Int, Comparable {
        /// It lies on nothing but paper, lines and fields that wait for it.
        case clear
        /// The same, but it could be read together with what stands beside it, or as text of its own.
        case beside
        /// It lies on something, all of which can still be seen.
        case marks
        /// It hides something, or could be read in its place.
        case hides

        static func < (left: Touch, right: Touch) -> Bool { left.rawValue < right.rawValue }
    }

    /// The box around all that it paints; nil where that is nothing.
    var box: PDFRectangle? {
        drawn.marks.reduce(nil) { (box: PDFRectangle?, mark) in box.map { $0.joined(with: mark.box) } ?? mark.box }
    }

    /// What it does to a page that shows something already.
    func touch(on page: PageContent, except annotation: Int, _ budget: PDFBudget) throws(PDFError) -> Touch {
        var touched: Set<PageContent.Holder> = []
        return try touch(on: page, except: annotation, noting: &touched, budget)
    }

    /// The same, with what shows the things that it lies on.
    func touch(
        on page: PageContent,
        except annotation: Int,
        noting touched: inout Set<PageContent.Holder>,
        _ budget: PDFBudget
    ) throws(PDFError) -> Touch {
        var worst = try touchBeside(page, except: annotation, budget)
        if worst == .hides { return .hides }
        // One box lies under many strokes, and is looked at once.
        var inked: Set<PDFRectangle> = []
        var texts: [PDFRectangle] = []
        for mark in drawn.marks {
            let paint = paint(of: mark)
            if paint == .nothing { continue }
            // Where it is unknown what stands on the page, only ink is known not to replace it.
            if page.isUnknown {
                if paint != .ink { return .hides }
                worst = max(worst, .marks)
                inked.insert(mark.box.grown(by: Self.letter, Self.letter))
                continue
            }
            for item in try page.touched(by: [mark.box], except: annotation, margin: 0, budget) {
                let found = Self.touch(of: paint, on: item)
                if found != .clear { touched.insert(item.holder) }
                if found == .hides { return .hides }
                if found == .marks, paint == .ink {
                    if item.annotation != nil {
                        inked.insert(mark.box.grown(by: Self.letter, Self.letter))
                    } else if inked.insert(item.box).inserted, item.kind == .text {
                        texts.append(item.box)
                    }
                }
                worst = max(worst, found)
            }
        }
        if try isHiding(inked, budget) { return .hides }
        return try isHidingWord(page.text.words(within: texts, budget), budget) ? .hides : worst
    }

    enum Paint { case nothing, ink, letters, background }

    /// What a mark is, where its letters may be drawings.
    func paint(of mark: ContentMark) -> Paint { mark.kind == .text && drawsLetters ? .background : Self.paint(of: mark) }

    /// What a mark is: only what is known to be dark is ink or a letter, and what darkens what lies below it hides nothing where it is light.
    private static func paint(of mark: ContentMark) -> Paint {
        guard mark.kind != .image, mark.kind != .shading, mark.blend != .other, let colour = mark.colour else { return .background }
        if colour.lightness > 0.5 { return mark.blend == .multiply ? (colour.isWhite ? .nothing : .ink) : .background }
        return mark.kind == .text ? .letters : .ink
    }

    private static func touch(of paint: Paint, on item: PageContent.Item) -> Touch {
        switch paint {
        case .nothing: return .clear
        case .ink:
            if item.isWrittenOn || item.isLine || item.isScan { return .clear }
            return .marks
        case .letters:
            // What is typed into an empty field is read as what it holds.
            if item.holder == .blank { return .hides }
            if item.isScan || item.isWrittenOn { return .clear }
            return item.holder == .signature ? .marks : .hides
        case .background: return .hides
        }
    }

    /// Whether ink hides several letters in a row within some boxes, or what no pen draws hides any.
    private func isHiding(_ boxes: Set<PDFRectangle>, _ budget: PDFBudget) throws(PDFError) -> Bool {
        let blunt = drawn.shapes.compactMap { $0.blunt }
        if try isAnythingHidden(boxes, by: blunt, letters: 1, least: Self.least, budget) { return true }
        return try isAnythingHidden(boxes, by: drawn.shapes, letters: Self.row, least: leastHeight, budget)
    }

    /// Whether ink hides a word of fewer letters than several, as a number of two digits.
    private func isHidingWord(_ words: Set<PDFRectangle>, _ budget: PDFBudget) throws(PDFError) -> Bool {
        let short = words.filter { $0.width < 0.5 * Self.row * $0.height && $0.width >= 0.4 * Self.wholeWord * $0.height }
        return try isAnythingHidden(short, by: drawn.shapes, letters: Self.wholeWord, least: leastHeight, budget)
    }

    /// How high letters are at least that are missed: where ink was expected, a pen hides those that are small beside it.
    private var leastHeight: Double {
        isExpected ? min(max(Self.rowHeight * (box?.height ?? 0), Self.least), Self.highestRow) : Self.least
    }

    /// Whether shapes paint nearly all of any place as large as some letters in a row, within some boxes.
    ///
    /// Only where ink comes near is looked: what a file says of its boxes may be as large as numbers get.
    private func isAnythingHidden(
        _ boxes: Set<PDFRectangle>,
        by shapes: [PaintedShape],
        letters: Double,
        least: Double,
        _ budget: PDFBudget
    ) throws(PDFError) -> Bool {
        for box in boxes {
            guard let box = box.common(with: Self.world) else { continue }
            let near = shapes.filter { $0.box.common(with: box) != nil }
            let inked = near.reduce(nil) { (all: PDFRectangle?, shape) in all.map { $0.joined(with: shape.box) } ?? shape.box }
            guard let reach = inked?.common(with: box) else { continue }
            let height = min(max(min(box.width, box.height), least), 24)
            // A letter without what reaches above and below most of them.
            let (letter, high) = (0.5 * height, 0.6 * height)
            let wide = max(letter, min(letters * letter, box.width))
            var bottom = Self.first(from: box.bottom, by: high / 3, to: reach.bottom - high)
            repeat {
                var left = Self.first(from: box.left, by: letter / 2, to: reach.left - wide)
                repeat {
                    try budget.spend(1)
                    let place = PDFRectangle(left, bottom, left + wide, bottom + high)
                    left += letter / 2
                    let shapes = near.filter { $0.box.common(with: place) != nil }
                    if shapes.isEmpty { continue }
                    try budget.spend(near.count)
                    if try isHidden(place, by: shapes, budget) { return true }
                } while left + wide <= box.right && left <= reach.right
                bottom += high / 3
            } while bottom + high <= box.top && bottom <= reach.top
        }
        return false
    }

    /// Where anything can be seen, in points; beyond it steps of a letter's size would vanish in the numbers.
    private static let world = PDFRectangle(-1e6, -1e6, 1e6, 1e6)

    /// The last place before another in steps from a start.
    private static func first(from start: Double, by step: Double, to place: Double) -> Double {
        start + max(((place - start) / step).rounded(.down), 0) * step
    }

    /// Whether some shapes paint nearly all of a place; most are known not to by a few of its points.
    private func isHidden(_ place: PDFRectangle, by shapes: [PaintedShape], _ budget: PDFBudget) throws(PDFError) -> Bool {
        let cost = 1 + shapes.reduce(0) { $0 + $1.count } / 8
        // As many for each letter of several in a row.
        let across = max(Self.across, Int(Double(Self.across) * place.width / place.height))
        var left = Int((1 - Self.mostHidden) * Double(across * Self.up) + 0.5)
        for column in 0..<across {
            let x = place.left + place.width * (Double(column) + 0.5) / Double(across)
            for row in 0..<Self.up {
                let y = place.bottom + place.height * (Double(row) + 0.5) / Double(Self.up)
                try budget.spend(cost)
                if shapes.contains(where: { $0.paints(x, y) }) { continue }
                left -= 1
                if left < 0 { return false }
            }
        }
        return true
    }
}

extension StateComparison {
    /// What the look of a signature does to the pages that show it, in a field that waited for it where it stands or in another.
    func touch(of widget: PDFDictionary, number: Int, isExpected: Bool) throws(PDFError) -> SignatureLook.Touch {
        guard var look = try SignatureLook(widget, in: new) else {
            return try covers(widget, of: number, in: new, page: nil, margin: 0) ? .hides : .clear
        }
        look.isExpected = isExpected
        let pages = pages(of: number)
        // A page that cannot be found is not known to be clear.
        guard !pages.isEmpty else { return .hides }
        var worst = SignatureLook.Touch.clear
        for page in pages {
            guard let content = try content(ofPage: page) else { return .hides }
            worst = max(worst, try look.touch(on: content, except: number, old.budget))
        }
        return worst
    }
}

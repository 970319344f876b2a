/// What the appearance of a text field or choice shows, to be compared with what the field holds.
struct FieldLook {
    /// Why a look is not that of a value.
    typealias Problem = (kind: PDFChange.Kind, detail: String)

    let summary: ContentSummary
    /// The box of the appearance, in its own units.
    let box: PDFRectangle
    /// How thick its border is.
    private let band: Double
    /// How many cells it is divided into.
    private let cells: Int?
    private let isList: Bool
    private let file: PDFFile
    private let fonts: KnownFonts
    /// How large a unit of the appearance is on the page.
    private let unit: Double

    /// Reads an appearance; a problem for one that is not set as a reader does.
    static func read(
        _ stream: PDFStream,
        widget: PDFDictionary,
        cells: Int?,
        isList: Bool,
        in file: PDFFile,
        _ fonts: KnownFonts
    ) throws(PDFError) -> Result {
        guard let box = try file.rectangle(stream.dictionary["BBox"]), let place = try file.rectangle(widget["Rect"]),
            let transform = try file.transform(of: stream, into: place)
        else { return .problem((.appearance, "A field is shown where nobody can tell")) }
        let turn = try file.resolve(file.resolve(widget["MK"]).dictionary?["R"]).integer ?? 0
        guard try isTurned(stream, by: turn, in: file) else { return .problem((.appearance, "A field is shown turned or mirrored")) }
        let (small, large) = (min(transform.a, transform.d), max(transform.a, transform.d))
        guard small > 0.1, large < 2 * small else { return .problem((.appearance, "A field is shown out of shape")) }
        let summary = try ContentSummary(of: stream, in: file, isPlaced: false, fonts: fonts)
        guard !summary.isCut, !summary.isOptional else { return .problem((.appearance, "Nobody can tell what a field shows")) }
        var width = try file.resolve(file.resolve(widget["BS"]).dictionary?["W"]).number
        if width == nil, let border = try file.resolve(widget["Border"]).array, border.count > 2 {
            width = try file.resolve(border[2]).number
        }
        let line = min(max(width ?? 1, 0), min(box.width, box.height) / 4)
        let look = FieldLook(
            summary: summary,
            box: box,
            band: max(2 * line + 1, min(2.5, min(box.width, box.height) / 4)),
            cells: cells,
            isList: isList,
            file: file,
            fonts: fonts,
            unit: small
        )
        return .look(look)
    }

    enum Result {
        case look(FieldLook)
        case problem(Problem)
    }

    /// Whether an appearance stands as its widget says (12.5.6.19, table 192).
    private static func isTurned(_ stream: PDFStream, by degrees: Int, in file: PDFFile) throws(PDFError) -> Bool {
        guard stream.dictionary["Matrix"] != nil else { return degrees % 360 == 0 }
        guard let matrix = PDFTransform(try file.numbers(stream.dictionary["Matrix"])) else { return false }
        let (along, across): (Double, Double)
        switch (degrees % 360 + 360) % 360 {
        case 0: (along, across) = (min(matrix.a, matrix.d), max(matrix.b.magnitude, matrix.c.magnitude))
        case 90: (along, across) = (min(matrix.b, -matrix.c), max(matrix.a.magnitude, matrix.d.magnitude))
        case 180: (along, across) = (min(-matrix.a, -matrix.d), max(matrix.b.magnitude, matrix.c.magnitude))
        case 270: (along, across) = (min(-matrix.b, matrix.c), max(matrix.a.magnitude, matrix.d.magnitude))
        default: return false
        }
        return along > 0 && across < 0.01 * along
    }

    /// The texts that are more than blanks.
    var texts: [ShownText] {
        summary.texts.filter { text in
            guard let scalars = text.scalars else { return true }
            // The rows of a list go on beyond its box.
            let room = text.clip ?? box
            if isList, text.box.bottom < room.bottom - 1 || text.box.top > room.top + 1 { return false }
            return scalars.contains { !Self.isSpace($0) }
        }
    }

    /// What is wrong with how texts are set, whatever they say; `usual` is the colour that the field's text always had.
    func settingProblem(usual: ContentColour?) throws(PDFError) -> Problem? {
        let texts = texts
        if !texts.isEmpty {
            for font in summary.fonts where try fonts.characters(of: font) == nil {
                if let problem = try file.fieldFontProblem(font) { return (.font, problem) }
            }
        }
        var last: ShownText?
        let largest = texts.map { $0.size }.max() ?? 0
        for text in texts {
            try file.budget.spend(summary.marks.count)
            if text.size < 0.6 * largest { return (.appearance, "A field's letters are of different sizes") }
            guard text.scalars != nil else { return (.font, "A field is shown in letters that nobody can tell") }
            guard text.isSolid, text.isUpright, text.isSpaced, text.size * unit >= (cells == nil ? 3 : 2), text.stretch > 0.4,
                text.stretch < 2.5
            else {
                return (.appearance, "A field's text is shown so that it is not seen well")
            }
            guard isSeen(text, usual) else { return (.appearance, "A field's text is hidden") }
            if let last, !follows(text, last) { return (.appearance, "A field's letters are shown in another order than they are read") }
            last = text
        }
        return nil
    }

    /// Whether a text lies within the box, and stands out from its background.
    private func isSeen(_ text: ShownText, _ usual: ContentColour?) -> Bool {
        for limit in [box, text.clip ?? box] where !isWithin(text, limit) { return false }
        var backgrounds: [ContentColour?] = [.white]
        for (index, mark) in summary.marks.enumerated() where mark.kind != .text && PageContent.touches(mark.box, text.box) {
            if index >= text.order { return false }
            if mark.kind == .fill, isBackground(mark), mark.box.common(with: text.box) == text.box {
                backgrounds = [mark.colour]
            } else {
                backgrounds.append(mark.colour)
            }
        }
        guard let colour = text.colour else { return false }
        let least = usual.map { $0.contrast(to: colour) < 0.05 } ?? false ? 0.05 : 0.4
        return backgrounds.allSatisfy { background in background.map { colour.contrast(to: $0) >= least } ?? false }
    }

    /// Whether nothing of a text's letters is cut off: a nought or a sign less is another number.
    private func isWithin(_ text: ShownText, _ limit: PDFRectangle) -> Bool {
        guard text.box.left >= limit.left - 0.05 * text.size - 0.1, text.box.right <= limit.right + 0.1 * text.size else { return false }
        // The rows of a list may be half seen at its end; of others a point must be seen that stands on the line.
        let (above, below) = isList ? (0.25 * text.size + 1, 0.25 * text.size + 1) : (0.1 * text.size, 0.03 * text.size)
        let height = (isList ? 0.55 : 0.72) * text.size
        return text.box.bottom >= limit.bottom - below && text.box.bottom + height <= limit.top + above
    }

    /// Whether a text is read after another: to the right of it, or on a lower line.
    private func follows(_ text: ShownText, _ last: ShownText) -> Bool {
        let size = max(text.size, last.size)
        let rise = text.start.y - last.start.y
        if rise.magnitude < 0.2 * size { return text.start.x >= last.end.x - 0.25 * size }
        return rise < -0.5 * size
    }

    /// What is drawn besides text, background, border and the lines between cells.
    func drawingProblem() -> Problem? {
        if summary.has(.image, .shading) { return (.appearance, "A field shows a picture instead of its text") }
        let first = texts.first?.order ?? .max
        for (index, mark) in summary.marks.enumerated() where mark.kind == .fill || mark.kind == .stroke {
            if isBorder(mark) { continue }
            if mark.kind == .fill, index < first, isBackground(mark) { continue }
            if isDivider(mark) { continue }
            return (.appearance, "A field shows a drawing besides its text")
        }
        return nil
    }

    /// Whether a mark runs along one side of the box, or along two or three with nothing between them.
    func isBorder(_ mark: ContentMark) -> Bool {
        guard !mark.isBroken, !mark.edges.isEmpty else { return false }
        let isWide = mark.box.width >= 0.8 * box.width
        let isHigh = mark.box.height >= 0.8 * box.height
        let sides: [(PDFRectangle) -> Bool] = [
            { $0.right <= box.left + band }, { $0.left >= box.right - band }, { $0.top <= box.bottom + band },
            { $0.bottom >= box.top - band },
        ]
        if sides[0](mark.box) || sides[1](mark.box) { return isHigh }
        if sides[2](mark.box) || sides[3](mark.box) { return isWide }
        // An outline that goes around the box on all of its sides has the middle within.
        guard mark.kind == .fill, mark.box.width >= 0.8 * (box.width - 2 * band), mark.box.height >= 0.8 * (box.height - 2 * band) else {
            return false
        }
        return sides.indices.contains { left in
            mark.edges.allSatisfy { edge in sides.indices.contains { $0 != left && sides[$0](edge) } }
        }
    }

    /// Whether a border is no thicker than those that hide nothing of what they lie on.
    func isThinBorder(_ mark: ContentMark) -> Bool {
        guard isBorder(mark) else { return false }
        let width = min(mark.box.width, mark.box.height)
        return unit * (mark.kind == .stroke ? width : min(width, band)) <= Self.thinnest
    }

    private static let thinnest = 5.0

    /// Whether a filling is a box that letters stand on: the field's background, or what is chosen of a list.
    func isBackground(_ mark: ContentMark) -> Bool {
        guard mark.edges.count >= 4, mark.edges.count <= 5, mark.edges.allSatisfy({ min($0.width, $0.height) < 0.01 }) else { return false }
        return mark.box.width >= 0.5 * box.width && (isList || mark.box.height >= 0.5 * box.height)
    }

    /// Whether a mark is a line between two cells, from the bottom to the top; a shorter one could be read.
    func isDivider(_ mark: ContentMark) -> Bool {
        guard mark.kind == .stroke, !mark.isBroken, let cells, cells > 1, mark.box.width <= 2 / unit, mark.box.height >= 0.7 * box.height
        else { return false }
        let place = ((mark.box.left + mark.box.right) / 2 - box.left) / box.width * Double(cells)
        let nearest = Double(Int(max(0, min(place, 1e6)) + 0.5))
        return (place - nearest).magnitude * box.width / Double(cells) < 1.5
    }

    static func isSpace(_ scalar: Unicode.Scalar) -> Bool { isSpace(scalar.value) }

    /// The same, for a character that only a file's map names.
    static func isSpace(_ value: UInt32) -> Bool {
        let others: [UInt32] = [0x7F, 0xA0, 0x2028, 0x2029]
        return value <= 32 || others.contains(value)
    }

    /// What is shown, without blanks.
    var letters: [Unicode.Scalar] {
        var letters: [Unicode.Scalar] = []
        for text in texts { for scalar in text.scalars ?? [] where !Self.isSpace(scalar) { letters.append(scalar) } }
        return letters
    }

    /// Whether no gaps part its letters that are wider than so many blanks, and could be read as the end of a value.
    func isTogether(blanks most: Int) -> Bool {
        var last: ShownText?
        for text in texts {
            var (count, blanks) = (0, 0)
            for scalar in text.scalars ?? [] {
                if Self.isSpace(scalar) {
                    blanks += 1
                } else {
                    if count > 0, blanks > most + 1 { return false }
                    count += 1 + blanks
                    blanks = 0
                }
            }
            if text.box.width > 1.6 * Double(count) * text.size { return false }
            if let last, (text.start.y - last.start.y).magnitude < 0.2 * text.size,
                text.box.left - last.box.right > (1.5 + Double(most)) * text.size
            {
                return false
            }
            last = text
        }
        return true
    }

    /// How many blanks stand beside one another within a text at most.
    static func longestBlank(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for scalar in text.unicodeScalars {
            run = isSpace(scalar) ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// A value without blanks.
    static func letters(of text: String) -> [Unicode.Scalar] { text.unicodeScalars.filter { !isSpace($0) } }
}

extension PDFFile {
    /// Why it is not certain that a font shows the characters that its codes mean; nil where all readers draw it with letters of their own.
    func fieldFontProblem(_ font: PDFObject?) throws(PDFError) -> String? {
        guard let dictionary = try resolve(font).dictionary, let kind = try resolve(dictionary["Subtype"]).name,
            kind == "Type1" || kind == "TrueType" || kind == "MMType1"
        else { return "A field is shown in a font whose letters nobody can tell" }
        if try isEmbedded(font: font) { return "A field is shown with a font of its own" }
        guard try SimpleFont.characters(of: dictionary, in: self) != nil else { return "A field is shown in a font of symbols" }
        for element in try resolve(resolve(dictionary["Encoding"]).dictionary?["Differences"]).array ?? [] {
            guard let name = try resolve(element).name, name != ".notdef" else { continue }
            // By numbers, or of a form of a letter: readers that do not know them take the code's own letter.
            if name.bytes.contains(UInt8(ascii: ".")) || Self.isNumbered(name) {
                return "A field is shown in a font whose letters nobody can tell"
            }
        }
        if let name = try resolve(dictionary["BaseFont"]).name, let standard = StandardFont(name) {
            return standard.isLatin ? nil : "A field is shown in a font of symbols"
        }
        let flags = try resolve(resolve(dictionary["FontDescriptor"]).dictionary?["Flags"]).integer ?? 4
        return flags & 32 != 0 && flags & 4 == 0 ? nil : "A field is shown in a font of symbols"
    }

    /// Whether a name of a glyph is `uni0031` or `u0031`.
    private static func isNumbered(_ name: PDFName) -> Bool {
        let bytes = name.bytes
        guard bytes.first == UInt8(ascii: "u") else { return false }
        return bytes.starts(with: "uni".utf8)
            || bytes.count > 1 && Lexer.hexadecimalDigit(Int(bytes[1])) != nil && bytes[1] < UInt8(ascii: "a")
    }

    /// Whether text that a reader sets in a font of a form looks as it is spelled: the codes of ASCII are its letters.
    func isPlain(fieldFont font: PDFObject?) throws(PDFError) -> Bool {
        if try fieldFontProblem(font) != nil { return false }
        guard let dictionary = try resolve(font).dictionary, let characters = try SimpleFont.characters(of: dictionary, in: self) else {
            return false
        }
        // Quotes are where the old standard had others.
        for code in 0x20..<0x7F where code != 0x27 && code != 0x60 && characters.scalars[code] != UInt32(code) { return false }
        return true
    }
}

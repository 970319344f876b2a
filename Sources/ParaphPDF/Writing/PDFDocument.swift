/// A document that is made from nothing: its pages are filled one after the other, and it is written in one revision.
///
/// Text is set in fonts that are embedded with the glyphs that it needs, else in Helvetica, which every reader has.
public struct PDFDocument {
    /// Which of the fonts a text is set in.
    public enum Face: Hashable, Sendable {
        case regular, bold
    }

    /// What the file says of itself (ISO 32000-2, 14.3).
    public struct Description: Sendable {
        public var title: String
        public var author: String
        /// The program that it was made by.
        public var creator: String
        /// Of the text, as RFC 5646 names languages: `fr`.
        public var language: String
        /// In UTC, as RFC 3339 writes it: `2026-11-21T10:07:59Z`.
        public var createdAt: String
        /// Sixteen bytes that no other file has.
        public var id: [UInt8]

        public init(title: String, author: String, creator: String, language: String, createdAt: String, id: [UInt8]) {
            (self.title, self.author, self.creator) = (title, author, creator)
            (self.language, self.createdAt, self.id) = (language, createdAt, id)
        }
    }

    /// The size of every page, in points.
    public let width: Double
    public let height: Double
    var fonts: FontSet
    private var update: PDFUpdate
    private let orders: (regular: [FontSet.Index], bold: [FontSet.Index])
    private let resources: PDFReference
    private var pages: [PDFReference] = []
    private let tree: PDFReference
    private var used = PDFDictionary()
    private var pictures = PDFDictionary()

    /// Begins a document whose pages are so many points wide and high.
    ///
    /// - Parameters:
    ///   - width: The width of every page.
    ///   - height: Its height.
    ///   - regular: fonts to embed, in the order in which they are tried; the standard fonts come last.
    ///   - bold: the same for bold text.
    public init(width: Double, height: Double, regular: [TrueTypeFont] = [], bold: [TrueTypeFont] = []) {
        (self.width, self.height) = (width, height)
        fonts = FontSet(regular + bold)
        let (first, second) = (Array(fonts.fallbacks.prefix(regular.count)), Array(fonts.fallbacks.dropFirst(regular.count)))
        let (plain, heavy) = (fonts.standard(.helvetica), fonts.standard(.helveticaBold))
        // A character that only a lighter font has is better than none.
        orders = (first + [plain], second + (second.isEmpty && !first.isEmpty ? [] : [heavy]) + first + [plain])
        // Four bytes that say that the file is no text (7.5.2).
        update = PDFUpdate(unwritten: PDFFile(header: PDFBytes(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 10])))
        resources = update.add(.null)
        tree = update.add(.null)
    }

    /// Sets a text in lines that are at most so many points wide: broken behind spaces and hyphens, within words only where one is too long.
    ///
    /// A character that no font has, or that would have to be joined or set from right to left, is written as its number: `[U+0627]`.
    public mutating func lines(_ text: String, _ face: Face = .regular, size: Double, width: Double) -> [PDFTextLine] {
        let order = face == .bold ? orders.bold : orders.regular
        var scalars = Array(text.unicodeScalars)
        if case .missing = set(scalars, order) { scalars = replacing(scalars, order) }
        guard let text = try? FieldText(scalars, in: order, of: &fonts) else { return [] }
        return text.wrapped(width / size).map { glyphs in
            // What ends a line is not seen, and would move a line that stands at the right.
            PDFTextLine(glyphs: Array(glyphs[..<((glyphs.lastIndex { $0.scalar != " " } ?? -1) + 1)]), size: size)
        }
    }

    private mutating func set(_ scalars: [Unicode.Scalar], _ order: [FontSet.Index]) -> TextSetting {
        for scalar in scalars where scalar.needsShaping { return .missing(scalar) }
        return fonts.set(scalars.filter { $0 != "\n" }, in: order)
    }

    /// The text with what cannot be shown as numbers.
    private mutating func replacing(_ scalars: [Unicode.Scalar], _ order: [FontSet.Index]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        for scalar in scalars {
            if scalar == "\n" {
                result.append(scalar)
                continue
            }
            guard case .missing = set([scalar], order) else {
                result.append(scalar)
                continue
            }
            var writer = ObjectWriter()
            writer.put("[U+")
            if scalar.value > 0xFFFF { writer.hexadecimal(UInt8(truncatingIfNeeded: scalar.value >> 16)) }
            writer.hexadecimal(UInt16(truncatingIfNeeded: scalar.value))
            writer.put("]")
            for byte in writer.bytes { result.append(Unicode.Scalar(byte)) }
        }
        return result
    }

    /// Adds a picture, which pages may show as often as they like.
    public mutating func add(_ image: PDFImage) -> PDFPicture {
        let name = PDFName(Array("P\(pictures.entries.count)".utf8))
        pictures[name] = .reference(update.add(image))
        return PDFPicture(name: name, image: image)
    }

    /// Adds a page that shows a content.
    public mutating func addPage(_ content: PDFContent) {
        for font in content.usedFonts {
            let name = fonts.name(of: font)
            if used[name] == nil { used[name] = fonts.object(of: font, in: &update) }
        }
        var page = PDFDictionary()
        page["Type"] = .name("Page")
        page["Parent"] = .reference(tree)
        page["MediaBox"] = .array([.integer(0), .integer(0), .number(width), .number(height)])
        page["Resources"] = .reference(resources)
        page["Contents"] = .reference(update.add(PDFDictionary(), stream: content.bytes))
        pages.append(update.add(.dictionary(page)))
    }

    /// Writes the file.
    ///
    /// - Throws: ``PDFError`` where an embedded font is damaged.
    public consuming func write(_ description: Description) throws(PDFError) -> [UInt8] {
        var shared = PDFDictionary()
        if !used.entries.isEmpty { shared["Font"] = .dictionary(used) }
        if !pictures.entries.isEmpty { shared["XObject"] = .dictionary(pictures) }
        update.set(.dictionary(shared), for: resources)
        var node = PDFDictionary()
        node["Type"] = .name("Pages")
        node["Kids"] = .array(pages.map { .reference($0) })
        node["Count"] = .integer(pages.count)
        update.set(.dictionary(node), for: tree)
        try fonts.finish(&update)
        update.describe(description, pages: tree)
        let written = try update.write()
        return update.file.bytes.array + written.appended
    }
}

/// A line of text that was set.
public struct PDFTextLine {
    let glyphs: [TextGlyph]
    /// The size of its font, in points.
    public let size: Double
    /// How wide it is, in points.
    public var width: Double { glyphs.width * size }
}

/// A picture of a document that is being made.
public struct PDFPicture {
    let name: PDFName
    let image: PDFImage
    /// How wide it is for its height, as shown.
    public var aspect: Double { SignatureLayout.aspect(Double(image.width), Double(image.height)) }
}

extension PDFContent {
    /// Shows a line of text, from a point on the baseline on.
    public mutating func show(_ line: PDFTextLine, at x: Double, _ y: Double, in document: PDFDocument) {
        guard !line.glyphs.isEmpty else { return }
        beginText()
        show(line.glyphs, size: line.size, at: x, y, fonts: document.fonts)
        endText()
    }

    /// Shows a picture upright in a box.
    public mutating func show(_ picture: PDFPicture, in box: PDFRectangle) {
        save()
        put(picture.image.matrix(in: box), "cm")
        draw(picture.name)
        restore()
    }
}

/// The fonts of an update: in which of them a text can be set, and what is written of them in the end.
///
/// What the standard fonts have is set in them; for the rest, TrueType fonts are embedded with the glyphs that are used.
struct FontSet {
    /// A font by its place in the set.
    struct Index: Hashable { let number: Int }

    private enum Source {
        case standard(SimpleFont, StandardFont)
        /// A font that the file has, by the name that it has there.
        case document(SimpleFont, PDFName, PDFObject)
        case embedded(EmbeddedFont)
    }

    private var sources: [Source] = []
    private var references: [Int: PDFReference] = [:]
    /// The embedded fonts in the order in which they are tried.
    let fallbacks: [Index]

    /// Begins with the fonts that may be embedded.
    init(_ fonts: [TrueTypeFont]) {
        for font in fonts { sources.append(.embedded(EmbeddedFont(font))) }
        fallbacks = fonts.indices.map { Index(number: $0) }
    }

    /// A standard font with WinAnsiEncoding.
    mutating func standard(_ wanted: StandardFont) -> Index {
        for (number, source) in sources.enumerated() {
            if case .standard(_, let font) = source, font == wanted { return Index(number: number) }
        }
        sources.append(.standard(SimpleFont(wanted), wanted))
        return Index(number: sources.count - 1)
    }

    /// A font of the file.
    mutating func document(_ font: SimpleFont, name: PDFName, object: PDFObject) -> Index {
        sources.append(.document(font, name, object))
        return Index(number: sources.count - 1)
    }

    /// How far a line reaches above the baseline and below it, as parts of the size.
    func height(of index: Index) -> (ascent: Double, descent: Double) {
        switch sources[index.number] {
        case .standard(let font, _), .document(let font, _, _): (font.ascent, font.descent)
        case .embedded(let font): (font.font.ascent, font.font.descent)
        }
    }

    private func has(_ scalar: Unicode.Scalar, _ index: Index) -> Bool {
        switch sources[index.number] {
        case .standard(let font, _), .document(let font, _, _): font.encoding.code(of: scalar) != nil
        case .embedded(let font): font.font.glyph(of: scalar) != nil
        }
    }

    /// Sets characters in the first of the fonts that has them all, else each in the first that has it.
    ///
    /// - Returns: the glyphs, or the first character that none of the fonts has.
    mutating func set(_ scalars: [Unicode.Scalar], in fonts: [Index]) -> TextSetting {
        var one: Index?
        for font in fonts where one == nil {
            var hasAll = true
            for scalar in scalars where hasAll { hasAll = has(scalar, font) }
            if hasAll { one = font }
        }
        var glyphs: [TextGlyph] = []
        glyphs.reserveCapacity(scalars.count)
        for scalar in scalars {
            var found = one
            if found == nil { for font in fonts where found == nil && has(scalar, font) { found = font } }
            guard let found, let glyph = glyph(of: scalar, found) else { return .missing(scalar) }
            glyphs.append(glyph)
        }
        return .set(glyphs)
    }

    private mutating func glyph(of scalar: Unicode.Scalar, _ index: Index) -> TextGlyph? {
        switch sources[index.number] {
        case .standard(let font, _), .document(let font, _, _):
            guard let code = font.encoding.code(of: scalar) else { return nil }
            return TextGlyph(scalar: scalar, font: index, code: Int(code), width: font.widths[Int(code)])
        case .embedded(var font):
            // Emptied first, so that the font's tables are not copied for each character.
            sources[index.number] = .embedded(EmbeddedFont(font.font))
            let code = font.code(of: scalar)
            let width = font.font.glyph(of: scalar).map { font.font.advance(of: $0) }
            sources[index.number] = .embedded(font)
            guard let code, let width else { return nil }
            return TextGlyph(scalar: scalar, font: index, code: code, width: width)
        }
    }

    /// What a font is called in the resources of what is drawn.
    func name(of index: Index) -> PDFName {
        if case .document(_, let name, _) = sources[index.number] { return name }
        return PDFName(Array("ParaphF\(index.number)".utf8))
    }

    /// Whether codes of the font have two bytes.
    func isWide(_ index: Index) -> Bool {
        if case .embedded = sources[index.number] { true } else { false }
    }

    /// The object of a font, added to the update if need be.
    mutating func object(of index: Index, in update: inout PDFUpdate) -> PDFObject {
        switch sources[index.number] {
        case .document(_, _, let object): return object
        case .standard(_, let font):
            if let known = references[index.number] { return .reference(known) }
            var dictionary = PDFDictionary()
            dictionary["Type"] = .name("Font")
            dictionary["Subtype"] = .name("Type1")
            dictionary["BaseFont"] = .name(font.name)
            dictionary["Encoding"] = .name("WinAnsiEncoding")
            let reference = update.add(.dictionary(dictionary))
            references[index.number] = reference
            return .reference(reference)
        case .embedded(var font):
            let reference = font.object(in: &update)
            sources[index.number] = .embedded(font)
            return .reference(reference)
        }
    }

    /// Writes the embedded fonts that were used.
    func finish(_ update: inout PDFUpdate) throws(PDFError) {
        for source in sources { if case .embedded(let font) = source { try font.finish(&update) } }
    }
}

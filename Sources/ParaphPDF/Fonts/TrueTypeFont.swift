/// A TrueType font (ISO/IEC 14496-22, with outlines in `glyf`) that text is set in and that is embedded in part.
///
/// Reading looks at the tables that this needs and at nothing else; glyphs are looked at when they are asked for. Every offset is checked.
public struct TrueTypeFont: Sendable {
    /// The whole file.
    let bytes: PDFBytes
    private let tables: [UInt32: Range<Int>]
    /// How many glyphs there are.
    public let glyphCount: Int
    /// How many units make the size.
    public let unitsPerEm: Int
    /// The PostScript name, in ASCII without what a name in a PDF may not have.
    public let name: PDFName
    /// The box that all glyphs fit in, in thousandths of the size.
    let box: PDFRectangle
    /// How far a line reaches above the baseline and below it, as parts of the size.
    let ascent: Double
    let descent: Double
    let capHeight: Double
    let italicAngle: Double
    let isFixedPitch: Bool
    private let hasLongOffsets: Bool
    private let metricCount: Int
    private let characters: CharacterMap

    /// The most glyphs that a character map may lead to, tables that are looked through, and bytes of a font.
    private static let mostTables = 256
    private static let longest = 256 << 20

    /// Reads a font file; of a collection, the first font.
    ///
    /// - Throws: ``PDFError``: `unsupported` for other kinds of fonts and for those whose licence says that they must not be embedded or not
    ///   in part, `missing` and `malformed` for damaged ones.
    public init(_ bytes: PDFBytes) throws(PDFError) {
        guard bytes.count <= Self.longest else { throw PDFError(.tooLarge, "The font is too large") }
        self.bytes = bytes
        let tables = try Self.directory(of: bytes)
        self.tables = tables
        guard let head = tables[Self.tag("head")], let unitsPerEm = bytes.u16(head.lowerBound + 18), (16...16_384).contains(unitsPerEm),
            let format = bytes.u16(head.lowerBound + 50), head.count >= 54
        else { throw PDFError(.missing, "The font has no sound head table") }
        guard let maxp = tables[Self.tag("maxp")], let glyphCount = bytes.u16(maxp.lowerBound + 4), glyphCount > 0, maxp.count >= 6 else {
            throw PDFError(.missing, "The font has no sound maxp table")
        }
        guard let hhea = tables[Self.tag("hhea")], hhea.count >= 36, let metricCount = bytes.u16(hhea.lowerBound + 34),
            (1...glyphCount).contains(metricCount), let hmtx = tables[Self.tag("hmtx")], hmtx.count >= metricCount * 4
        else { throw PDFError(.missing, "The font has no sound hhea and hmtx tables") }
        guard let loca = tables[Self.tag("loca")], tables[Self.tag("glyf")] != nil, loca.count >= (glyphCount + 1) * (format == 0 ? 2 : 4)
        else {
            throw PDFError(.missing, "The font has no sound loca and glyf tables")
        }
        (self.glyphCount, self.unitsPerEm, self.metricCount) = (glyphCount, unitsPerEm, metricCount)
        hasLongOffsets = format != 0
        guard let cmap = tables[Self.tag("cmap")], let characters = CharacterMap(bytes, in: cmap) else {
            throw PDFError(.missing, "The font has no map from Unicode to glyphs")
        }
        self.characters = characters
        let em = Double(unitsPerEm)
        func part(_ table: Range<Int>?, _ offset: Int) -> Double? {
            guard let table, offset + 2 <= table.count, let value = bytes.i16(table.lowerBound + offset) else { return nil }
            return Double(value) / em
        }
        box = PDFRectangle(
            (part(head, 36) ?? 0) * 1000,
            (part(head, 38) ?? 0) * 1000,
            (part(head, 40) ?? 0) * 1000,
            (part(head, 42) ?? 0) * 1000
        )
        let os2 = tables[Self.tag("OS/2")]
        if let os2, os2.count >= 10, let rights = bytes.u16(os2.lowerBound + 8) {
            // Bits 1, 8 and 9: restricted, not in part, bitmaps only. Where a lesser restriction is named too, that one counts.
            let isRestricted = rights & 2 != 0 && rights & 0xC == 0
            guard !isRestricted, rights & 0x300 == 0 else {
                throw PDFError(.unsupported, "The font says that it must not be embedded in part")
            }
        }
        let (rise, fall) = (part(hhea, 4) ?? 0, -(part(hhea, 6) ?? 0))
        ascent = rise > 0.2 && rise < 4 ? rise : 0.9
        descent = fall >= 0 && fall < 4 ? fall : 0.25
        let capitals = part(os2, 88) ?? 0
        capHeight = capitals > 0 && capitals < 4 ? capitals : ascent * 0.75
        let post = tables[Self.tag("post")]
        italicAngle = post.flatMap { $0.count >= 8 ? bytes.i16($0.lowerBound + 4) : nil }.map { Double($0) } ?? 0
        isFixedPitch = post.flatMap { $0.count >= 16 ? bytes.u32($0.lowerBound + 12) : nil }.map { $0 != 0 } ?? false
        name = Self.name(bytes, tables[Self.tag("name")])
    }

    /// The number that four letters make.
    static func tag(_ text: StaticString) -> UInt32 {
        var value: UInt32 = 0
        for index in 0..<text.utf8CodeUnitCount { value = value << 8 | UInt32(text.utf8Start[index]) }
        return value
    }

    private static func directory(of bytes: PDFBytes) throws(PDFError) -> [UInt32: Range<Int>] {
        var start = 0
        if bytes.u32(0) == Int(tag("ttcf")) { start = bytes.u32(12) ?? -1 }
        guard start <= bytes.count, let version = bytes.u32(start), let count = bytes.u16(start + 4) else {
            throw PDFError(.truncated, "The font file is too short")
        }
        guard version != Int(tag("OTTO")) else {
            throw PDFError(.unsupported, "The font has PostScript outlines; only TrueType outlines are known")
        }
        guard version == 0x10000 || version == Int(tag("true")) else { throw PDFError(.unsupported, "The file is no TrueType font") }
        guard count <= mostTables else { throw PDFError(.tooLarge, "The font has too many tables") }
        var tables: [UInt32: Range<Int>] = [:]
        for index in 0..<count {
            let place = start + 12 + index * 16
            guard let tag = bytes.u32(place), let offset = bytes.u32(place + 8), let length = bytes.u32(place + 12) else {
                throw PDFError(.truncated, "The list of the font's tables is cut off")
            }
            // The last table may claim more than there is, as some fonts' do.
            guard offset <= bytes.count else { continue }
            tables[UInt32(tag)] = offset..<offset + min(length, bytes.count - offset)
        }
        return tables
    }

    /// The PostScript name (6) of the name table, in any of its languages.
    private static func name(_ bytes: PDFBytes, _ table: Range<Int>?) -> PDFName {
        var found: [UInt8] = []
        if let table, let count = bytes.u16(table.lowerBound + 2), let storage = bytes.u16(table.lowerBound + 4) {
            for index in 0..<min(count, 1024) where found.isEmpty {
                let record = table.lowerBound + 6 + index * 12
                guard bytes.u16(record + 6) == 6, let length = bytes.u16(record + 8), let offset = bytes.u16(record + 10) else { continue }
                let start = table.lowerBound + storage + offset
                for place in start..<start + min(length, 256) {
                    let byte = bytes.peek(place)
                    if byte > 32, byte < 127, !Lexer.isBoundary(byte), byte != ascii("#"), byte != ascii("+"), found.count < 63 {
                        found.append(UInt8(byte))
                    }
                }
            }
        }
        return found.isEmpty ? PDFName("Font") : PDFName(found)
    }

    /// The glyph of a character; nil if the font has none.
    public func glyph(of scalar: Unicode.Scalar) -> Int? {
        guard let glyph = characters.glyph(of: Int(scalar.value), bytes), glyph > 0, glyph < glyphCount else { return nil }
        return glyph
    }

    /// The width of a glyph as a part of the size.
    public func advance(of glyph: Int) -> Double {
        guard let hmtx = tables[Self.tag("hmtx")], let value = bytes.u16(hmtx.lowerBound + min(max(glyph, 0), metricCount - 1) * 4) else {
            return 0
        }
        return Double(value) / Double(unitsPerEm)
    }

    /// The width of a glyph and its left bearing, in the font's units.
    func metrics(of glyph: Int) -> (advance: Int, bearing: Int) {
        guard let hmtx = tables[Self.tag("hmtx")] else { return (0, 0) }
        let advance = bytes.u16(hmtx.lowerBound + min(glyph, metricCount - 1) * 4) ?? 0
        let place = glyph < metricCount ? glyph * 4 + 2 : metricCount * 4 + (glyph - metricCount) * 2
        return (advance, place + 2 <= hmtx.count ? bytes.i16(hmtx.lowerBound + place) ?? 0 : 0)
    }

    /// Where the outline of a glyph lies in the file; empty for one without, such as the space.
    func outline(of glyph: Int) -> Range<Int> {
        guard let loca = tables[Self.tag("loca")], let glyf = tables[Self.tag("glyf")], glyph >= 0, glyph < glyphCount else { return 0..<0 }
        let width = hasLongOffsets ? 4 : 2
        func offset(_ index: Int) -> Int? {
            hasLongOffsets ? bytes.u32(loca.lowerBound + index * width) : bytes.u16(loca.lowerBound + index * width).map { $0 * 2 }
        }
        guard let start = offset(glyph), let end = offset(glyph + 1), start <= end, end <= glyf.count, end - start >= 10 else {
            return 0..<0
        }
        return glyf.lowerBound + start..<glyf.lowerBound + end
    }

    /// The bytes of a table.
    func table(_ name: StaticString) -> PDFBytes? { tables[Self.tag(name)].map { bytes.part($0) } }
}

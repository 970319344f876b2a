/// A TrueType font while text is set in it: which characters were used, and by what codes.
///
/// Every character has a code of its own, also where two look alike, so that copying gives back what was written.
struct EmbeddedFont {
    let font: TrueTypeFont
    /// The object that the font will be, once it is known which glyphs are used.
    private(set) var reference: PDFReference?
    private var codes: [UInt32: Int] = [:]
    private var glyphs = [0]
    private var scalars: [UInt32] = [0]

    init(_ font: TrueTypeFont) { self.font = font }

    /// The code of a character, which is used from now on; nil if the font has no glyph for it.
    mutating func code(of scalar: Unicode.Scalar) -> Int? {
        if let known = codes[scalar.value] { return known }
        guard glyphs.count < 0xFFFF, let glyph = font.glyph(of: scalar) else { return nil }
        let code = glyphs.count
        codes[scalar.value] = code
        glyphs.append(glyph)
        scalars.append(scalar.value)
        return code
    }

    /// The font's object in an update; it is written by ``finish(_:)``.
    mutating func object(in update: inout PDFUpdate) -> PDFReference {
        if let reference { return reference }
        let added = update.add(.null)
        reference = added
        return added
    }

    /// What a font is written as; its dictionaries lack the entries that lead from one to the next, which come last.
    struct Parts {
        var dictionary = PDFDictionary()
        var descendant = PDFDictionary()
        var descriptor = PDFDictionary()
        /// The font's program, and what its stream says of it.
        var program: [UInt8]
        var programEntries = PDFDictionary()
        var characterMap: [UInt8]
    }

    /// Writes the font with the glyphs that were used.
    func finish(_ update: inout PDFUpdate) throws(PDFError) {
        guard let reference else { return }
        var parts = try parts()
        parts.descriptor["FontFile2"] = .reference(update.add(parts.programEntries, stream: parts.program))
        parts.descendant["FontDescriptor"] = .reference(update.add(.dictionary(parts.descriptor)))
        parts.dictionary["DescendantFonts"] = .array([.reference(update.add(.dictionary(parts.descendant)))])
        parts.dictionary["ToUnicode"] = .reference(update.add(PDFDictionary(), stream: parts.characterMap))
        update.set(.dictionary(parts.dictionary), for: reference)
    }

    /// The font with the glyphs that were used: a composite font whose codes are glyphs (ISO 32000-2, 9.7).
    ///
    /// The same characters in the same order give the same bytes, by which ``KnownFonts`` knows it again.
    func parts() throws(PDFError) -> Parts {
        let name = tagged(font.name)
        var parts = Parts(program: try font.subset(glyphs), characterMap: characterMap)
        parts.programEntries["Length1"] = .integer(parts.program.count)
        setDescriptor(&parts.descriptor, name)
        setDescendant(&parts.descendant, name)
        parts.dictionary["Type"] = .name("Font")
        parts.dictionary["Subtype"] = .name("Type0")
        parts.dictionary["BaseFont"] = .name(name)
        parts.dictionary["Encoding"] = .name("Identity-H")
        return parts
    }

    private func setDescriptor(_ descriptor: inout PDFDictionary, _ name: PDFName) {
        let box = font.box
        descriptor["Type"] = .name("FontDescriptor")
        descriptor["FontName"] = .name(name)
        // Table 121: symbolic, as its codes are its own; fixed pitch and italic where the font says so.
        descriptor["Flags"] = .integer(4 | (font.isFixedPitch ? 1 : 0) | (font.italicAngle != 0 ? 64 : 0))
        descriptor["FontBBox"] = .array([.number(box.left), .number(box.bottom), .number(box.right), .number(box.top)])
        descriptor["ItalicAngle"] = .number(font.italicAngle)
        descriptor["Ascent"] = .number(font.ascent * 1000)
        descriptor["Descent"] = .number(-font.descent * 1000)
        descriptor["CapHeight"] = .number(font.capHeight * 1000)
        descriptor["StemV"] = .integer(80)
    }

    private func setDescendant(_ descendant: inout PDFDictionary, _ name: PDFName) {
        var system = PDFDictionary()
        system["Registry"] = .string(PDFString(Array("Adobe".utf8)))
        system["Ordering"] = .string(PDFString(Array("Identity".utf8)))
        system["Supplement"] = .integer(0)
        descendant["Type"] = .name("Font")
        descendant["Subtype"] = .name("CIDFontType2")
        descendant["BaseFont"] = .name(name)
        descendant["CIDSystemInfo"] = .dictionary(system)
        descendant["CIDToGIDMap"] = .name("Identity")
        descendant["DW"] = .integer(1000)
        var widths: [PDFObject] = []
        for glyph in glyphs { widths.append(.number(font.advance(of: glyph) * 1000)) }
        descendant["W"] = .array([.integer(0), .array(widths)])
    }

    /// The name with six letters in front that differ from subset to subset (9.9.2).
    private func tagged(_ name: PDFName) -> PDFName {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for scalar in scalars { hash = (hash ^ UInt64(scalar)) &* 0x100_0000_01B3 }
        var letters: [UInt8] = []
        for _ in 0..<6 {
            letters.append(UInt8(ascii: "A") + UInt8(hash % 26))
            hash /= 26
        }
        return PDFName(letters + [UInt8(ascii: "+")] + name.bytes)
    }

    /// What leads from codes back to characters (9.10.3).
    private var characterMap: [UInt8] {
        var writer = ObjectWriter()
        writer.put("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n")
        writer.put("/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n")
        writer.put("/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n")
        writer.put("1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n")
        var code = 1
        while code < scalars.count {
            let end = min(code + 100, scalars.count)
            writer.put(end - code)
            writer.put(" beginbfchar\n")
            while code < end {
                writer.put("<")
                writer.hexadecimal(UInt16(code))
                writer.put("> <")
                if let scalar = Unicode.Scalar(scalars[code]) { for unit in UTF16.encode(scalar) ?? .init() { writer.hexadecimal(unit) } }
                writer.put(">\n")
                code += 1
            }
            writer.put("endbfchar\n")
        }
        writer.put("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
        return writer.bytes
    }
}

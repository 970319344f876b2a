/// The fonts that Paraph embeds, by which a font that came with an update is told to be a part of one of them.
///
/// What a font says of itself need not be true of its glyphs. So none is believed: it is made once more of the characters that it says it has, and is known only where all
/// of it is the same, so that each code shows the glyph that its character has in the font.
final class KnownFonts {
    private let fonts: [TrueTypeFont]
    private let old: PDFFile
    private let new: PDFFile
    private var found: [Int: [UInt32]] = [:]

    /// The most bytes of a map of characters: as many as there are codes.
    private static let longestMap = 2 << 20

    /// Fonts that are known, and the states of a file between which one may come.
    init(_ fonts: [TrueTypeFont], from old: PDFFile, to new: PDFFile) {
        (self.fonts, self.old, self.new) = (fonts, old, new)
    }

    /// What the codes of a font mean from 0 on, 0 where that is not certain; nil for a font that is not known.
    func characters(of font: PDFObject?) throws(PDFError) -> [UInt32]? {
        guard !fonts.isEmpty, let reference = font?.reference else { return nil }
        if let known = found[reference.number] { return known.isEmpty ? nil : known }
        let known = try read(reference)
        found[reference.number] = known ?? []
        return known
    }

    private func read(_ reference: PDFReference) throws(PDFError) -> [UInt32]? {
        guard let written = try Written(reference, from: old, to: new) else { return nil }
        guard let map = try new.plainlyDecoded(written.characterMap, limit: Self.longestMap) else { return nil }
        let scalars = try Self.scalars(of: map, budget: new.budget)
        guard !scalars.isEmpty else { return nil }
        for font in fonts where written.isNamed(font.name) {
            guard let parts = try Self.parts(of: font, with: scalars, budget: new.budget) else { continue }
            if try written.isMade(of: parts, map, in: new) { return [0] + scalars.map { Self.isBelieved($0) ? $0.value : 0 } }
        }
        return nil
    }

    /// A font made once more; nil where it has not the characters.
    private static func parts(
        of font: TrueTypeFont,
        with scalars: [Unicode.Scalar],
        budget: PDFBudget
    ) throws(PDFError) -> EmbeddedFont.Parts? {
        try budget.spend(64 * scalars.count)
        var embedded = EmbeddedFont(font)
        for (index, scalar) in scalars.enumerated() where embedded.code(of: scalar) != index + 1 { return nil }
        let parts = try embedded.parts()
        try budget.spend(parts.program.count >> 2)
        return parts
    }

    /// What a map says of the codes from 1 on, as far as these follow one another.
    private static func scalars(of map: PDFBytes, budget: PDFBudget) throws(PDFError) -> [Unicode.Scalar] {
        try budget.spend(map.count >> 2)
        var lexer = Lexer(map)
        var scalars: [Unicode.Scalar] = []
        var (isInRows, code) = (false, Int?.none)
        while true {
            switch lexer.next() {
            case .end: return scalars
            case .keyword(let range): (isInRows, code) = (lexer.keyword(range, is: "beginbfchar"), nil)
            case .string(let string):
                guard isInRows else { continue }
                var units: [UInt16] = []
                for index in stride(from: 0, to: string.bytes.count - 1, by: 2) {
                    units.append(UInt16(string.bytes[index]) << 8 | UInt16(string.bytes[index + 1]))
                }
                guard let known = code else {
                    code = units.first.map { Int($0) } ?? 0
                    continue
                }
                code = nil
                guard known == scalars.count + 1, let scalar = scalar(units) else { return [] }
                scalars.append(scalar)
            default: break
            }
        }
    }

    private static func scalar(_ units: [UInt16]) -> Unicode.Scalar? {
        if units.count == 1 { return Unicode.Scalar(units[0]) }
        guard units.count == 2, units[0] & 0xFC00 == 0xD800, units[1] & 0xFC00 == 0xDC00 else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(units[0] & 0x3FF) << 10 | UInt32(units[1] & 0x3FF)))
    }

    /// Whether a character is one of those that people write words and numbers with, which stand one beside another.
    ///
    /// Blocks, lines, marks over other letters and what turns the direction could hide something, or be read in another way than they are stored.
    static func isBelieved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2AF: true
        // Greek, Cyrillic, Armenian, Georgian, and more of Latin and Greek.
        case 0x370...0x482, 0x48A...0x58F, 0x10A0...0x10FF, 0x1E00...0x1FFF: true
        // Punctuation, narrow blanks, raised and lowered digits, currencies, such as the sign for numbers, arrows, operators, check marks, ligatures.
        case 0x2009, 0x2010...0x2027, 0x202F...0x205E, 0x2070...0x20CF, 0x2100...0x22FF, 0x2713...0x2718, 0xFB00...0xFB06: true
        default: false
        }
    }
}

/// A font as an update wrote it, each part as an object of its own that was not there before: what was signed is not read strictly, and other programs may read it otherwise.
private struct Written {
    let dictionary: PDFDictionary
    let descendant: PDFDictionary
    let descriptor: PDFDictionary
    let program: PDFStream
    let characterMap: PDFStream

    init?(_ reference: PDFReference, from old: PDFFile, to new: PDFFile) throws(PDFError) {
        func added(_ object: PDFObject?) throws(PDFError) -> PDFObject? {
            guard let reference = object?.reference, old.table[reference.number]?.isFree ?? true else { return nil }
            return try new.object(reference)
        }
        guard case .dictionary(let dictionary)? = try added(.reference(reference)),
            let below = dictionary["DescendantFonts"]?.array, below.count == 1,
            case .dictionary(let descendant)? = try added(below[0]),
            case .dictionary(let descriptor)? = try added(descendant["FontDescriptor"]),
            case .stream(let program)? = try added(descriptor["FontFile2"]),
            case .stream(let characterMap)? = try added(dictionary["ToUnicode"])
        else { return nil }
        (self.dictionary, self.descendant, self.descriptor) = (dictionary, descendant, descriptor)
        (self.program, self.characterMap) = (program, characterMap)
    }

    /// Whether it bears the name of a font behind the letters of its own.
    func isNamed(_ name: PDFName) -> Bool { dictionary["BaseFont"]?.name?.bytes.dropFirst(7).elementsEqual(name.bytes) ?? false }

    /// Whether it is written as a font is that is embedded here.
    func isMade(of parts: EmbeddedFont.Parts, _ map: PDFBytes, in file: PDFFile) throws(PDFError) -> Bool {
        var parts = parts
        guard map.hasSameBytes(as: PDFBytes(parts.characterMap)) else { return false }
        parts.dictionary["DescendantFonts"] = dictionary["DescendantFonts"]
        parts.dictionary["ToUnicode"] = dictionary["ToUnicode"]
        parts.descendant["FontDescriptor"] = descendant["FontDescriptor"]
        parts.descriptor["FontFile2"] = descriptor["FontFile2"]
        for (left, right) in [
            (dictionary, parts.dictionary), (descendant, parts.descendant), (descriptor, parts.descriptor),
            (Self.entries(of: program), parts.programEntries), (Self.entries(of: characterMap), PDFDictionary()),
        ] {
            // Numbers are compared as they are written.
            guard try Self.text(left) == Self.text(right) else { return false }
        }
        guard let found = try file.plainlyDecoded(program, limit: parts.program.count) else { return false }
        return found.hasSameBytes(as: PDFBytes(parts.program))
    }

    /// What a stream says of itself, but for how it is coded.
    private static func entries(of stream: PDFStream) -> PDFDictionary {
        PDFDictionary(stream.dictionary.entries.filter { !($0.key == "Length" || $0.key == "Filter") })
    }

    private static func text(_ dictionary: PDFDictionary) throws(PDFError) -> [UInt8] {
        var writer = ObjectWriter()
        // All strings in one way: those of an encrypted file stand there in hexadecimal digits.
        writer.encrypt = { (bytes) throws(PDFError) in bytes }
        try writer.write(dictionary)
        return writer.bytes
    }
}

extension PDFFile {
    /// What a stream holds that is coded by nothing, or by Flate alone in a way that all programs read alike; nil for all others.
    func plainlyDecoded(_ stream: PDFStream, limit: Int) throws(PDFError) -> PDFBytes? {
        let dictionary = stream.dictionary
        guard dictionary["DecodeParms"] == nil else { return nil }
        let data = try decrypted(stream)
        guard let filter = dictionary["Filter"] else { return data }
        guard let name = filter.name, name == "FlateDecode" else { return nil }
        return try Inflate.decodeExactly(data, limit: limit, budget: budget)
    }
}

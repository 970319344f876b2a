/// A font of one-byte codes, by what is needed to set text in it.
struct SimpleFont: Sendable {
    /// What its codes mean; only those that it has glyphs for.
    let encoding: SimpleEncoding
    /// The widths of its codes as parts of the size.
    let widths: [Double]
    /// How far a line reaches above the baseline and below it, as parts of the size.
    let ascent: Double
    let descent: Double

    /// A standard font with WinAnsiEncoding, or with another.
    init(_ font: StandardFont, encoding: SimpleEncoding = .winAnsi) {
        var encoding = encoding
        var widths = [Double](repeating: 0, count: 256)
        for code in 0..<256 {
            guard let scalar = Unicode.Scalar(encoding.scalars[code]), scalar.value > 0 else { continue }
            if let width = font.width(of: scalar) { widths[code] = width } else { encoding.set(nil, for: code) }
        }
        self.encoding = encoding
        self.widths = widths
        (ascent, descent) = (font.ascent, font.descent)
    }

    /// A font of a file; nil for one that text cannot be set in for sure: of more than one byte, of symbols, with an encoding of its own,
    /// or with only a part of its glyphs.
    init?(_ dictionary: PDFDictionary, in file: PDFFile) throws(PDFError) {
        let subtype = try file.resolve(dictionary["Subtype"]).name
        guard let subtype, subtype == "Type1" || subtype == "TrueType" || subtype == "MMType1" else { return nil }
        let base = try file.resolve(dictionary["BaseFont"]).name ?? PDFName("Helvetica")
        guard !Self.isSubset(base) else { return nil }
        let standard = StandardFont(base)
        if let standard, !standard.isLatin { return nil }
        let descriptor = try file.resolve(dictionary["FontDescriptor"]).dictionary
        guard var encoding = try Self.characters(of: dictionary, in: file) else { return nil }
        let given = try file.resolve(dictionary["Widths"]).array
        guard let given else {
            // Without widths it is one of the standard fonts, or close to one.
            self.init(standard ?? .helvetica, encoding: encoding)
            return
        }
        let first = try file.resolve(dictionary["FirstChar"]).integer ?? 0
        var widths = [Double](repeating: 0, count: 256)
        for (index, width) in given.prefix(256).enumerated() where (0..<256).contains(index &+ max(-256, min(256, first))) {
            if let width = try file.resolve(width).number, width > 0, width < 10_000 { widths[index + first] = width / 1000 }
        }
        for code in 0..<256 where widths[code] == 0 { encoding.set(nil, for: code) }
        func metric(_ key: StaticString) throws(PDFError) -> Double? {
            guard let value = try file.resolve(descriptor?[key]).number, value.magnitude > 50, value.magnitude < 3000 else { return nil }
            return value.magnitude / 1000
        }
        self.init(
            encoding: encoding,
            widths: widths,
            ascent: try metric("Ascent") ?? standard?.ascent ?? 0.75,
            descent: try metric("Descent") ?? standard?.descent ?? 0.25
        )
    }

    /// What the codes of a font of one byte mean; nil where only its own program knows, as with symbols.
    static func characters(of font: PDFDictionary, in file: PDFFile) throws(PDFError) -> SimpleEncoding? {
        if let standard = try file.resolve(font["BaseFont"]).name.flatMap({ StandardFont($0) }), !standard.isLatin { return nil }
        let descriptor = try file.resolve(font["FontDescriptor"]).dictionary
        let flags = try file.resolve(descriptor?["Flags"]).integer ?? 32
        let isEmbedded = descriptor?["FontFile"] != nil || descriptor?["FontFile2"] != nil || descriptor?["FontFile3"] != nil
        return try encoding(of: font, in: file, isOwn: isEmbedded || flags & 4 != 0)
    }

    private init(encoding: SimpleEncoding, widths: [Double], ascent: Double, descent: Double) {
        (self.encoding, self.widths, self.ascent, self.descent) = (encoding, widths, ascent, descent)
    }

    /// Whether a name says that only some glyphs are there: six capitals and a plus.
    private static func isSubset(_ name: PDFName) -> Bool {
        name.bytes.count > 7 && name.bytes[6] == UInt8(ascii: "+") && name.bytes[..<6].allSatisfy { (65...90).contains($0) }
    }

    /// What the codes mean; nil where only the font's own program knows.
    private static func encoding(of font: PDFDictionary, in file: PDFFile, isOwn: Bool) throws(PDFError) -> SimpleEncoding? {
        let value = try file.resolve(font["Encoding"])
        if let name = value.name { return SimpleEncoding(named: name) ?? (isOwn ? nil : .standard) }
        guard let dictionary = value.dictionary else { return isOwn ? nil : .standard }
        var encoding =
            try file.resolve(dictionary["BaseEncoding"]).name.flatMap { SimpleEncoding(named: $0) }
            ?? (isOwn ? SimpleEncoding.none : .standard)
        var code = 0
        for item in try (file.resolve(dictionary["Differences"]).array ?? []).prefix(1024) {
            let item = try file.resolve(item)
            if let next = item.integer {
                code = next
            } else if let name = item.name {
                try file.budget.spend(256)
                if (0..<256).contains(code) { encoding.set(FontTables.scalar(ofGlyph: name), for: code) }
                code &+= 1
            }
        }
        return encoding
    }
}

/// What characters the codes of a simple font mean: one byte each (ISO 32000-2, 9.6.5 and annex D).
struct SimpleEncoding: Sendable {
    /// The character of each of the 256 codes; 0 where there is none.
    private(set) var scalars: [UInt32]

    /// Latin-1 with what Windows adds: what the standard fonts are used with here.
    static let winAnsi = SimpleEncoding(scalars: high(from: 0x80, FontTables.winAnsi, latin1From: 0xA0))
    static let macRoman = SimpleEncoding(scalars: high(from: 0x80, FontTables.macRoman, latin1From: 0x100))
    static let standard = SimpleEncoding(scalars: high(from: 0x20, FontTables.standard, latin1From: 0x100))
    /// Nothing means anything.
    static let none = SimpleEncoding(scalars: [UInt32](repeating: 0, count: 256))

    private static func high(from start: Int, _ table: [UInt16], latin1From: Int) -> [UInt32] {
        var scalars = [UInt32](repeating: 0, count: 256)
        for code in 0x20..<0x7F { scalars[code] = UInt32(code) }
        for (index, scalar) in table.enumerated() where start + index < 256 { scalars[start + index] = UInt32(scalar) }
        if latin1From < 256 { for code in latin1From..<256 { scalars[code] = UInt32(code) } }
        return scalars
    }

    /// Makes an encoding of its table of 256.
    private init(scalars: [UInt32]) { self.scalars = scalars }

    /// An encoding that a file names.
    init?(named name: PDFName) {
        if name == "WinAnsiEncoding" {
            self = .winAnsi
        } else if name == "MacRomanEncoding" {
            self = .macRoman
        } else if name == "StandardEncoding" {
            self = .standard
        } else if name == "PDFDocEncoding" {
            self = .pdfDoc
        } else {
            return nil
        }
    }

    /// The one of text strings, which forms use for fonts too.
    static let pdfDoc: SimpleEncoding = {
        var scalars = [UInt32](repeating: 0, count: 256)
        for code in 0x18..<256 where code != 0x7F && code != 0x9F && code != 0xAD {
            for scalar in PDFString([UInt8(code)]).text.unicodeScalars { scalars[code] = scalar.value }
        }
        return SimpleEncoding(scalars: scalars)
    }()

    /// Changes what a code means.
    mutating func set(_ scalar: Unicode.Scalar?, for code: Int) {
        if scalars.indices.contains(code) { scalars[code] = scalar?.value ?? 0 }
    }

    /// The first code that means a character; a hard space is a space where the font has no other.
    func code(of scalar: Unicode.Scalar) -> UInt8? {
        guard scalar.value != 0 else { return nil }
        if scalar.value < 0x7F, scalar.value >= 0x20, scalars[Int(scalar.value)] == scalar.value { return UInt8(scalar.value) }
        if let code = scalars.firstIndex(of: scalar.value) { return UInt8(code) }
        return scalar.value == 0xA0 ? code(of: " ") : nil
    }
}

extension PDFString {
    /// The text of a text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 with a mark in front, else PDFDocEncoding.
    public var text: String {
        if bytes.starts(with: [0xFE, 0xFF]) { return Self.utf16(bytes.dropFirst(2), isBigEndian: true) }
        // Wrong, but written by some and read by all.
        if bytes.starts(with: [0xFF, 0xFE]) { return Self.utf16(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Self.scalar(byte)) }
        return text
    }

    /// Makes a text string: ASCII as it is, anything else as UTF-16.
    public init(text: String) {
        let ascii = Array(text.utf8)
        guard ascii.contains(where: { $0 >= 0x80 || ($0 < 32 && $0 != 9 && $0 != 10 && $0 != 13) }) else {
            self.init(ascii)
            return
        }
        var bytes: [UInt8] = [0xFE, 0xFF]
        for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)] }
        self.init(bytes, isHexadecimal: true)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The character of a byte in PDFDocEncoding (annex D.3), which differs from Latin-1 in two places.
    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte {
        case 0x18...0x1F: accents[Int(byte) - 0x18]
        case 0x80...0xA0: typographic[Int(byte) - 0x80]
        default: Unicode.Scalar(byte)
        }
    }

    private static let accents: [Unicode.Scalar] = [
        "\u{2D8}", "\u{2C7}", "\u{2C6}", "\u{2D9}", "\u{2DD}", "\u{2DB}", "\u{2DA}", "\u{2DC}",
    ]
    private static let typographic: [Unicode.Scalar] = [
        "\u{2022}", "\u{2020}", "\u{2021}", "\u{2026}", "\u{2014}", "\u{2013}", "\u{192}", "\u{2044}", "\u{2039}", "\u{203A}", "\u{2212}",
        "\u{2030}", "\u{201E}", "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{2122}", "\u{FB01}", "\u{FB02}", "\u{141}",
        "\u{152}", "\u{160}", "\u{178}", "\u{17D}", "\u{131}", "\u{142}", "\u{153}", "\u{161}", "\u{17E}", "\u{FFFD}", "\u{20AC}",
    ]
}

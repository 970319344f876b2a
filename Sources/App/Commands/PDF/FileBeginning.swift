/// How a file begins that is not what a command reads, in words behind "it begins".
struct FileBeginning: CustomStringConvertible {
    /// How many bytes tell it.
    static let length = 24

    private static let known: [(bytes: [UInt8], name: String)] = [
        ([0x89] + Array("PNG".utf8), "a PNG picture"), ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
        (Array("GIF8".utf8), "a GIF picture"), (Array("II*\0".utf8), "a TIFF picture"), (Array("MM\0*".utf8), "a TIFF picture"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP archive, an Office document or an ASiC container"),
        ([0xD0, 0xCF, 0x11, 0xE0], "an old Office document"), ([0x1F, 0x8B], "a gzip archive"), (Array("%!PS".utf8), "PostScript"),
        (Array("{\\rtf".utf8), "RTF"), ([0x30, 0x82], "a certificate or signature in DER"),
    ]

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = Array(bytes.prefix(Self.length))
    }

    var description: String {
        if let kind = Self.known.first(where: { bytes.starts(with: $0.bytes) }) { return "as \(kind.name) does" }
        // A letter may be cut at the end.
        let text = (0...3).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }.first
        if let text, text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || Self.isShown($0) }) {
            return "with the text \"\(text.split { $0.isWhitespace }.joined(separator: " "))…\""
        }
        return "with the bytes " + bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

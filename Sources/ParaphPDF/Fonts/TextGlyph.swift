/// A character that is set in a font.
struct TextGlyph {
    let scalar: Unicode.Scalar
    let font: FontSet.Index
    /// The code that shows it.
    let code: Int
    /// How far it moves on, as a part of the size.
    let width: Double
}

/// What setting a text gave.
enum TextSetting {
    case set([TextGlyph])
    /// A character that no font has.
    case missing(Unicode.Scalar)
}

extension [TextGlyph] {
    /// How wide the glyphs are together, as a part of the size.
    var width: Double {
        var width = 0.0
        for glyph in self { width += glyph.width }
        return width
    }
}

extension Unicode.Scalar {
    /// Whether text with it goes from right to left, or is written in shapes that depend on their neighbours: neither is set here.
    var needsShaping: Bool {
        switch value {
        case 0x590...0x8FF, 0x900...0xDFF, 0xF00...0x109F, 0x1780...0x17FF, 0x1800...0x18AF, 0x200F, 0x202B, 0x202E, 0x2067: true
        case 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

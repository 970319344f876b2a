/// One of the fonts that every reader of PDF has (ISO 32000-2, 9.6.2.2), so that its name suffices.
public enum StandardFont: UInt8, Hashable, Sendable, CaseIterable {
    case courier, courierBold, courierOblique, courierBoldOblique
    case helvetica, helveticaBold, helveticaOblique, helveticaBoldOblique
    case timesRoman, timesBold, timesItalic, timesBoldItalic
    case symbol, zapfDingbats

    /// What it is called in /BaseFont.
    public var name: StaticString {
        switch self {
        case .courier: "Courier"
        case .courierBold: "Courier-Bold"
        case .courierOblique: "Courier-Oblique"
        case .courierBoldOblique: "Courier-BoldOblique"
        case .helvetica: "Helvetica"
        case .helveticaBold: "Helvetica-Bold"
        case .helveticaOblique: "Helvetica-Oblique"
        case .helveticaBoldOblique: "Helvetica-BoldOblique"
        case .timesRoman: "Times-Roman"
        case .timesBold: "Times-Bold"
        case .timesItalic: "Times-Italic"
        case .timesBoldItalic: "Times-BoldItalic"
        case .symbol: "Symbol"
        case .zapfDingbats: "ZapfDingbats"
        }
    }

    /// The font of a name, also of the names that forms and office programs give these fonts.
    public init?(_ name: PDFName) {
        for font in Self.allCases where name == font.name {
            self = font
            return
        }
        for (alias, font) in Self.aliases where name == alias {
            self = font
            return
        }
        return nil
    }

    private static let aliases: [(StaticString, StandardFont)] = [
        ("Helv", .helvetica), ("HeBo", .helveticaBold), ("HeOb", .helveticaOblique), ("HeBO", .helveticaBoldOblique),
        ("Arial", .helvetica), ("ArialMT", .helvetica), ("Arial,Bold", .helveticaBold), ("Arial-BoldMT", .helveticaBold),
        ("Arial,Italic", .helveticaOblique), ("Arial-ItalicMT", .helveticaOblique), ("Arial,BoldItalic", .helveticaBoldOblique),
        ("Arial-BoldItalicMT", .helveticaBoldOblique), ("Cour", .courier), ("CoBo", .courierBold), ("CourierNew", .courier),
        ("CourierNewPSMT", .courier), ("CourierNew,Bold", .courierBold), ("CourierNewPS-BoldMT", .courierBold), ("TiRo", .timesRoman),
        ("TiBo", .timesBold), ("TiIt", .timesItalic), ("TiBI", .timesBoldItalic), ("TimesNewRoman", .timesRoman),
        ("TimesNewRomanPSMT", .timesRoman), ("TimesNewRoman,Bold", .timesBold), ("TimesNewRomanPS-BoldMT", .timesBold),
        ("TimesNewRoman,Italic", .timesItalic), ("TimesNewRomanPS-ItalicMT", .timesItalic), ("ZaDb", .zapfDingbats), ("Symb", .symbol),
    ]

    /// Whether its glyphs are letters.
    var isLatin: Bool { self != .symbol && self != .zapfDingbats }

    /// How far a line of it reaches above the baseline, as a part of its size.
    var ascent: Double {
        switch self {
        case .courier, .courierBold, .courierOblique, .courierBoldOblique: 0.629
        case .timesRoman, .timesBold, .timesItalic, .timesBoldItalic: 0.683
        default: 0.718
        }
    }

    /// How far a line of it reaches below the baseline, as a part of its size; positive.
    var descent: Double {
        switch self {
        case .courier, .courierBold, .courierOblique, .courierBoldOblique: 0.157
        case .timesRoman, .timesBold, .timesItalic, .timesBoldItalic: 0.217
        default: 0.207
        }
    }

    /// The width of a character as a part of the size; nil for one that the font has not, and for the two fonts of symbols.
    public func width(of scalar: Unicode.Scalar) -> Double? {
        let value = scalar.value == 0xA0 ? 0x20 : scalar.value == 0xAD ? 0x2D : scalar.value
        guard let index = FontTables.index(of: value) else { return nil }
        switch self {
        case .courier, .courierBold, .courierOblique, .courierBoldOblique: return 0.6
        case .helvetica, .helveticaOblique: return Double(FontTables.helvetica[index]) / 1000
        case .helveticaBold, .helveticaBoldOblique: return Double(FontTables.helveticaBold[index]) / 1000
        case .timesRoman: return Double(FontTables.timesRoman[index]) / 1000
        case .timesBold: return Double(FontTables.timesBold[index]) / 1000
        case .timesItalic: return Double(FontTables.timesItalic[index]) / 1000
        case .timesBoldItalic: return Double(FontTables.timesBoldItalic[index]) / 1000
        case .symbol, .zapfDingbats: return nil
        }
    }
}

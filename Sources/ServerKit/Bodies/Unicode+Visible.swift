extension Unicode.Scalar {
    /// Whether it shows as something: no control, format, space or unassigned character, and none that is drawn as nothing, such as the Hangul
    /// fillers and the empty Braille pattern; variation selectors, which choose how the character before them looks, are taken.
    public var isVisible: Bool {
        if self == "\u{2800}" || self == "\u{1D159}" { return false }
        if properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector { return false }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is drawn on the character before it.
    public var isMark: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    }
}

extension String {
    /// The most marks on one character; pointed Hebrew with its accents has four.
    public static let markLimit = 4

    /// Whether a character has more marks than any script needs: they would cover the lines around it; O(n).
    public var hasPiledMarks: Bool {
        var marks = 0
        for scalar in unicodeScalars where !scalar.isJoiner {
            marks = scalar.isMark ? marks + 1 : 0
            if marks > Self.markLimit { return true }
        }
        return false
    }
}

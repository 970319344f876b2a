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

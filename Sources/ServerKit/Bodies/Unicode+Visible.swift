extension Unicode.Scalar {
    /// Whether it shows as something: no control, format, space or unassigned character.
    public var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

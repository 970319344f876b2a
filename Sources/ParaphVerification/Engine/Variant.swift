/// Which channels both sides have, and the constants that belong to them.
enum Variant: UInt8, Sendable, Hashable, CaseIterable {
    case pressure = 0
    case plain = 1
    case untimed = 2

    /// How samples are aligned.
    var alignment: Alignment {
        switch self {
        case .pressure: Alignment(penalty: 0.96, channels: Representation.fullWidth)
        case .plain, .untimed: Alignment(penalty: 0.76, channels: Representation.plainWidth)
        }
    }

    /// The natural logarithm of the odds that a score belongs to a forgery.
    func logOdds(_ score: Float) -> Float {
        switch self {
        case .pressure: 16.0 * score - 7.46
        case .plain: 16.0 * score - 4.73
        case .untimed: 14.0 * score - 4.32
        }
    }
}

/// Which channels both sides have, and the constants that belong to them.
enum Variant: UInt8, Sendable, Hashable, CaseIterable {
    case pressure = 0
    case plain = 1
    case untimed = 2

    /// The same without pressure.
    var unpressed: Variant { self == .untimed ? .untimed : .plain }

    /// How samples are aligned.
    var alignment: Alignment {
        switch self {
        case .pressure: Alignment(penalties: .init(together: 0.9, movement: 0.7, dynamics: 0.3), withPressure: true)
        case .plain, .untimed: Alignment(penalties: .init(together: 0.7, movement: 0.45, dynamics: 0.3), withPressure: false)
        }
    }

    /// The widest spread of references that the score makes allowance for.
    ///
    /// No person of those whom the calibration rests on is wider. A person who is gets no further allowance: later samples must be nearer than the
    /// references are to one another.
    var widestSpread: Float {
        switch self {
        case .pressure: -0.3
        case .plain: -0.7
        case .untimed: -0.6
        }
    }

    /// The natural logarithm of the odds that a score belongs to a forgery.
    func logOdds(_ score: Float) -> Float {
        switch self {
        case .pressure: 18.1 * score - 2.17
        case .plain: 18.0 * score + 1.05
        case .untimed: 16.3 * score + 0.59
        }
    }
}

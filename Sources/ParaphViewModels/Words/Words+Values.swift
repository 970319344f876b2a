import Foundation

nonisolated extension Words {
    private var locale: Locale { Locale(identifier: language.rawValue) }

    /// A whole number as people of the language write it.
    func number(_ value: Int) -> String { value.formatted(.number.locale(locale)) }

    /// Numbers as people list them: `2, 5 and 7`.
    func list(_ numbers: [Int]) -> String {
        numbers.map(number).formatted(.list(type: .and, width: .standard).locale(locale))
    }

    /// A similarity as people read it, cut and not rounded, so that a refusal never shows the threshold.
    func similarity(_ value: Double) -> String {
        let cut = value.isFinite ? (max(0, min(1, value)) * 100).rounded(.down) / 100 : 0
        return cut.formatted(.number.precision(.fractionLength(2)).locale(locale))
    }

    /// Seconds as `0:09`.
    func countdown(_ seconds: Int) -> String {
        "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}

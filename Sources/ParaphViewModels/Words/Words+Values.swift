import Foundation
import ParaphWire

nonisolated extension Words {
    private var locale: Locale { Locale(identifier: language.rawValue) }

    /// A whole number as people of the language write it.
    func number(_ value: Int) -> String { value.formatted(.number.locale(locale)) }

    /// Numbers as people list them: `2, 5 and 7`.
    func list(_ numbers: [Int]) -> String { list(numbers.map(number)) }

    /// Names as people list them.
    func list(_ names: [String]) -> String { names.formatted(.list(type: .and, width: .standard).locale(locale)) }

    /// A file's size as people say it.
    func size(_ bytes: Int) -> String {
        let isSmall = bytes < 999_500
        let value = max(1, Double(bytes) / (isSmall ? 1e3 : 1e6))
        let number = value.formatted(
            .number.precision(.fractionLength(0...(isSmall ? 0 : 1))).rounded(rule: .toNearestOrAwayFromZero).locale(locale)
        )
        return self(isSmall ? "app.kilobytes" : "app.megabytes", ["number": number])
    }

    /// How far something is, as people say it; never all before it is done.
    func share(_ done: Int, of size: Int) -> String {
        let percent = min(99, 100 * done / max(1, size))
        return (Double(percent) / 100).formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    /// A similarity as people read it, cut and not rounded, so that a refusal never shows the threshold.
    func similarity(_ value: Double) -> String {
        let cut = value.isFinite ? (max(0, min(1, value)) * 100).rounded(.down) / 100 : 0
        return cut.formatted(.number.precision(.fractionLength(2)).locale(locale))
    }

    /// Degrees with four decimals, some ten metres.
    func degrees(_ value: Double) -> String {
        guard value.isFinite, value.magnitude <= 180 else { return "?" }
        let units = Int((value.magnitude * 10_000).rounded())
        let digits = String(10_000 + units % 10_000).dropFirst()
        return "\(value < 0 && units > 0 ? "−" : "")\(units / 10_000).\(digits)°"
    }

    /// The country where something happened: by its code where the server found it, else as it was told.
    func country(_ circumstances: DocumentHistory.Circumstances) -> String? {
        circumstances.countryCode.map { locale.localizedString(forRegionCode: $0) ?? $0 } ?? circumstances.country
    }

    /// Seconds as `0:09`.
    func countdown(_ seconds: Int) -> String {
        "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}

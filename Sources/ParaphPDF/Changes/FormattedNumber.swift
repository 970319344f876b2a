/// A number or date as a script formats it: compared with what the field holds, so that no digit comes, goes or moves.
struct FormattedNumber {
    private var digits: [UInt32] = []
    /// How many of the digits stand behind the last point or comma; nil where there is none.
    private var behind: Int?
    private var mark: UInt32 = 0
    /// Whether the last point or comma is another than those between thousands.
    private var isParted = false
    private var isNegative = false
    private var letters: [UInt32] = []

    /// What scripts add to numbers: signs of money and of parts in a hundred, with letters in small.
    private static let units: [StaticString] = [
        "eur", "euro", "euros", "usd", "gbp", "chf", "rub", "jpy", "cny", "sek", "nok", "dkk", "pln", "kr",
    ]

    /// Takes a text without blanks; nil where it has more than a number with separators, a sign in front and a unit before or behind it.
    init?(_ scalars: [Unicode.Scalar]) {
        /// The separators, each with how many digits stood before it.
        var separators: [(place: Int, mark: UInt32)] = []
        var isEnded = false
        for (index, scalar) in scalars.enumerated() {
            let value = scalar.value
            switch value {
            case 0x30...0x39:
                if isEnded { return nil }
                digits.append(value)
            case 0x27, 0x2C, 0x2E, 0x2019:
                guard !isEnded, separators.last?.place != digits.count else { return nil }
                separators.append((digits.count, value))
            case 0x2D, 0x2212:
                guard digits.isEmpty, separators.isEmpty, !isNegative else { return nil }
                isNegative = true
            case 0x28:
                guard digits.isEmpty, separators.isEmpty, !isNegative, scalars.last == ")" else { return nil }
                isNegative = true
            case 0x29:
                guard index == scalars.count - 1, scalars.contains("(") else { return nil }
            case 0x41...0x5A, 0x61...0x7A, 0x24, 0xAA...:
                if !digits.isEmpty { isEnded = true }
                if value < 0x80, value != 0x24 { letters.append(value | 32) } else if !Self.isSign(value) { letters.append(value) }
            default: return nil
            }
        }
        guard !digits.isEmpty else { return nil }
        guard let last = separators.last else { return }
        (behind, mark) = (digits.count - last.place, last.mark)
        // All but the last are between thousands.
        for (index, separator) in separators.enumerated().dropLast() {
            let next = separators[index + 1].place
            guard separator.mark == separators[0].mark, separator.place > 0, next - separator.place == 3 else { return nil }
        }
        guard separators.count > 1 else { return }
        isParted = last.mark != separators[0].mark
        guard separators[0].place <= 3, isParted || behind == 3 else { return nil }
    }

    private static func isSign(_ value: UInt32) -> Bool {
        // Dollar, pound, yen, degree, euro, rouble.
        value == 0x24 || value == 0xA3 || value == 0xA5 || value == 0xB0 || value == 0x20AC || value == 0x20BD
    }

    /// Whether one text is what a script may show for another.
    static func isShown(_ shown: [Unicode.Scalar], for value: [Unicode.Scalar]) -> Bool {
        if isGrouped(shown, value) { return true }
        guard let shown = FormattedNumber(shown), let value = FormattedNumber(value) else { return false }
        return shown.shows(value)
    }

    /// Whether nothing but digits is shown as telephone numbers, postal codes and the like are.
    private static func isGrouped(_ shown: [Unicode.Scalar], _ value: [Unicode.Scalar]) -> Bool {
        let shapes: [StaticString] = ["(999)999-9999", "999-9999", "99999-9999", "999-99-9999"]
        return shapes.contains { shape in
            guard shape.utf8CodeUnitCount == shown.count else { return false }
            var digits: [Unicode.Scalar] = []
            for (index, scalar) in shown.enumerated() {
                if shape.utf8Start[index] != UInt8(ascii: "9") {
                    if scalar.value != UInt32(shape.utf8Start[index]) { return false }
                } else {
                    guard (0x30...0x39).contains(scalar.value) else { return false }
                    digits.append(scalar)
                }
            }
            return digits == value
        }
    }

    /// Whether this is how a value may be shown: the same digits in the same order, at most with two more noughts behind the point.
    private func shows(_ value: FormattedNumber) -> Bool {
        guard isNegative == value.isNegative else { return false }
        guard letters == value.letters || (value.letters.isEmpty && isUnit) else { return false }
        if digits == value.digits {
            // Three digits behind a comma may be thousands, those behind a point need not be.
            if let other = value.behind { return behind == other && (other != 3 || mark == value.mark) }
            return behind.map { $0 == 3 && !isParted } ?? true
        }
        let more = digits.count - value.digits.count
        guard more > 0, more <= 2, digits.starts(with: value.digits), digits.suffix(more).allSatisfy({ $0 == 0x30 }) else { return false }
        guard let behind, behind <= 2 else { return false }
        // What the value has behind its point stays there.
        return value.behind.map { $0 + more == behind } ?? (behind == more)
    }

    private var isUnit: Bool {
        Self.units.contains { unit in
            guard unit.utf8CodeUnitCount == letters.count else { return false }
            for (index, letter) in letters.enumerated() where UInt32(unit.utf8Start[index]) != letter { return false }
            return true
        }
    }
}

/// A number or date as a script formats it: compared with what the field holds, so that no digit comes, goes or moves.
struct FormattedNumber {
    private var digits: [UInt32] = []
    /// How many of the digits stand behind the last point or comma; nil where there is none.
    private var behind: Int?
    private var mark: UInt32 = 0
    private var isNegative = false
    private var letters: [UInt32] = []

    /// What scripts add to numbers: signs of money and of parts in a hundred, with letters in small.
    private static let units: [StaticString] = [
        "eur", "euro", "euros", "usd", "gbp", "chf", "rub", "jpy", "cny", "sek", "nok", "dkk", "pln", "kr",
    ]

    /// Takes a text without blanks.
    init(_ scalars: [Unicode.Scalar]) {
        for scalar in scalars {
            let value = scalar.value
            switch value {
            case 0x30...0x39:
                digits.append(value)
                if let count = behind { behind = count + 1 }
            case 0x2C, 0x2E: (behind, mark) = (0, value)
            case 0x2D, 0x2212: if digits.isEmpty { isNegative = true }
            case 0x28: if digits.isEmpty, scalars.last == ")" { isNegative = true }
            case 0x41...0x5A: letters.append(value | 32)
            case 0x61...0x7A, 0xAA...: if !Self.isSign(value) { letters.append(value) }
            default: break
            }
        }
    }

    private static func isSign(_ value: UInt32) -> Bool {
        // Pound, yen, degree, euro, rouble.
        value == 0xA3 || value == 0xA5 || value == 0xB0 || value == 0x20AC || value == 0x20BD
    }

    /// Whether this is how a value may be shown: the same digits in the same order, at most with two more noughts behind the point.
    func shows(_ value: FormattedNumber) -> Bool {
        guard isNegative == value.isNegative else { return false }
        guard letters == value.letters || (value.letters.isEmpty && isUnit) else { return false }
        if digits == value.digits {
            // Three digits behind a comma may be thousands, those behind a point need not be.
            if let other = value.behind { return behind == other && (other != 3 || mark == value.mark) }
            return behind.map { $0 == 3 } ?? true
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

/// Decimal numbers as text: digits with an optional sign, decimal point and exponent, and nothing else.
///
/// The standard library's own reading also takes "nan", "inf" and hexadecimal, which have no place in a signature.
enum Numeral {
    /// The longest numeral that is read, in bytes.
    static let longest = 64

    /// The number that the text says, rounded correctly; nil where it is not a numeral.
    ///
    /// A numeral beyond the range of `Double` gives an infinity, for the caller to refuse.
    static func value(_ text: ArraySlice<UInt8>) -> Double? {
        guard !text.isEmpty, text.count <= longest else { return nil }
        var index = text.startIndex
        let negative = text[index] == UInt8(ascii: "-")
        if negative || text[index] == UInt8(ascii: "+") { index += 1 }
        var digits = 0
        var significand: UInt64 = 0
        var decimals = 0
        var sawPoint = false
        while index < text.endIndex {
            let byte = text[index]
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                digits += 1
                significand = significand &* 10 &+ UInt64(byte - UInt8(ascii: "0"))
                if sawPoint { decimals += 1 }
            } else if byte == UInt8(ascii: "."), !sawPoint {
                sawPoint = true
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        if index == text.endIndex, digits <= 15 {
            // Both numbers are exact, so that the division rounds once, as it should.
            let magnitude = Double(significand) / powersOfTen[decimals]
            return negative ? -magnitude : magnitude
        }
        guard index == text.endIndex || isExponent(text[index...]) else { return nil }
        return Double(String(decoding: text, as: UTF8.self))
    }

    private static func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.first == UInt8(ascii: "e") || text.first == UInt8(ascii: "E") else { return false }
        var rest = text.dropFirst()
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        return !rest.isEmpty && rest.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// The shortest text that reads back as the same number, without ".0" behind whole ones.
    static func text(_ value: Double) -> String {
        if value == value.rounded(), value.magnitude < 1e15 { return String(Int(value)) }
        return String(value)
    }
}

/// Bytes as pairs of hexadecimal digits: RFC 4648's base 16.
package enum Hexadecimal {
    package enum Letters: Sendable {
        case lower
        case upper
    }

    /// Two digits for each byte, in lower case unless said otherwise.
    package static func encode(_ bytes: some Sequence<UInt8>, _ letters: Letters = .lower) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digit(byte >> 4, letters))
            text.append(digit(byte & 15, letters))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of digits in either case; `nil` where their number is odd or one is no digit.
    package static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[start]), let low = value(of: digits[start + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// The value of a digit in either case.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether a text is so many digits, none of them a capital: what ``encode(_:_:)`` gives.
    package static func isLower(_ text: some StringProtocol, count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { value(of: $0) != nil && !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    }

    private static func digit(_ value: UInt8, _ letters: Letters) -> UInt8 {
        if value < 10 { return UInt8(ascii: "0") + value }
        return (letters == .lower ? UInt8(ascii: "a") : UInt8(ascii: "A")) + value - 10
    }
}

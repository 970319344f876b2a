import Foundation

extension Date {
    /// Reads a date as PDFs write it (ISO 32000-2, 7.9.4): `D:20261121205500+01'00'`, from the year on; nil for anything else.
    init?(pdf text: String) {
        var digits = Array(text.utf8)[...]
        if digits.starts(with: Array("D:".utf8)) { digits = digits.dropFirst(2) }
        func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
            guard digits.count >= count else { return nil }
            var value = 0
            for byte in digits.prefix(count) {
                guard (48...57).contains(byte) else { return nil }
                value = value * 10 + Int(byte) - 48
            }
            guard range.contains(value) else { return nil }
            digits = digits.dropFirst(count)
            return value
        }
        guard let year = number(4, 1...9999) else { return nil }
        let month = number(2, 1...12) ?? 1
        let day = number(2, 1...31) ?? 1
        let seconds = (number(2, 0...23) ?? 0) * 3600 + (number(2, 0...59) ?? 0) * 60 + (number(2, 0...59) ?? 0)
        var offset = 0
        if let sign = digits.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            digits = digits.dropFirst()
            let hours = number(2, 0...23) ?? 0
            if digits.first == UInt8(ascii: "'") { digits = digits.dropFirst() }
            offset = (hours * 3600 + (number(2, 0...59) ?? 0) * 60) * (sign == UInt8(ascii: "+") ? 1 : -1)
        }
        // Days since 1970, by eras of 400 years that start in March.
        let (shifted, past) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let era = shifted / 400
        let ofEra = shifted - era * 400
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + (153 * past + 2) / 5 + day - 1 - 719_468
        self.init(timeIntervalSince1970: Double(days * 86_400 + seconds - offset))
    }

    /// The date in UTC, as RFC 3339 writes it.
    var rfc3339: String { formatted(.iso8601) }
}

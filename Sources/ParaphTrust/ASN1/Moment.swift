#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// UTCTime and GeneralizedTime (RFC 5280 §4.1.2.5; with fractions of a second, RFC 3161 §2.4.2).
enum Moment {
    /// Reads a time.
    static func date(_ element: Element, _ what: String) throws(TrustError) -> Date {
        let text = Array(element.content)
        let general = element.tag == Tag.generalizedTime
        let wrong = TrustError(.malformed, "A time in \(what) cannot be read.")
        guard general || element.tag == Tag.utcTime, text.count <= 32 else { throw wrong }
        var position = 0
        func number(_ digits: Int) throws(TrustError) -> Int {
            guard position + digits <= text.count else { throw wrong }
            var value = 0
            for byte in text[position..<position + digits] {
                guard (0x30...0x39).contains(byte) else { throw wrong }
                value = value * 10 + Int(byte - 0x30)
            }
            position += digits
            return value
        }
        var year = try number(general ? 4 : 2)
        if !general { year += year < 50 ? 2000 : 1900 }
        let month = try number(2)
        let day = try number(2)
        let hour = try number(2)
        let minute = try number(2)
        let second = position < text.count && (0x30...0x39).contains(text[position]) ? try number(2) : 0
        var fraction = 0.0
        if general, position < text.count, text[position] == 0x2e || text[position] == 0x2c {
            position += 1
            var unit = 0.1
            let start = position
            while position < text.count, (0x30...0x39).contains(text[position]) {
                fraction += unit * Double(text[position] - 0x30)
                unit /= 10
                position += 1
            }
            guard position > start else { throw wrong }
        }
        var offset = 0
        guard position < text.count else { throw wrong }
        let zone = text[position]
        position += 1
        if zone == 0x2b || zone == 0x2d {
            let minutes = try number(2) * 60 + (try number(2))
            offset = zone == 0x2b ? -minutes : minutes
        } else if zone != 0x5a {
            throw wrong
        }
        guard position == text.count, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60 else {
            throw wrong
        }
        let seconds = days(year, month, day) * 86400 + hour * 3600 + (minute + offset) * 60 + second
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// The days from 1970 on, by the Gregorian calendar; a year begins in March so that the leap day comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// A time in words of ISO 8601, to the second, as problems name it.
    static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}

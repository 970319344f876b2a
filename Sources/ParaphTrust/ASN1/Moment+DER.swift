#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Moment {
    /// A time to the second as GeneralizedTime.
    static func general(_ date: Date) -> [UInt8] { DER.element(Tag.generalizedTime, digits(date)) }

    /// A time to the second as certificates and lists have it: UTCTime until 2049, GeneralizedTime from then on (RFC 5280 §4.1.2.5).
    static func certificate(_ date: Date) -> [UInt8] {
        let digits = digits(date)
        let year = digits.prefix(4)
        let isShort = year.lexicographicallyPrecedes(Array("2050".utf8)) && !year.lexicographicallyPrecedes(Array("1950".utf8))
        return isShort ? DER.element(Tag.utcTime, digits.dropFirst(2)) : general(date)
    }

    /// `YYYYMMDDHHMMSSZ`; times that are out of the years 0000 to 9999 become their ends.
    private static func digits(_ date: Date) -> [UInt8] {
        let bounded = min(max(date.timeIntervalSince1970, -62_167_219_200), 253_402_300_799)
        let text = Date(timeIntervalSince1970: bounded.rounded(.down)).formatted(.iso8601)
        return Array(text.utf8.filter { (0x30...0x39).contains($0) || $0 == 0x5a })
    }
}

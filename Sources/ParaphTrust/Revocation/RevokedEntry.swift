#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry of a revocation list (RFC 5280 §5.1.2.6, §5.3).
struct RevokedEntry: Sendable {
    let date: Date
    let reason: RevocationReason?

    /// Reads what follows the serial number.
    init(_ reader: inout ElementReader) throws(TrustError) {
        let what = CertificateRevocationList.what
        date = try Moment.date(try reader.next(), what)
        var reason: RevocationReason?
        if let extensions = try reader.optional(Tag.sequence) {
            for one in try extensions.elements(what, limit: 16) {
                let (type, _, value) = try CertificateExtension.parts(one, what)
                guard type == .reasonCode else { continue }
                reason = RevocationReason(rawValue: try Number(try Element(value, what), what).value)
            }
        }
        self.reason = reason
    }
}

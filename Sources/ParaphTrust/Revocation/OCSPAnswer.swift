#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An answer about one certificate (RFC 6960 §4.2.1).
struct OCSPAnswer: Sendable {
    enum Status: Sendable {
        case good
        case revoked(Date, RevocationReason?)
        case unknown
    }

    let identifier: OCSPCertificateID
    let status: Status
    let thisUpdate: Date
    let nextUpdate: Date?
    /// The date from which on expired certificates are still answered for, where the answer says so.
    let archiveCutoff: Date?
    /// Whether it has a critical extension that is unknown here.
    let hasUnknownCritical: Bool

    init(_ element: Element) throws(TrustError) {
        let what = OCSPResponse.what
        var reader = try element.reader(what)
        identifier = try OCSPCertificateID(try reader.next(Tag.sequence), what)
        let value = try reader.next()
        switch value.tag {
        case Tag.context(0): status = .good
        case Tag.constructed(1):
            var inner = try value.reader(what, tag: Tag.constructed(1))
            let date = try Moment.date(try inner.next(Tag.generalizedTime), what)
            var reason: RevocationReason?
            if let box = try inner.optional(Tag.constructed(0)) {
                reason = RevocationReason(rawValue: try Number(try Element(box.content, what), what).value)
            }
            status = .revoked(date, reason)
        case Tag.context(2): status = .unknown
        default: throw TrustError(.malformed, "A status in the OCSP response cannot be read.")
        }
        thisUpdate = try Moment.date(try reader.next(Tag.generalizedTime), what)
        let next = try reader.optional(Tag.constructed(0))
        nextUpdate = if let next { try Moment.date(try Element(next.content, what), what) } else { nil }
        var cutoff: Date?
        var unknown = false
        if let box = try reader.optional(Tag.constructed(1)) {
            for one in try Element(box.content, what).elements(what, limit: 32) {
                let (type, critical, value) = try CertificateExtension.parts(one, what)
                if type == .archiveCutoff {
                    cutoff = try Moment.date(try Element(value, what), what)
                } else if critical {
                    unknown = true
                }
            }
        }
        archiveCutoff = cutoff
        hasUnknownCritical = unknown
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A list of revoked certificates (RFC 5280 §5).
///
/// The entries are not taken apart: looking a certificate up runs through them once.
public struct CertificateRevocationList: Sendable {
    static let what = "the revocation list"
    static let sizeLimit = 128 << 20

    /// The list as it was read.
    public let der: [UInt8]
    /// When it was made.
    public let thisUpdate: Date
    /// When the next one is to be there by, if it says so.
    public let nextUpdate: Date?
    /// Why it cannot be used, such as being one of changes only; nil where it can.
    public let obstacle: String?

    let issuer: ArraySlice<UInt8>
    let signed: SignedAnswer
    let entries: ArraySlice<UInt8>
    let scope: RevocationScope
    /// The date from which on expired certificates stay listed, where the list says so.
    let keepsExpiredSince: Date?

    /// Reads a list.
    ///
    /// - Throws: `malformed` or `tooLarge`.
    public init(der: [UInt8]) throws(TrustError) {
        let what = Self.what
        guard der.count <= Self.sizeLimit else {
            throw TrustError(.tooLarge, "The revocation list is larger than \(Self.sizeLimit >> 20) MiB.")
        }
        self.der = der
        var outer = try Element(der[...], what).reader(what)
        signed = try SignedAnswer(&outer, what)
        try outer.finish()
        var reader = try signed.body.reader(what)
        _ = try reader.optional(Tag.integer)
        _ = try reader.next(Tag.sequence)
        issuer = try reader.next(Tag.sequence).bytes
        thisUpdate = try Moment.date(try reader.next(), what)
        if reader.nextTag == Tag.utcTime || reader.nextTag == Tag.generalizedTime {
            nextUpdate = try Moment.date(try reader.next(), what)
        } else {
            nextUpdate = nil
        }
        entries = try reader.optional(Tag.sequence)?.content ?? []
        var scope = RevocationScope()
        var obstacle: String?
        var keeps: Date?
        if let box = try reader.optional(Tag.constructed(0)) {
            for one in try Element(box.content, what).elements(what, limit: 64) {
                let (type, critical, value) = try CertificateExtension.parts(one, what)
                switch type {
                case .issuingDistributionPoint:
                    scope = try RevocationScope(value)
                    obstacle = obstacle ?? scope.obstacle
                case .deltaIndicator: obstacle = "It lists changes only."
                case .expiredCertificatesOnList: keeps = try Moment.date(try Element(value, what), what)
                case .listNumber, .authorityKeyIdentifier, .freshestList, .authorityInformation: break
                default: if critical { obstacle = "It has a critical extension, \(type), that is unknown here." }
                }
            }
        }
        try reader.finish()
        self.scope = scope
        self.obstacle = obstacle
        keepsExpiredSince = keeps
    }

    /// Whether a list that was read has this certificate, by its serial number.
    ///
    /// - Throws: `malformed` where the entries cannot be read up to it.
    func entry(serial: ArraySlice<UInt8>) throws(TrustError) -> RevokedEntry? {
        var reader = ElementReader(entries, Self.what)
        while !reader.isAtEnd {
            let entry = try reader.next(Tag.sequence)
            var inner = try entry.reader(Self.what)
            guard try inner.next(Tag.integer).content == serial else { continue }
            return try RevokedEntry(&inner)
        }
        return nil
    }
}

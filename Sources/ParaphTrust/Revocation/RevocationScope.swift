import SwiftASN1
import X509

/// Which certificates a revocation list speaks about (RFC 5280 §5.2.5).
struct RevocationScope: Sendable {
    private var onlyUsers = false
    private var onlyAuthorities = false
    private var names: [ArraySlice<UInt8>]?
    /// Why the list cannot be used at all.
    private(set) var obstacle: String?

    /// All certificates of the issuer.
    init() {}

    /// Reads an issuing distribution point.
    init(_ value: ArraySlice<UInt8>) throws(TrustError) {
        let what = "the scope of the revocation list"
        for part in try Element(value, what).elements(what, limit: 8) {
            let said = part.content.first.map { $0 != 0 } ?? false
            switch part.tag {
            case Tag.constructed(0): names = try DistributionPoints.fullName(part, what)
            case Tag.context(1): onlyUsers = said
            case Tag.context(2): onlyAuthorities = said
            case Tag.context(3): obstacle = "It speaks about some reasons only."
            case Tag.context(4): if said { obstacle = "It speaks about certificates of other issuers." }
            case Tag.context(5): if said { obstacle = "It speaks about attribute certificates." }
            default: obstacle = "Its scope cannot be read."
            }
        }
    }

    /// Whether it speaks about a certificate.
    func covers(_ certificate: Certificate) -> Bool {
        let isAuthority =
            if case .isCertificateAuthority = try? certificate.extensions.basicConstraints { true } else { false }
        if onlyUsers && isAuthority || onlyAuthorities && !isAuthority { return false }
        guard let names else { return true }
        let own = DistributionPoints(certificate).names
        return names.contains { own.contains($0) }
    }
}

import SwiftASN1
import X509

/// The addresses that a certificate names, as far as they may be fetched.
struct CertificateAddresses {
    /// More than certificates name in earnest.
    private static let limit = 4
    /// Who answers about it by OCSP.
    let ocsp: [String]
    /// Where its issuer's certificate lies.
    let issuers: [String]
    /// Where lists with it lie.
    let lists: [String]

    init(_ certificate: Certificate) {
        var ocsp: [String] = []
        var issuers: [String] = []
        for access in (try? certificate.extensions.authorityInformationAccess) ?? AuthorityInformationAccess() {
            guard case .uniformResourceIdentifier(let url) = access.location else { continue }
            if access.method == .ocspServer { ocsp.append(url) }
            if access.method == .issuingCA { issuers.append(url) }
        }
        self.ocsp = Array(ocsp.filter(AddressRule.allows).prefix(Self.limit))
        self.issuers = Array(issuers.filter(AddressRule.allows).prefix(Self.limit))
        lists = Array(DistributionPoints(certificate).urls.filter(AddressRule.allows).prefix(Self.limit))
    }
}

import SwiftASN1
public import X509

/// Where an authority's list of revoked certificates, its answers and its own certificate are found, as issued certificates say it.
public struct AuthorityAddresses: Hashable, Sendable {
    /// The revocation list, over HTTP.
    public var list: String
    /// The OCSP responder.
    public var ocsp: String
    /// The authority's certificate.
    public var issuer: String

    /// Names the addresses, which must be ASCII.
    public init(list: String, ocsp: String, issuer: String) {
        self.list = list
        self.ocsp = ocsp
        self.issuer = issuer
    }

    /// The extensions that name them (RFC 5280 §4.2.1.13, §4.2.2.1).
    var extensions: [Certificate.Extension] {
        func uri(_ text: String) -> [UInt8] { DER.element(Tag.context(6), Array(text.utf8)) }
        let point = DER.sequence(DER.element(Tag.constructed(0), DER.element(Tag.constructed(0), uri(list))))
        let access = DER.sequence(DER.sequence(OID.ocsp.der, uri(ocsp)), DER.sequence(OID.caIssuers.der, uri(issuer)))
        return [
            Certificate.Extension(oid: [2, 5, 29, 31], critical: false, value: DER.sequence(point)[...]),
            Certificate.Extension(oid: [1, 3, 6, 1, 5, 5, 7, 1, 1], critical: false, value: access[...]),
        ]
    }
}

extension Certificate {
    /// The addresses of revocation lists that it names.
    public var listAddresses: [String] { DistributionPoints(self).urls }
}

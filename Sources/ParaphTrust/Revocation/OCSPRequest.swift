public import X509

/// A question whether a certificate is revoked (RFC 6960 §4.1).
public struct OCSPRequest: Sendable {
    /// The request, in DER.
    public let der: [UInt8]
    /// The number that makes it unlike others, nil where it has none; many responders answer from a store and leave it out.
    public let nonce: [UInt8]?

    /// Asks about a certificate of an issuer.
    ///
    /// - Throws: `malformed` where a certificate cannot be written.
    public init(certificate: Certificate, issuer: Certificate, nonce: [UInt8]? = nil) throws(TrustError) {
        self.nonce = nonce
        let identifier = OCSPCertificateID.der(try certificate.fields(), issuer: try issuer.fields())
        var content = DER.sequence(DER.sequence(identifier))
        if let nonce {
            let one = DER.sequence(OID.ocspNonce.der, DER.octets(DER.octets(nonce)))
            content += DER.element(Tag.constructed(2), DER.sequence(one))
        }
        der = DER.sequence(DER.element(Tag.sequence, content))
    }
}

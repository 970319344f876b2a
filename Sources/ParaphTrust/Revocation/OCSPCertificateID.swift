/// Which certificate an OCSP request or answer is about (RFC 6960 §4.1.1).
struct OCSPCertificateID: Sendable {
    let algorithm: AlgorithmIdentifier
    let issuerNameHash: ArraySlice<UInt8>
    let issuerKeyHash: ArraySlice<UInt8>
    let serial: ArraySlice<UInt8>

    init(_ element: Element, _ what: String) throws(TrustError) {
        var reader = try element.reader(what)
        algorithm = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        issuerNameHash = try reader.next(Tag.octetString).content
        issuerKeyHash = try reader.next(Tag.octetString).content
        serial = try reader.next(Tag.integer).content
        try reader.finish()
    }

    /// Whether it is the certificate of an issuer.
    func isOf(_ certificate: CertificateFields, issuer: CertificateFields) -> Bool {
        serial == certificate.serial && names(issuer: issuer)
    }

    /// Whether it is about a certificate of an issuer, whichever.
    func names(issuer: CertificateFields) -> Bool {
        guard let digest = DigestAlgorithm(algorithm.oid) else { return false }
        return issuerNameHash.elementsEqual(digest.digest(of: issuer.subject)) && issuerKeyHash.elementsEqual(digest.digest(of: issuer.key))
    }

    /// The identifier of a certificate, by SHA-1, which is what responders know.
    static func der(_ certificate: CertificateFields, issuer: CertificateFields) -> [UInt8] {
        DER.sequence(
            AlgorithmIdentifier.der(.sha1, DER.null),
            DER.octets(DigestAlgorithm.sha1.digest(of: issuer.subject)),
            DER.octets(issuer.keyHash),
            DER.element(Tag.integer, certificate.serial)
        )
    }
}

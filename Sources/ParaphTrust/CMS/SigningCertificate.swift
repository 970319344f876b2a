/// The signer's certificate as signed attributes name it: by a digest, and perhaps by issuer and serial number (RFC 2634 §5.4, RFC 5035).
struct SigningCertificate {
    let digestOID: OID
    let digest: ArraySlice<UInt8>
    let issuerSerial: Element?

    /// Reads the first certificate that an attribute names, which is the signer's.
    init(_ value: Element, version2: Bool) throws(TrustError) {
        let what = "the attribute that names the signer's certificate"
        var attribute = try value.reader(what)
        var list = try attribute.next(Tag.sequence).reader(what)
        var reader = try list.next(Tag.sequence).reader(what)
        if version2 {
            let algorithm = try reader.optional(Tag.sequence)
            digestOID = if let algorithm { try AlgorithmIdentifier(algorithm, what).oid } else { .sha256 }
        } else {
            digestOID = .sha1
        }
        digest = try reader.next(Tag.octetString).content
        issuerSerial = try reader.optional(Tag.sequence)
    }

    /// All that a signer's attributes name; there may be one of each version.
    static func all(of signer: Signer) throws(TrustError) -> [SigningCertificate] {
        var found: [SigningCertificate] = []
        for value in signer.signed?.all(.signingCertificate) ?? [] { found.append(try SigningCertificate(value, version2: false)) }
        for value in signer.signed?.all(.signingCertificateV2) ?? [] { found.append(try SigningCertificate(value, version2: true)) }
        return found
    }

    /// The attribute for a certificate: SHA-256, its issuer and serial number (RFC 5035 §4).
    static func attribute(_ fields: CertificateFields) -> [UInt8] {
        let names = DER.sequence(DER.element(Tag.constructed(4), fields.issuer))
        let serial = DER.sequence(names, DER.element(Tag.integer, fields.serial))
        let identifier = DER.sequence(DER.octets(DigestAlgorithm.sha256.digest(of: fields.der)), serial)
        return DER.sequence(DER.sequence(identifier))
    }
}

extension CertificateFields {
    /// Whether an attribute names this certificate.
    func isNamed(_ attribute: SigningCertificate) -> Bool {
        guard let algorithm = DigestAlgorithm(attribute.digestOID), attribute.digest.elementsEqual(algorithm.digest(of: der)) else {
            return false
        }
        guard let issuerSerial = attribute.issuerSerial else { return true }
        let what = "the attribute that names the signer's certificate"
        guard var reader = try? issuerSerial.reader(what), let names = try? reader.next(Tag.sequence).elements(what, limit: 16),
            let number = try? reader.next(Tag.integer)
        else {
            return false
        }
        return number.content == serial && names.contains { $0.tag == Tag.constructed(4) && $0.content == issuer }
    }
}

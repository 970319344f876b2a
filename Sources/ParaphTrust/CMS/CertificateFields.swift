import SwiftASN1
public import X509

/// The fields of a certificate as they are encoded, also where X509 does not know its key or its signature.
struct CertificateFields: Sendable {
    /// The whole certificate.
    let der: ArraySlice<UInt8>
    /// The content of the serial number.
    let serial: ArraySlice<UInt8>
    /// The issuer's name, as encoded.
    let issuer: ArraySlice<UInt8>
    /// The subject's name, as encoded.
    let subject: ArraySlice<UInt8>
    /// What kind of key it has.
    let keyAlgorithm: AlgorithmIdentifier
    /// The key as encoded, without its algorithm.
    let key: ArraySlice<UInt8>
    /// The key with its algorithm, as encoded (SubjectPublicKeyInfo).
    let keyInformation: ArraySlice<UInt8>
    /// How it is signed.
    let signatureAlgorithm: AlgorithmIdentifier

    init(_ der: ArraySlice<UInt8>) throws(TrustError) {
        let what = "a certificate"
        self.der = der
        var outer = try Element(der, what).reader(what)
        var reader = try outer.next(Tag.sequence).reader(what)
        signatureAlgorithm = try AlgorithmIdentifier(try outer.next(Tag.sequence), what)
        _ = try reader.optional(Tag.constructed(0))
        serial = try reader.next(Tag.integer).content
        _ = try reader.next(Tag.sequence)
        issuer = try reader.next(Tag.sequence).bytes
        _ = try reader.next(Tag.sequence)
        subject = try reader.next(Tag.sequence).bytes
        let information = try reader.next(Tag.sequence)
        keyInformation = information.bytes
        var info = try information.reader(what)
        keyAlgorithm = try AlgorithmIdentifier(try info.next(Tag.sequence), what)
        key = try info.next(Tag.bitString).content.dropFirst()
    }

    /// The SHA-1 of the key, by which OCSP names who signs (RFC 6960 §4.2.1).
    var keyHash: [UInt8] { DigestAlgorithm.sha1.digest(of: key) }
}

extension Certificate {
    /// The certificate as it was read, or as it is written.
    ///
    /// - Throws: `malformed` where it was made in memory of what cannot be written.
    public func der() throws(TrustError) -> [UInt8] {
        var serializer = SwiftASN1.DER.Serializer()
        do {
            try serializer.serialize(self)
        } catch {
            throw TrustError(.malformed, "A certificate cannot be written.", cause: error)
        }
        return serializer.serializedBytes
    }

    /// Its fields as they are encoded.
    func fields() throws(TrustError) -> CertificateFields { try CertificateFields(try der()[...]) }
}

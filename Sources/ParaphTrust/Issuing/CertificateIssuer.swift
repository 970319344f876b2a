import SwiftASN1
public import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An authority that issues certificates: a certificate of its own, and the key that belongs to it.
public struct CertificateIssuer: Sendable {
    /// The authority's certificate.
    public let certificate: Certificate
    let key: MemoryKey
    let fields: CertificateFields
    private let signingKey: Certificate.PrivateKey

    /// Puts together what belongs together.
    ///
    /// - Throws: `mismatch` where the key is another one than the certificate's, `unsupported` where it is an RSA key.
    public init(certificate: Certificate, key: MemoryKey) throws(TrustError) {
        guard key.publicKey == certificate.publicKey else {
            throw TrustError(.mismatch, "The authority's key does not belong to its certificate.")
        }
        guard let signingKey = key.certificateKey else {
            throw TrustError(.unsupported, "Certificates are not issued by RSA keys.")
        }
        self.certificate = certificate
        self.key = key
        self.signingKey = signingKey
        fields = try certificate.fields()
    }

    /// The secret number of the key, 32 bytes, for keeping it sealed; nil where it is not on P-256.
    public var keyScalar: [UInt8]? { key.p256Scalar }

    /// Makes an authority that signs its own certificate: a root, which may issue to people and services but to no further authority.
    ///
    /// - Throws: `malformed` where the name cannot be written, `unsupported` where the key is an RSA key.
    public static func root(_ name: CertificateName, key: MemoryKey, validity: Range<Date>) throws(TrustError) -> CertificateIssuer {
        guard let signingKey = key.certificateKey else {
            throw TrustError(.unsupported, "Certificates are not issued by RSA keys.")
        }
        let subject = try name.distinguished()
        let certificate = try make(key.publicKey, subject, issuer: subject, validity: validity, by: signingKey) {
            [
                try Certificate.Extension(BasicConstraints.isCertificateAuthority(maxPathLength: 0), critical: true),
                try Certificate.Extension(KeyUsage(digitalSignature: true, keyCertSign: true, cRLSign: true), critical: true),
                try Certificate.Extension(SubjectKeyIdentifier(hash: key.publicKey), critical: false),
            ]
        }
        return try CertificateIssuer(certificate: certificate, key: key)
    }

    /// Issues a certificate; its serial number is random, positive, and takes 16 octets.
    ///
    /// - Parameters:
    ///   - name: whom it names.
    ///   - key: the key that it is for.
    ///   - profile: what it is for.
    ///   - validity: from when until when; it ends with the authority's own at the latest.
    ///   - addresses: where the authority tells what was revoked; nil names none.
    /// - Returns: the certificate.
    /// - Throws: `malformed` where the name cannot be written.
    public func issue(
        to name: CertificateName,
        key: Certificate.PublicKey,
        for profile: CertificateProfile,
        validity: Range<Date>,
        addresses: AuthorityAddresses?
    ) throws(TrustError) -> Certificate {
        let end = min(validity.upperBound, certificate.notValidAfter)
        let bounded = min(validity.lowerBound, end)..<end
        return try Self.make(key, try name.distinguished(), issuer: certificate.subject, validity: bounded, by: signingKey) {
            let issuerKey = AuthorityKeyIdentifier(keyIdentifier: certificate.keyIdentifier)
            return [
                try Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true),
                try Certificate.Extension(SubjectKeyIdentifier(hash: key), critical: false),
                try Certificate.Extension(issuerKey, critical: false),
            ] + (try profile.extensions()) + (addresses?.extensions ?? [])
        }
    }

    private static func make(
        _ key: Certificate.PublicKey,
        _ subject: DistinguishedName,
        issuer: DistinguishedName,
        validity: Range<Date>,
        by signingKey: Certificate.PrivateKey,
        extensions: () throws -> [Certificate.Extension]
    ) throws(TrustError) -> Certificate {
        do {
            return try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(bytes: serialOctets()),
                publicKey: key,
                notValidBefore: validity.lowerBound,
                notValidAfter: validity.upperBound,
                issuer: issuer,
                subject: subject,
                extensions: try Certificate.Extensions(try extensions()),
                issuerPrivateKey: signingKey
            )
        } catch {
            throw TrustError(.malformed, "The certificate cannot be made.", cause: error)
        }
    }

    /// 16 octets, the first of which is neither nothing nor a sign (RFC 5280 §4.1.2.2 allows 20).
    static func serialOctets() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var octets = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        octets[0] = octets[0] & 0x3f | 0x40
        return octets
    }
}

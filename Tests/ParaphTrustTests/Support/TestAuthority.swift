import Crypto
import CryptoExtras
import Foundation
import ParaphTrust
import SwiftASN1
import X509

/// An authority made for a test: a root that issues certificates.
struct TestAuthority {
    enum Kind: CaseIterable { case rsa, pss, p256, p384 }

    static let begin = Date(timeIntervalSince1970: 1_700_000_000)
    static let end = Date(timeIntervalSince1970: 2_000_000_000)
    /// RSA keys are slow to make.
    static let rsa = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

    let name: DistinguishedName
    let key: Certificate.PrivateKey
    let certificate: Certificate

    init(_ title: String = "Test root") throws {
        name = try DistinguishedName { CommonName(title) }
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        self.key = key
        certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: [1, 2, 3]),
            publicKey: key.publicKey,
            notValidBefore: Self.begin,
            notValidAfter: Self.end,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key
        )
    }

    /// Issues a certificate for a key.
    func issue(
        _ title: String,
        _ key: Certificate.PublicKey,
        serial: [UInt8] = [42],
        usage: KeyUsage = KeyUsage(digitalSignature: true, nonRepudiation: true),
        extended: (any CertificateExtensionConvertible)? = nil,
        begin: Date = Self.begin,
        end: Date = Self.end,
        more: [Certificate.Extension] = []
    ) throws -> Certificate {
        var extensions = try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(usage)
            SubjectKeyIdentifier(hash: key)
        }
        if let extended { try extensions.append(try extended.makeCertificateExtension()) }
        for one in more { try extensions.append(one) }
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: serial),
            publicKey: key,
            notValidBefore: begin,
            notValidAfter: end,
            issuer: name,
            subject: try DistinguishedName { CommonName(title) },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: self.key
        )
    }

    /// A signer with a certificate of this authority.
    func signer(_ kind: Kind, _ title: String = "Ada Signer", serial: [UInt8] = [42]) throws -> SigningIdentity {
        let pem: String
        let key: Certificate.PublicKey
        switch kind {
        case .rsa, .pss:
            guard let rsa = Self.rsa else { throw TrustError(.missing, "no RSA key") }
            (pem, key) = (rsa.pkcs8PEMRepresentation, Certificate.PublicKey(rsa.publicKey))
        case .p256:
            let own = P256.Signing.PrivateKey()
            (pem, key) = (own.pemRepresentation, Certificate.PublicKey(own.publicKey))
        case .p384:
            let own = P384.Signing.PrivateKey()
            (pem, key) = (own.pemRepresentation, Certificate.PublicKey(own.publicKey))
        }
        let leaf = try issue(title, key, serial: serial)
        return try SigningIdentity(
            certificate: leaf,
            chain: [certificate],
            key: try MemoryKey(pem: pem, pss: kind == .pss)
        )
    }
}

extension [Certificate] {
    /// All of them as PEM.
    var pem: String { get throws { try map { try $0.serializeAsPEM().pemString }.joined(separator: "\n") } }
}

import Crypto
import CryptoExtras
import X509

/// A public key that signatures are judged by, also where X509 reads no certificate: RSA from 1024 bits on, and certificates whose own
/// signature is of a kind that it does not know.
enum VerificationKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)

    /// What a signature turned out to be.
    enum Verdict: Equatable {
        case good
        case bad
        /// The key and the algorithm do not go together.
        case unsuitable
    }

    /// The key of a certificate; nil where its kind is unknown here.
    init?(_ fields: CertificateFields) {
        switch fields.keyAlgorithm.oid {
        case .rsaEncryption, .rsaPSS:
            guard let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: fields.keyInformation) else { return nil }
            self = .rsa(key)
        case .ed25519:
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: fields.key) else { return nil }
            self = .ed25519(key)
        case .ecPublicKey:
            guard let curve = fields.keyAlgorithm.parameters, let oid = try? OID(curve) else { return nil }
            if oid == .p256, let key = try? P256.Signing.PublicKey(x963Representation: fields.key) {
                self = .p256(key)
            } else if oid == .p384, let key = try? P384.Signing.PublicKey(x963Representation: fields.key) {
                self = .p384(key)
            } else if oid == .p521, let key = try? P521.Signing.PublicKey(x963Representation: fields.key) {
                self = .p521(key)
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// The key of a certificate that X509 has read; nil where it knows a kind that is unknown here.
    init?(_ key: Certificate.PublicKey) {
        if let key = _RSA.Signing.PublicKey(key) {
            self = .rsa(key)
        } else if let key = P256.Signing.PublicKey(key) {
            self = .p256(key)
        } else if let key = P384.Signing.PublicKey(key) {
            self = .p384(key)
        } else if let key = P521.Signing.PublicKey(key) {
            self = .p521(key)
        } else if let key = Curve25519.Signing.PublicKey(key) {
            self = .ed25519(key)
        } else {
            return nil
        }
    }

    /// The length of an RSA modulus, nil for other keys.
    var rsaBits: Int? { if case .rsa(let key) = self { key.keySizeInBits } else { nil } }

    /// How many bytes a signature takes at most, nil for keys that signatures are not made with.
    var signatureSize: Int? {
        switch self {
        case .rsa(let key): (key.keySizeInBits + 7) / 8
        case .p256: 72
        case .p384: 104
        case .p521, .ed25519: nil
        }
    }
}

extension Certificate {
    /// The length of its RSA modulus, nil for other keys.
    var rsaBits: Int? { VerificationKey(publicKey)?.rsaBits }
}

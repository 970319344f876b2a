import Crypto
import CryptoExtras
public import X509

/// A private key that lies in memory.
public struct MemoryKey: SigningKey {
    private enum Backing {
        case rsa(_RSA.Signing.PrivateKey, _RSA.Signing.Padding)
        case p256(P256.Signing.PrivateKey)
        case p384(P384.Signing.PrivateKey)
    }

    private let backing: Backing
    /// RSA signs with SHA-256, P-256 with SHA-256 and P-384 with SHA-384.
    public let algorithm: SignatureAlgorithm

    init(rsa key: _RSA.Signing.PrivateKey, pss: Bool) {
        backing = .rsa(key, pss ? .PSS : .insecurePKCS1v1_5)
        algorithm = pss ? .rsaPSS(.sha256) : .rsaPKCS1(.sha256)
    }

    init(_ key: P256.Signing.PrivateKey) {
        backing = .p256(key)
        algorithm = .ecdsa(.sha256)
    }

    init(_ key: P384.Signing.PrivateKey) {
        backing = .p384(key)
        algorithm = .ecdsa(.sha384)
    }

    /// The public key that belongs to it.
    public var publicKey: Certificate.PublicKey {
        switch backing {
        case .rsa(let key, _): Certificate.PublicKey(key.publicKey)
        case .p256(let key): Certificate.PublicKey(key.publicKey)
        case .p384(let key): Certificate.PublicKey(key.publicKey)
        }
    }

    /// The secret number of a key on P-256, 32 bytes, for keeping it sealed; nil for other keys.
    public var p256Scalar: [UInt8]? { if case .p256(let key) = backing { Array(key.rawRepresentation) } else { nil } }

    /// The key as certificates are signed by; nil for RSA keys, which sign none here.
    var certificateKey: Certificate.PrivateKey? {
        switch backing {
        case .rsa: nil
        case .p256(let key): Certificate.PrivateKey(key)
        case .p384(let key): Certificate.PrivateKey(key)
        }
    }

    /// Signs a message at once, as ``sign(_:)`` does.
    func signature(of message: [UInt8]) throws -> [UInt8] {
        switch backing {
        case .rsa(let key, let padding): Array(try key.signature(for: SHA256.hash(data: message), padding: padding).rawRepresentation)
        case .p256(let key): Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
        case .p384(let key): Array(try key.signature(for: SHA384.hash(data: message)).derRepresentation)
        }
    }

    /// Signs a digest; nil where the key is not on P-256.
    func signature(of digest: GivenDigest) -> [UInt8]? {
        guard case .p256(let key) = backing else { return nil }
        return (try? key.signature(for: digest)).map { Array($0.derRepresentation) }
    }

    /// Signs a message.
    public func sign(_ message: [UInt8]) async throws -> [UInt8] { try signature(of: message) }
}

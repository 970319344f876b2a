/// How a signature is made: the kind of key and the digest.
public enum SignatureAlgorithm: Hashable, Sendable {
    /// RSA with the padding of PKCS #1 v1.5 (RFC 8017 §8.2).
    case rsaPKCS1(DigestAlgorithm)
    /// RSA-PSS with MGF1 of the same digest and a salt as long as it (RFC 8017 §8.1).
    case rsaPSS(DigestAlgorithm)
    /// ECDSA; the signature is the DER of r and s (RFC 5480).
    case ecdsa(DigestAlgorithm)
    /// Ed25519 (RFC 8032): judged, never made.
    case ed25519

    /// The digest; nil where the signature scheme does its own.
    public var digest: DigestAlgorithm? {
        switch self {
        case .rsaPKCS1(let digest), .rsaPSS(let digest), .ecdsa(let digest): digest
        case .ed25519: nil
        }
    }

    /// What people call it, such as "RSA-PSS with SHA-256".
    public var name: String {
        switch self {
        case .rsaPKCS1(let digest): "RSA with \(digest.name)"
        case .rsaPSS(let digest): "RSA-PSS with \(digest.name)"
        case .ecdsa(let digest): "ECDSA with \(digest.name)"
        case .ed25519: "Ed25519"
        }
    }
}

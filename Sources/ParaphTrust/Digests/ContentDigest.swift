import Crypto

/// The digest of a content that was signed, with the algorithm that made it.
public struct ContentDigest: Sendable {
    enum Value: Sendable {
        case sha1(Insecure.SHA1Digest)
        case sha256(SHA256Digest)
        case sha384(SHA384Digest)
        case sha512(SHA512Digest)
    }

    let value: Value

    init(_ value: Value) { self.value = value }

    /// The algorithm that made it.
    public var algorithm: DigestAlgorithm {
        switch value {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    /// The digest itself.
    public var bytes: [UInt8] {
        switch value {
        case .sha1(let digest): Array(digest)
        case .sha256(let digest): Array(digest)
        case .sha384(let digest): Array(digest)
        case .sha512(let digest): Array(digest)
        }
    }
}

import Crypto

/// The digest of a content that was signed, with the algorithm that made it.
public struct ContentDigest: Sendable {
    enum Value: Sendable {
        case sha1(Insecure.SHA1Digest)
        case sha256(SHA256Digest)
        case sha384(SHA384Digest)
        case sha512(SHA512Digest)
        /// One made elsewhere.
        case given(DigestAlgorithm, [UInt8])
    }

    let value: Value

    init(_ value: Value) { self.value = value }

    /// Takes a digest made elsewhere, of content that is not here; `nil` where its length is not the algorithm's.
    ///
    /// Signatures are judged by it where they have signed attributes, as those of PAdES do.
    public init?(_ bytes: [UInt8], algorithm: DigestAlgorithm) {
        guard bytes.count == algorithm.size else { return nil }
        value = .given(algorithm, bytes)
    }

    /// The algorithm that made it.
    public var algorithm: DigestAlgorithm {
        switch value {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        case .given(let algorithm, _): algorithm
        }
    }

    /// The digest itself.
    public var bytes: [UInt8] {
        switch value {
        case .sha1(let digest): Array(digest)
        case .sha256(let digest): Array(digest)
        case .sha384(let digest): Array(digest)
        case .sha512(let digest): Array(digest)
        case .given(_, let bytes): bytes
        }
    }
}

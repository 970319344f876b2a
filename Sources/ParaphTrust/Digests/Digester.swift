import Crypto

/// Digests bytes as they come.
///
/// ```swift
/// var digester = Digester(.sha256)
/// file.withUnsafeBytes { digester.update($0) }
/// let digest = digester.contentDigest()
/// ```
public struct Digester: Sendable {
    /// The digest that is made.
    public let algorithm: DigestAlgorithm
    private var state: State

    private enum State: Sendable {
        case sha1(Insecure.SHA1)
        case sha256(SHA256)
        case sha384(SHA384)
        case sha512(SHA512)
    }

    /// Begins a digest.
    public init(_ algorithm: DigestAlgorithm) {
        self.algorithm = algorithm
        switch algorithm {
        case .sha1: state = .sha1(Insecure.SHA1())
        case .sha256: state = .sha256(SHA256())
        case .sha384: state = .sha384(SHA384())
        case .sha512: state = .sha512(SHA512())
        }
    }

    /// Takes in the bytes that follow.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .sha1(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha1(hash)
        case .sha256(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha256(hash)
        case .sha384(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha384(hash)
        case .sha512(var hash):
            hash.update(bufferPointer: bytes)
            state = .sha512(hash)
        }
    }

    /// The digest of what came so far.
    public func finalize() -> [UInt8] { contentDigest().bytes }

    /// The digest of what came so far, together with its algorithm, as signatures are judged by.
    public func contentDigest() -> ContentDigest {
        switch state {
        case .sha1(let hash): ContentDigest(.sha1(hash.finalize()))
        case .sha256(let hash): ContentDigest(.sha256(hash.finalize()))
        case .sha384(let hash): ContentDigest(.sha384(hash.finalize()))
        case .sha512(let hash): ContentDigest(.sha512(hash.finalize()))
        }
    }
}

import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SigningIdentity {
    /// Signs what is known by its digest alone, as remote signing does (Cloud Signature Consortium API, signatures/signHash).
    ///
    /// - Parameter digest: a SHA-256.
    /// - Returns: the DER of r and s (RFC 3279, section 2.2.3).
    /// - Throws: `unsupported` where the digest is no SHA-256, or the key is not on P-256 in memory.
    public func signature(sha256 digest: [UInt8]) throws(TrustError) -> [UInt8] {
        guard let digest = GivenDigest(digest), let key = key as? MemoryKey, let signature = key.signature(of: digest) else {
            throw TrustError(.unsupported, "Digests are signed by SHA-256 and keys on P-256 only.")
        }
        return signature
    }
}

/// A SHA-256 made elsewhere.
struct GivenDigest: Digest {
    static let byteCount = SHA256.byteCount
    let bytes: [UInt8]

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    var description: String { "GivenDigest" }

    func withUnsafeBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value { try bytes.withUnsafeBytes(body) }
}

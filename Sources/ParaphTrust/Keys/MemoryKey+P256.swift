import Crypto
import X509

extension MemoryKey {
    /// Makes a new key on P-256.
    public static func p256() -> MemoryKey { MemoryKey(P256.Signing.PrivateKey()) }

    /// Takes the number of a key on P-256, 32 bytes, as ``p256Scalar`` gives it.
    ///
    /// - Throws: `malformed` where it is no key of this curve.
    public init(p256Scalar scalar: [UInt8]) throws(TrustError) {
        do {
            self.init(try P256.Signing.PrivateKey(rawRepresentation: scalar))
        } catch {
            throw TrustError(.malformed, "The private key does not lie on its curve.", cause: error)
        }
    }
}

import Crypto
import CryptoExtras

extension MemoryKey {
    /// Reads a PKCS #8 key (RFC 5958).
    init(pkcs8 der: [UInt8], pss: Bool) throws(TrustError) {
        let what = "the private key"
        var reader = try Element(der[...], what).reader(what)
        _ = try reader.next(Tag.integer)
        let algorithm = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        let key = try reader.next(Tag.octetString).content
        switch algorithm.oid {
        case .rsaEncryption: try self.init(pkcs1: Array(key), pss: pss)
        case .rsaPSS: try self.init(pkcs1: Array(key), pss: true)
        case .ecPublicKey:
            guard let curve = algorithm.parameters else { throw TrustError(.missing, "The private key does not name its curve.") }
            try self.init(sec1: Array(key), curve: try OID(curve))
        default:
            throw TrustError(.unsupported, "Signatures are not made with keys of \(algorithm.oid.name): RSA, P-256 or P-384 is needed.")
        }
    }

    /// Reads a PKCS #1 key (RFC 8017 appendix A.1.2).
    init(pkcs1 der: [UInt8], pss: Bool) throws(TrustError) {
        let key: _RSA.Signing.PrivateKey
        do {
            key = try _RSA.Signing.PrivateKey(unsafeDERRepresentation: der)
        } catch {
            throw TrustError(.malformed, "The RSA key cannot be read.", cause: error)
        }
        guard key.keySizeInBits >= 2048 else {
            throw TrustError(.unsupported, "The RSA key has \(key.keySizeInBits) bits; at least 2048 are needed.")
        }
        self.init(rsa: key, pss: pss)
    }

    /// Reads a SEC 1 key (RFC 5915).
    init(sec1 der: [UInt8], curve named: OID? = nil) throws(TrustError) {
        let what = "the private key"
        var reader = try Element(der[...], what).reader(what)
        _ = try reader.next(Tag.integer)
        let scalar = try reader.next(Tag.octetString).content
        let own = try reader.optional(Tag.constructed(0))
        let curve: OID? = if let own { try OID(try Element(own.content, what)) } else { named }
        do {
            switch curve {
            case .p256: self.init(try P256.Signing.PrivateKey(rawRepresentation: scalar))
            case .p384: self.init(try P384.Signing.PrivateKey(rawRepresentation: scalar))
            case nil: throw TrustError(.missing, "The private key does not name its curve.")
            default: throw TrustError(.unsupported, "Signatures are not made on the curve \(curve?.name ?? ""): P-256 or P-384 is needed.")
            }
        } catch let error as TrustError {
            throw error
        } catch {
            throw TrustError(.malformed, "The private key does not lie on its curve.", cause: error)
        }
    }
}

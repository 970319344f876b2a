import Crypto
import CryptoExtras
import X509

extension Certificate.PublicKey {
    /// What a signature over a message or a digest turned out to be.
    enum Verdict: Equatable {
        case good
        case bad
        /// The key and the algorithm do not go together.
        case unsuitable
    }

    /// Judges a signature over a message.
    func verdict(_ signature: ArraySlice<UInt8>, over message: ArraySlice<UInt8>, by algorithm: SignatureAlgorithm) -> Verdict {
        if algorithm == .ed25519 {
            guard let key = Curve25519.Signing.PublicKey(self) else { return .unsuitable }
            return key.isValidSignature(signature, for: message) ? .good : .bad
        }
        guard let digest = algorithm.digest?.contentDigest(of: message) else { return .unsuitable }
        return verdict(signature, over: digest, by: algorithm)
    }

    /// Judges a signature over a digest that the algorithm names.
    func verdict(_ signature: ArraySlice<UInt8>, over digest: ContentDigest, by algorithm: SignatureAlgorithm) -> Verdict {
        guard algorithm.digest == digest.algorithm else { return .unsuitable }
        return switch digest.value {
        case .sha1(let digest): verdict(signature, digest, algorithm)
        case .sha256(let digest): verdict(signature, digest, algorithm)
        case .sha384(let digest): verdict(signature, digest, algorithm)
        case .sha512(let digest): verdict(signature, digest, algorithm)
        }
    }

    private func verdict(_ signature: ArraySlice<UInt8>, _ digest: some Digest, _ algorithm: SignatureAlgorithm) -> Verdict {
        switch algorithm {
        case .rsaPKCS1, .rsaPSS:
            guard let key = _RSA.Signing.PublicKey(self) else { return .unsuitable }
            let padding: _RSA.Signing.Padding = if case .rsaPSS = algorithm { .PSS } else { .insecurePKCS1v1_5 }
            let value = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(value, for: digest, padding: padding) ? .good : .bad
        case .ecdsa:
            if let key = P256.Signing.PublicKey(self) {
                guard let value = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return .bad }
                return key.isValidSignature(value, for: digest) ? .good : .bad
            }
            if let key = P384.Signing.PublicKey(self) {
                guard let value = try? P384.Signing.ECDSASignature(derRepresentation: signature) else { return .bad }
                return key.isValidSignature(value, for: digest) ? .good : .bad
            }
            if let key = P521.Signing.PublicKey(self) {
                guard let value = try? P521.Signing.ECDSASignature(derRepresentation: signature) else { return .bad }
                return key.isValidSignature(value, for: digest) ? .good : .bad
            }
            return .unsuitable
        case .ed25519: return .unsuitable
        }
    }

    /// The length of an RSA modulus, nil for other keys.
    var rsaBits: Int? { _RSA.Signing.PublicKey(self)?.keySizeInBits }

    /// How many bytes a signature takes at most, nil for keys that signatures are not made with.
    var signatureSize: Int? {
        if let bits = rsaBits { return (bits + 7) / 8 }
        if P256.Signing.PublicKey(self) != nil { return 72 }
        if P384.Signing.PublicKey(self) != nil { return 104 }
        return nil
    }
}

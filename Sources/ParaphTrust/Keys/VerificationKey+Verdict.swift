import Crypto
import CryptoExtras

extension VerificationKey {
    /// Judges a signature over a message.
    func verdict(_ signature: ArraySlice<UInt8>, over message: ArraySlice<UInt8>, by method: SignatureMethod) -> Verdict {
        let algorithm = method.algorithm
        if algorithm == .ed25519 {
            guard case .ed25519(let key) = self else { return .unsuitable }
            return key.isValidSignature(signature, for: message) ? .good : .bad
        }
        guard let digest = algorithm.digest?.contentDigest(of: message) else { return .unsuitable }
        return verdict(signature, over: digest, by: method)
    }

    /// Judges a signature over a digest that the algorithm names.
    func verdict(_ signature: ArraySlice<UInt8>, over digest: ContentDigest, by method: SignatureMethod) -> Verdict {
        guard method.algorithm.digest == digest.algorithm else { return .unsuitable }
        if let parameters = method.pss, !parameters.areUsual {
            guard case .rsa(let key) = self, let numbers = try? key.getKeyPrimitives() else { return .unsuitable }
            let verification = PSSVerification(parameters: parameters)
            let (modulus, exponent) = (Array(numbers.modulus), Array(numbers.publicExponent))
            let good = verification.isGood(signature, digest: digest.bytes, modulus: modulus, exponent: exponent)
            return good ? .good : .bad
        }
        let algorithm = method.algorithm
        return switch digest.value {
        case .sha1(let digest): verdict(signature, digest, algorithm)
        case .sha256(let digest): verdict(signature, digest, algorithm)
        case .sha384(let digest): verdict(signature, digest, algorithm)
        case .sha512(let digest): verdict(signature, digest, algorithm)
        case .given: .unsuitable
        }
    }

    private func verdict(_ signature: ArraySlice<UInt8>, _ digest: some Digest, _ algorithm: SignatureAlgorithm) -> Verdict {
        var good: Bool?
        switch (self, algorithm) {
        case (.rsa(let key), .rsaPKCS1): good = Self.judge(key, signature, digest, .insecurePKCS1v1_5)
        case (.rsa(let key), .rsaPSS): good = Self.judge(key, signature, digest, .PSS)
        case (.p256(let key), .ecdsa):
            good = (try? P256.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
        case (.p384(let key), .ecdsa):
            good = (try? P384.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
        case (.p521(let key), .ecdsa):
            good = (try? P521.Signing.ECDSASignature(derRepresentation: signature)).map { key.isValidSignature($0, for: digest) }
        default: return .unsuitable
        }
        return good == true ? .good : .bad
    }

    private static func judge(
        _ key: _RSA.Signing.PublicKey,
        _ signature: ArraySlice<UInt8>,
        _ digest: some Digest,
        _ padding: _RSA.Signing.Padding
    ) -> Bool {
        key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
    }
}

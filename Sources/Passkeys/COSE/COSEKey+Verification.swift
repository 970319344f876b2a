import Crypto
import CryptoExtras

extension COSEKey {
    /// Throws unless the parameters are those of a key: a point on its curve, a modulus that the library takes.
    func checkUsable() throws(PasskeyError) {
        do {
            switch parameters {
            case .point: _ = try p256()
            case .edwards: _ = try ed25519()
            case .rsa: _ = try rsa()
            }
        } catch {
            throw PasskeyError(.algorithm, "The key's parameters are not a key of its algorithm.")
        }
    }

    /// Whether the key made a signature in the form that section 6.5.6 gives it: ECDSA in DER, the others as their standards have it.
    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch parameters {
        case .point:
            guard let key = try? p256(), let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
                return false
            }
            return key.isValidSignature(signature, for: message)
        case .edwards:
            guard let key = try? ed25519() else { return false }
            return key.isValidSignature(signature, for: message)
        case .rsa:
            guard let key = try? rsa() else { return false }
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
        }
    }

    private func p256() throws -> P256.Signing.PublicKey {
        guard case .point(let x, let y) = parameters else { throw CryptoKitError.incorrectParameterSize }
        return try P256.Signing.PublicKey(x963Representation: [4] + x + y)
    }

    private func ed25519() throws -> Curve25519.Signing.PublicKey {
        guard case .edwards(let x) = parameters else { throw CryptoKitError.incorrectParameterSize }
        return try Curve25519.Signing.PublicKey(rawRepresentation: x)
    }

    private func rsa() throws -> _RSA.Signing.PublicKey {
        guard case .rsa(let modulus, let exponent) = parameters else { throw CryptoKitError.incorrectParameterSize }
        return try _RSA.Signing.PublicKey(n: modulus, e: exponent)
    }
}

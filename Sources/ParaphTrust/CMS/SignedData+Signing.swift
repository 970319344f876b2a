import X509

extension SignedData {
    /// Signs a digest, as PAdES baseline signatures are (EN 319 142-1 §6.3): detached, one signer, the content type, the digest and the
    /// signer's certificate (signing-certificate-v2) as signed attributes, no signing time, the chain's certificates beside it.
    ///
    /// - Parameters:
    ///   - digest: the digest of the content.
    ///   - algorithm: what made it: the identity's ``SigningIdentity/digestAlgorithm``.
    ///   - identity: who signs.
    /// - Returns: the message, with one signer.
    /// - Throws: `refused` where the key does not sign, `mismatch` where what it gives is no signature of the certificate's key.
    public static func sign(
        digest: [UInt8],
        algorithm: DigestAlgorithm,
        by identity: SigningIdentity
    ) async throws(TrustError) -> SignedData {
        guard algorithm != .sha1, digest.count == algorithm.size else {
            throw TrustError(.unsupported, "A digest of \(digest.count) bytes by \(algorithm.name) is not signed.")
        }
        // One message with two digests is refused by many readers, OpenSSL among them.
        guard algorithm == identity.digestAlgorithm else {
            throw TrustError(.mismatch, "The key signs by \(identity.key.algorithm.name), but the digest is by \(algorithm.name).")
        }
        let parts = try SignatureParts(digest: digest, algorithm: algorithm, identity)
        let signature: [UInt8]
        do {
            signature = try await identity.key.sign(parts.message)
        } catch {
            throw TrustError(.refused, "The key did not sign.", cause: error)
        }
        // A key far away may be another one, and a fault while an RSA key signs would give it away.
        let key = VerificationKey(identity.certificate.publicKey)
        let verdict = key?.verdict(signature[...], over: parts.message[...], by: SignatureMethod(identity.key.algorithm))
        guard verdict == .good else {
            throw TrustError(.mismatch, "What the key gave is no signature that the certificate's key checks.")
        }
        return try SignedData(der: parts.message(signature))
    }

    /// How many bytes a signature by someone takes at most, for the place that must be left for it before it is made.
    ///
    /// - Parameters:
    ///   - identity: who will sign.
    ///   - timestamp: how many bytes to leave for a signature timestamp; 0 for none. 8 KiB hold what authorities send.
    /// - Returns: the bytes that the DER takes at most; twice as many hex digits.
    /// - Throws: `unsupported` where signatures are not made with the certificate's kind of key.
    public static func sizeLimit(
        by identity: SigningIdentity,
        timestamp: Int = 0
    ) throws(TrustError) -> Int {
        guard let size = VerificationKey(identity.certificate.publicKey)?.signatureSize else {
            throw TrustError(.unsupported, "Signatures are not made with the certificate's kind of key.")
        }
        let algorithm = identity.digestAlgorithm
        let digest = [UInt8](repeating: 0, count: algorithm.size)
        let parts = try SignatureParts(digest: digest, algorithm: algorithm, identity)
        let plain = parts.message([UInt8](repeating: 0, count: size)).count
        // The lengths around a timestamp may each take some bytes more.
        return timestamp == 0 ? plain : plain + timestamp + 64
    }
}

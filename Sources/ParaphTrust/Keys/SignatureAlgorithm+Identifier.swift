extension SignatureAlgorithm {
    /// The identifier as CMS has it.
    ///
    /// - Throws: `unsupported` for what is never made: signatures with SHA-1, and Ed25519.
    func identifier() throws(TrustError) -> [UInt8] {
        guard let digest, digest != .sha1 else { throw TrustError(.unsupported, "Signatures are not made by \(name).") }
        switch (self, digest) {
        case (.rsaPKCS1, .sha384): return AlgorithmIdentifier.der(.sha384WithRSA, DER.null)
        case (.rsaPKCS1, .sha512): return AlgorithmIdentifier.der(.sha512WithRSA, DER.null)
        case (.rsaPKCS1, _): return AlgorithmIdentifier.der(.sha256WithRSA, DER.null)
        case (.ecdsa, .sha384): return AlgorithmIdentifier.der(.ecdsaWithSHA384)
        case (.ecdsa, .sha512): return AlgorithmIdentifier.der(.ecdsaWithSHA512)
        case (.ecdsa, _): return AlgorithmIdentifier.der(.ecdsaWithSHA256)
        case (.rsaPSS, _), (.ed25519, _):
            let hash = AlgorithmIdentifier.der(digest.oid, DER.null)
            return AlgorithmIdentifier.der(
                .rsaPSS,
                DER.sequence(
                    DER.element(Tag.constructed(0), hash),
                    DER.element(Tag.constructed(1), AlgorithmIdentifier.der(.mgf1, hash)),
                    DER.element(Tag.constructed(2), DER.integer(digest.size))
                )
            )
        }
    }
}

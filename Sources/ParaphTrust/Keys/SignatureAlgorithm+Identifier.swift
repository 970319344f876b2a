extension SignatureAlgorithm {
    /// Reads the algorithm of a signature; nil where it is unknown, or used with parameters that this code does not know.
    ///
    /// - Parameters:
    ///   - identifier: the algorithm as encoded.
    ///   - digest: the digest that stands beside it in CMS, used where the identifier names only the kind of key.
    init?(_ identifier: AlgorithmIdentifier, digest: DigestAlgorithm?) {
        switch identifier.oid {
        case .sha1WithRSA: self = .rsaPKCS1(.sha1)
        case .sha256WithRSA: self = .rsaPKCS1(.sha256)
        case .sha384WithRSA: self = .rsaPKCS1(.sha384)
        case .sha512WithRSA: self = .rsaPKCS1(.sha512)
        case .ecdsaWithSHA1: self = .ecdsa(.sha1)
        case .ecdsaWithSHA256: self = .ecdsa(.sha256)
        case .ecdsaWithSHA384: self = .ecdsa(.sha384)
        case .ecdsaWithSHA512: self = .ecdsa(.sha512)
        case .ed25519: self = .ed25519
        case .rsaEncryption:
            guard let digest else { return nil }
            self = .rsaPKCS1(digest)
        case .ecPublicKey:
            guard let digest else { return nil }
            self = .ecdsa(digest)
        case .rsaPSS:
            guard let digest = try? Self.pssDigest(identifier.parameters) else { return nil }
            self = .rsaPSS(digest)
        default: return nil
        }
    }

    /// The digest of RSA-PSS parameters (RFC 4055 §3.1), nil where they are not those of ``rsaPSS(_:)``.
    private static func pssDigest(_ parameters: Element?) throws(TrustError) -> DigestAlgorithm? {
        let what = "the parameters of RSA-PSS"
        guard let parameters, parameters.tag == Tag.sequence else { return nil }
        var reader = parameters.reader(what)
        var hash = OID.sha1
        var mask = OID.sha1
        var salt: ArraySlice<UInt8> = [20]
        if let element = try reader.optional(Tag.constructed(0)) {
            hash = try AlgorithmIdentifier(try Element(element.content, what), what).oid
        }
        if let element = try reader.optional(Tag.constructed(1)) {
            let generator = try AlgorithmIdentifier(try Element(element.content, what), what)
            guard generator.oid == .mgf1, let inner = generator.parameters else { return nil }
            mask = try AlgorithmIdentifier(inner, what).oid
        }
        if let element = try reader.optional(Tag.constructed(2)) { salt = try Element(element.content, what).content }
        if let trailer = try reader.optional(Tag.constructed(3)) {
            guard try Element(trailer.content, what).content.elementsEqual([1]) else { return nil }
        }
        try reader.finish()
        guard let digest = DigestAlgorithm(hash), mask == hash, salt.elementsEqual([UInt8(digest.size)]) else { return nil }
        return digest
    }

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

/// How a signature that was found is to be judged: its algorithm, with the parameters that it names.
struct SignatureMethod: Sendable {
    let algorithm: SignatureAlgorithm
    let pss: PSSParameters?

    /// The usual parameters of an algorithm.
    init(_ algorithm: SignatureAlgorithm) {
        self.init(algorithm, { if case .rsaPSS(let digest) = algorithm { PSSParameters(digest) } else { nil } }())
    }

    private init(_ algorithm: SignatureAlgorithm, _ pss: PSSParameters?) {
        self.algorithm = algorithm
        self.pss = pss
    }

    /// Reads the method of a signature; nil where it is unknown here, or its parameters are.
    ///
    /// - Parameters:
    ///   - identifier: the algorithm as encoded.
    ///   - digest: the digest that stands beside it in CMS, used where the identifier names only the kind of key.
    init?(_ identifier: AlgorithmIdentifier, digest: DigestAlgorithm?) {
        switch identifier.oid {
        case .sha1WithRSA: self.init(.rsaPKCS1(.sha1))
        case .sha256WithRSA: self.init(.rsaPKCS1(.sha256))
        case .sha384WithRSA: self.init(.rsaPKCS1(.sha384))
        case .sha512WithRSA: self.init(.rsaPKCS1(.sha512))
        case .ecdsaWithSHA1: self.init(.ecdsa(.sha1))
        case .ecdsaWithSHA256: self.init(.ecdsa(.sha256))
        case .ecdsaWithSHA384: self.init(.ecdsa(.sha384))
        case .ecdsaWithSHA512: self.init(.ecdsa(.sha512))
        case .ed25519: self.init(.ed25519)
        case .rsaEncryption:
            guard let digest else { return nil }
            self.init(.rsaPKCS1(digest))
        case .ecPublicKey:
            guard let digest else { return nil }
            self.init(.ecdsa(digest))
        case .rsaPSS:
            guard let parameters = try? PSSParameters(identifier.parameters) else { return nil }
            self.init(.rsaPSS(parameters.hash), parameters)
        default: return nil
        }
    }
}

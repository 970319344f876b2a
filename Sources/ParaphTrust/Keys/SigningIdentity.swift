public import X509

/// Who signs: a key, its certificate, and the certificates that lead from there towards a root.
public struct SigningIdentity: Sendable {
    /// The signer's certificate.
    public let certificate: Certificate
    /// What goes into a signature beside it: the certificates of the authorities, the next one first.
    public let chain: [Certificate]
    /// The key that signs.
    public let key: any SigningKey
    /// The certificate's fields.
    let fields: CertificateFields
    /// All certificates as a signature holds them: the content of a SET.
    let encodedCertificates: [UInt8]

    /// The digest that the content must be given by, which is the one of the key's signatures.
    public var digestAlgorithm: DigestAlgorithm { key.algorithm.digest ?? .sha256 }

    /// Puts together what belongs together.
    ///
    /// - Throws: `mismatch` where the key is another one than the certificate's, as far as that can be said before it signs;
    ///   `unsupported` where the certificate's key is none of RSA from 2048 bits on, P-256 and P-384.
    public init(certificate: Certificate, chain: [Certificate] = [], key: any SigningKey) throws(TrustError) {
        let fits: Bool
        switch key.algorithm {
        case .rsaPKCS1, .rsaPSS:
            fits = certificate.rsaBits != nil
            if let bits = certificate.rsaBits, bits < 2048 {
                throw TrustError(.unsupported, "The certificate's RSA key has \(bits) bits; at least 2048 are needed.")
            }
        case .ecdsa: fits = certificate.rsaBits == nil && VerificationKey(certificate.publicKey)?.signatureSize != nil
        case .ed25519: throw TrustError(.unsupported, "Signatures are not made by Ed25519.")
        }
        let same = (key as? MemoryKey).map { $0.publicKey == certificate.publicKey } ?? true
        guard fits, same else { throw TrustError(.mismatch, "The private key does not belong to the certificate.") }
        self.certificate = certificate
        self.chain = chain.filter { $0 != certificate }
        fields = try certificate.fields()
        var encoded = [Array(fields.der)]
        for authority in self.chain { encoded.append(try authority.der()) }
        encodedCertificates = DER.sorted(encoded)
        self.key = key
    }

    /// Reads the parts from PEM.
    ///
    /// - Parameters:
    ///   - pemKey: a PKCS #8 key, plain or encrypted (PBES2), a PKCS #1 or a SEC 1 key.
    ///   - certificate: the signer's certificate; further ones in it belong to the chain.
    ///   - chain: the certificates of the authorities.
    ///   - password: what opens an encrypted key.
    ///   - pss: whether an RSA key signs by PSS rather than by PKCS #1 v1.5.
    /// - Throws: `password`, `malformed`, `missing`, `unsupported`, or `mismatch` where key and certificate do not belong together.
    public init(
        pemKey: String,
        certificate: String,
        chain: String? = nil,
        password: String? = nil,
        pss: Bool = false
    ) throws(TrustError) {
        var certificates = try [Certificate](pem: certificate)
        guard !certificates.isEmpty else { throw TrustError(.missing, "There is no certificate in the file of the certificate.") }
        let leaf = certificates.removeFirst()
        if let chain { certificates += try [Certificate](pem: chain) }
        try self.init(certificate: leaf, chain: certificates, key: try MemoryKey(pem: pemKey, password: password, pss: pss))
    }

    /// Reads a PKCS #12 file (RFC 7292).
    ///
    /// - Throws: `password`, `malformed`, `missing` where it holds no key with its certificate, or `unsupported` where it is protected
    ///   by an old scheme, which the error names.
    public init(pkcs12: [UInt8], password: String, pss: Bool = false) throws(TrustError) {
        try self.init(pkcs12: pkcs12, password: password, pss: pss, rounds: DerivationBudget.usual)
    }

    /// Reads a PKCS #12 file whose protection takes so many rounds at most.
    package init(pkcs12: [UInt8], password: String, pss: Bool = false, rounds: Int) throws(TrustError) {
        let file = try PKCS12(pkcs12, password: password, rounds: rounds)
        guard let encoded = file.keys.first else { throw TrustError(.missing, "There is no private key in the PKCS #12 file.") }
        let key = try MemoryKey(pkcs8: encoded, pss: pss)
        guard let leaf = file.certificates.first(where: { $0.publicKey == key.publicKey }) else {
            throw file.unreadable ?? TrustError(.missing, "There is no certificate of the private key in the PKCS #12 file.")
        }
        try self.init(certificate: leaf, chain: file.certificates.inOrder(from: leaf), key: key)
    }
}

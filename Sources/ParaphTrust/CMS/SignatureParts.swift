/// What a signature is made of, apart from the signature itself.
struct SignatureParts {
    private static let signedTag = Tag.constructed(0)
    private let algorithm: DigestAlgorithm
    private let attributes: [UInt8]
    private let identifier: [UInt8]
    private let signatureAlgorithm: [UInt8]
    private let certificates: [UInt8]
    private let type: OID
    private let content: [UInt8]?

    /// Takes what is to be signed.
    ///
    /// - Parameters:
    ///   - digest: the digest of the content.
    ///   - algorithm: what made it.
    ///   - identity: who signs.
    ///   - type: what the content is.
    ///   - content: the content, where it lies in the message.
    ///   - holdsCertificates: whether the certificates travel with it.
    /// - Throws: `unsupported` where signatures are not made by the key's algorithm.
    init(
        digest: [UInt8],
        algorithm: DigestAlgorithm,
        _ identity: SigningIdentity,
        type: OID = .data,
        content: [UInt8]? = nil,
        holdsCertificates: Bool = true
    ) throws(TrustError) {
        self.type = type
        self.content = content
        self.algorithm = algorithm
        let fields = identity.fields
        identifier = DER.sequence(Array(fields.issuer), DER.element(Tag.integer, fields.serial))
        signatureAlgorithm = try identity.key.algorithm.identifier()
        attributes = DER.sorted([
            DER.sequence(OID.contentType.der, DER.set([type.der])),
            DER.sequence(OID.messageDigest.der, DER.set([DER.octets(digest)])),
            DER.sequence(OID.signingCertificateV2.der, DER.set([SigningCertificate.attribute(fields)])),
        ])
        certificates = holdsCertificates ? DER.element(Tag.constructed(0), identity.encodedCertificates) : []
    }

    /// What the key signs.
    var message: [UInt8] { DER.element(Tag.set, attributes) }

    /// The whole message.
    func message(_ signature: [UInt8]) -> [UInt8] {
        let digest = AlgorithmIdentifier.der(algorithm.oid)
        let signer = DER.sequence(
            DER.integer(1),
            identifier,
            digest,
            DER.element(Self.signedTag, attributes),
            signatureAlgorithm,
            DER.octets(signature)
        )
        let enclosed = self.content.map { DER.element(Tag.constructed(0), DER.octets($0)) } ?? []
        let content = DER.sequence(
            // RFC 5652 §5.1: another content than data makes it version 3.
            DER.integer(type == .data ? 1 : 3),
            DER.set([digest]),
            DER.sequence(type.der, enclosed),
            certificates,
            DER.set([signer])
        )
        return DER.sequence(OID.signedData.der, DER.element(Tag.constructed(0), content))
    }
}

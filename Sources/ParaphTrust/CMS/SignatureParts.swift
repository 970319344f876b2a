/// What a signature is made of, apart from the signature itself.
struct SignatureParts {
    private static let signedTag = Tag.constructed(0)
    private let algorithm: DigestAlgorithm
    private let attributes: [UInt8]
    private let identifier: [UInt8]
    private let signatureAlgorithm: [UInt8]
    private let certificates: [UInt8]

    init(digest: [UInt8], algorithm: DigestAlgorithm, _ identity: SigningIdentity) throws(TrustError) {
        self.algorithm = algorithm
        let fields = identity.fields
        identifier = DER.sequence(Array(fields.issuer), DER.element(Tag.integer, fields.serial))
        signatureAlgorithm = try identity.key.algorithm.identifier()
        attributes = DER.sorted([
            DER.sequence(OID.contentType.der, DER.set([OID.data.der])),
            DER.sequence(OID.messageDigest.der, DER.set([DER.octets(digest)])),
            DER.sequence(OID.signingCertificateV2.der, DER.set([SigningCertificate.attribute(fields)])),
        ])
        certificates = DER.element(Tag.constructed(0), identity.encodedCertificates)
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
        let content = DER.sequence(
            DER.integer(1),
            DER.set([digest]),
            DER.sequence(OID.data.der),
            certificates,
            DER.set([signer])
        )
        return DER.sequence(OID.signedData.der, DER.element(Tag.constructed(0), content))
    }
}

public import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One signer of signed data (RFC 5652 §5.3).
public struct Signer: Sendable {
    /// What the signers of one message share.
    struct Context: Sendable {
        let type: OID
        let content: ArraySlice<UInt8>?
        /// Whether bytes follow the message that are no padding.
        let hasTail: Bool
        let certificates: [EmbeddedCertificate]
    }

    /// How a signer's certificate is named.
    enum Identifier: Sendable {
        case issuer(ArraySlice<UInt8>, serial: ArraySlice<UInt8>)
        case key(ArraySlice<UInt8>)
    }

    let context: Context
    let identifier: Identifier
    let digestIdentifier: AlgorithmIdentifier
    let signatureIdentifier: AlgorithmIdentifier
    let signed: Attributes?
    let unsigned: Attributes?
    /// The signer as encoded, up to the attributes that are not signed.
    let upToSignature: ArraySlice<UInt8>
    /// What was signed with the key; timestamps of a signature are made over it.
    public let signature: [UInt8]

    init(_ element: Element, _ context: Context) throws(TrustError) {
        let what = "a signer"
        self.context = context
        var reader = try element.reader(what)
        _ = try reader.next(Tag.integer)
        if let key = try reader.optional(Tag.context(0)) {
            identifier = .key(key.content)
        } else {
            var name = try reader.next(Tag.sequence).reader(what)
            identifier = .issuer(try name.next(Tag.sequence).bytes, serial: try name.next(Tag.integer).content)
        }
        digestIdentifier = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        signed = if let set = try reader.optional(Tag.constructed(0)) { try Attributes(set) } else { nil }
        signatureIdentifier = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        signature = Array(try reader.next(Tag.octetString).content)
        upToSignature = element.content[element.content.startIndex..<reader.rest.startIndex]
        unsigned = if let set = try reader.optional(Tag.constructed(1)) { try Attributes(set) } else { nil }
        try reader.finish()
    }

    /// The digest that the content must be given by; nil where nothing here knows it.
    ///
    /// Some signers name the algorithm of their signature where the digest's must stand; its digest is meant.
    public var digestAlgorithm: DigestAlgorithm? {
        DigestAlgorithm(digestIdentifier.oid) ?? SignatureMethod(digestIdentifier, digest: nil)?.algorithm.digest
    }

    /// How it signed; nil where nothing here knows it.
    public var signatureAlgorithm: SignatureAlgorithm? { method?.algorithm }

    var method: SignatureMethod? { SignatureMethod(signatureIdentifier, digest: digestAlgorithm) }

    /// What people call the algorithm, or its object identifier.
    public var algorithmName: String { signatureAlgorithm?.name ?? signatureIdentifier.oid.name }

    /// The time that the signer claims; nothing proves it.
    public var claimedTime: Date? { signed?.single(.signingTime).flatMap { try? Moment.date($0, "the signing time") } }

    /// How often the signed attributes name the signer's certificate by signing-certificate-v2 (RFC 5035).
    public var signingCertificateV2Count: Int { signed?.count(.signingCertificateV2) ?? 0 }

    /// Whether the signed attributes name the signer's certificate, in either version (RFC 2634, RFC 5035).
    public var namesCertificate: Bool { signed.map { $0.contains(.signingCertificateV2) || $0.contains(.signingCertificate) } ?? false }

    /// Whether there are signed attributes.
    public var hasSignedAttributes: Bool { signed != nil }

    /// The signature timestamps (RFC 3161 appendix A) that travel with it, as read.
    ///
    /// - Throws: `malformed` and its like where one cannot be read.
    public func timestamps() throws(TrustError) -> [TimestampToken] {
        var tokens: [TimestampToken] = []
        for value in unsigned?.all(.signatureTimestamp) ?? [] { tokens.append(try TimestampToken(der: Array(value.bytes))) }
        return tokens
    }

    /// The signer's certificate among those that travel with it.
    ///
    /// - Throws: `missing` where it does not travel with it, `unsupported` where its kind of key is unknown here.
    public func certificate() throws(TrustError) -> Certificate { try embedded().certificate.get() }

    /// The signer's certificate with its fields; where several have its name, the one that the signed attributes name.
    func embedded() throws(TrustError) -> EmbeddedCertificate {
        let named = context.certificates.filter { names($0) }
        if named.count > 1, let attributes = try? SigningCertificate.all(of: self) {
            if let chosen = named.first(where: { attributes.allSatisfy($0.fields.isNamed) }) { return chosen }
        }
        guard let first = named.first else { throw TrustError(.missing, "The signer's certificate is not among those in the signature.") }
        return first
    }

    private func names(_ embedded: EmbeddedCertificate) -> Bool {
        switch identifier {
        case .issuer(let issuer, let serial): embedded.fields.issuer == issuer && embedded.fields.serial == serial
        case .key(let key): (try? embedded.certificate.get())?.keyIdentifier.map { $0.elementsEqual(key) } ?? false
        }
    }
}

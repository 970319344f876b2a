/// A request to a timestamp service of ours (RFC 3161 §2.4.1).
struct TimestampQuery {
    /// The longest request that is read, in bytes.
    static let sizeLimit = 8 << 10

    let digest: [UInt8]
    /// The digest with its algorithm, as it was sent.
    let imprint: [UInt8]
    /// The number of the request, as it was sent.
    let nonce: [UInt8]?
    /// Whether the service's certificates are wanted.
    let wantsCertificates: Bool

    /// Reads a request.
    ///
    /// - Throws: ``TimestampRefusal``.
    init(der: [UInt8], policy: OID) throws(TimestampRefusal) {
        guard der.count <= Self.sizeLimit else { throw .badDataFormat }
        do throws(TrustError) {
            self = try Self.read(der, policy)
        } catch {
            throw error.cause as? TimestampRefusal ?? .badDataFormat
        }
    }

    private init(digest: [UInt8], imprint: [UInt8], nonce: [UInt8]?, wantsCertificates: Bool) {
        self.digest = digest
        self.imprint = imprint
        self.nonce = nonce
        self.wantsCertificates = wantsCertificates
    }

    private static func read(_ der: [UInt8], _ policy: OID) throws(TrustError) -> TimestampQuery {
        let what = "the request for a timestamp"
        func refuse(_ refusal: TimestampRefusal) -> TrustError { TrustError(.refused, refusal.sentence, cause: refusal) }
        var reader = try Element(der[...], what).reader(what)
        guard try Number(try reader.next(Tag.integer), what).value == 1 else { throw refuse(.badRequest) }
        let imprint = try reader.next(Tag.sequence)
        var message = try imprint.reader(what)
        let algorithm = try AlgorithmIdentifier(try message.next(Tag.sequence), what)
        let digest = Array(try message.next(Tag.octetString).content)
        try message.finish()
        if let wanted = try reader.optional(Tag.oid), try OID(wanted) != policy { throw refuse(.unacceptedPolicy) }
        let nonce = try reader.optional(Tag.integer)
        if let nonce, nonce.content.isEmpty || nonce.content.count > 64 { throw refuse(.badDataFormat) }
        let wants = try reader.optional(Tag.boolean).map { $0.content.first.map { $0 != 0 } ?? false } ?? false
        // No extension is known here, and those that are not must be refused (§2.4.1).
        if try reader.optional(Tag.constructed(0)) != nil { throw refuse(.unacceptedExtension) }
        try reader.finish()
        guard let known = DigestAlgorithm(algorithm.oid), known != .sha1 else { throw refuse(.badAlgorithm) }
        guard digest.count == known.size else { throw refuse(.badDataFormat) }
        return TimestampQuery(
            digest: digest,
            imprint: Array(imprint.bytes),
            nonce: nonce.map { Array($0.bytes) },
            wantsCertificates: wants
        )
    }
}

/// Why no timestamp is given (RFC 3161 §2.4.2); the value is the bit of PKIFailureInfo.
enum TimestampRefusal: Int, Error {
    case badAlgorithm = 0
    case badRequest = 2
    case badDataFormat = 5
    case unacceptedPolicy = 15
    case unacceptedExtension = 16
    case systemFailure = 25

    /// What is wrong, in words for the requester.
    var sentence: String {
        switch self {
        case .badAlgorithm: "Timestamps are given of digests by SHA-256, SHA-384 and SHA-512."
        case .badRequest: "The request is not of version 1."
        case .badDataFormat: "The request cannot be read."
        case .unacceptedPolicy: "Timestamps are not given by this policy."
        case .unacceptedExtension: "The request has an extension that is unknown here."
        case .systemFailure: "The timestamp could not be made."
        }
    }
}

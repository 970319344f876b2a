/// Asks what the seals of a document are worth, of which the server sees digests and signatures only.
public struct SealVerdictRequest: Codable, Hashable, Sendable, JSONContent {
    /// The signatures of the document, at most 16.
    public var seals: [SealToJudge]

    public init(seals: [SealToJudge]) {
        self.seals = seals
    }
}

/// A signature, without what it signs.
public struct SealToJudge: Codable, Hashable, Sendable {
    /// The CMS message in a document's `/Contents` (ISO 32000-2, 12.8), at most 64 KiB; zeros may follow.
    public var contents: Base64URL
    /// The SHA-256 of what its `/ByteRange` covers.
    public var sha256: Base64URL?
    /// The SHA-384 of the same, for signatures by that.
    public var sha384: Base64URL?
    /// The SHA-512 of the same, for signatures by that.
    public var sha512: Base64URL?

    public init(contents: Base64URL, sha256: Base64URL? = nil, sha384: Base64URL? = nil, sha512: Base64URL? = nil) {
        self.contents = contents
        self.sha256 = sha256
        self.sha384 = sha384
        self.sha512 = sha512
    }
}

/// What the seals of a document are worth, in the order of the request.
public struct SealVerdicts: Codable, Hashable, Sendable, JSONContent {
    /// As many as there were seals in the request.
    public var verdicts: [SealVerdict]

    public init(verdicts: [SealVerdict]) {
        self.verdicts = verdicts
    }
}

/// What a seal is worth.
public struct SealVerdict: Codable, Hashable, Sendable {
    /// How the seal is judged; a state that this version does not know is none to trust.
    public var state: Open<State>
    /// Why it is not valid, or cannot be judged; absent for one that is valid.
    public var reason: Open<Reason>?
    /// Whom the certificate names, where it can be read; nothing proves it unless the seal is valid.
    public var signerName: String?
    /// When it was made, as a trusted timestamp says; absent where nothing proves it.
    public var sealedAt: Timestamp?

    /// How it is judged.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// What was digested is what was signed, by the key of a certificate that this server trusts.
        case valid
        /// Something was altered, or the signature is not one of the certificate's key.
        case invalid
        /// It is whole, but no authority that this server trusts vouches for the certificate.
        case untrusted
        /// It cannot be judged here, or nothing proves that it was made while its certificate was good.
        case unknown
    }

    /// Why.
    public enum Reason: String, Codable, Hashable, Sendable, CaseIterable {
        /// The content is not what was signed.
        case contentChanged
        /// The signature is not one of the certificate's key, or its attributes are wrong.
        case signatureWrong
        /// The certificate was revoked, and nothing proves that the seal was made before.
        case revoked
        /// Nothing proves that the seal was made while the certificate was valid.
        case expired
        /// The certificate is one for something else, or its chain breaks a rule.
        case chainInvalid
        case notTrusted
        /// An algorithm that is unknown or too weak, a digest that was not sent, or a form that documents do not have.
        case unsupported
        case unreadable
    }

    public init(state: State, reason: Reason? = nil, signerName: String? = nil, sealedAt: Timestamp? = nil) {
        self.state = Open(state)
        self.reason = reason.map { Open($0) }
        self.signerName = signerName
        self.sealedAt = sealedAt
    }
}

/// Takes note of a version of a document, by hashes only.
public struct DocumentSave: Codable, Hashable, Sendable, JSONContent {
    /// The SHA-256 of the file as it was opened; absent where it is taken note of for the first time.
    public var previousHash: String?
    /// The SHA-256 of the file that is saved.
    public var hash: String
    /// The signatures that were put on it since, in their order; each must have been sealed.
    public var signatures: [String]?
    /// The document, where it is known.
    public var documentId: String?

    public init(previousHash: String? = nil, hash: String, signatures: [String]? = nil, documentId: String? = nil) {
        self.previousHash = previousHash
        self.hash = hash
        self.signatures = signatures
        self.documentId = documentId
    }
}

/// A version that was taken note of.
public struct SavedDocument: Codable, Hashable, Sendable, JSONContent {
    /// The id that stays with the document.
    public var id: String
    /// Whether it was signed, and others signed the same version too.
    public var isFork: Bool

    public init(id: String, isFork: Bool) {
        self.id = id
        self.isFork = isFork
    }
}

/// What is to be known of the organisation's seal before a document is prepared for it.
public struct SealOffer: Codable, Hashable, Sendable, JSONContent {
    /// How many bytes the seal takes at most.
    public var size: Int

    public init(size: Int) {
        self.size = size
    }
}

/// Asks for the seal of a document, of which the server sees a digest only.
///
/// The statement is made by the device that the signature was drawn on, or by the one that it was drawn for (``HandOver``): exactly one of `assertion` and `passkey`, as its key is.
public struct SealRequest: Codable, Hashable, Sendable, JSONContent {
    /// The signature that stands on the document.
    public var signatureId: String
    /// The SHA-256 of the file as it was opened, in lower-case hexadecimal.
    public var previousHash: String
    /// The SHA-256 of what the seal covers: the file's byte range (ISO 32000-2, 12.8.1).
    public var digest: Base64URL
    /// Of a P-256 key: a compact JWS (RFC 7515), `{"alg":"ES256","kid":DEVICE,"typ":"paraph-seal+jwt"}`, over ``SealClaims``.
    public var assertion: String?
    /// Of a passkey that is the device's key.
    public var passkey: PasskeyStatement<SealClaims>?

    public init(
        signatureId: String,
        previousHash: String,
        digest: Base64URL,
        assertion: String? = nil,
        passkey: PasskeyStatement<SealClaims>? = nil
    ) {
        self.signatureId = signatureId
        self.previousHash = previousHash
        self.digest = digest
        self.assertion = assertion
        self.passkey = passkey
    }
}

/// What a device signs when its person saves a signed document.
public struct SealClaims: DeviceClaims {
    /// The public address of the server that seals.
    public var aud: String
    /// `seal`.
    public var dec: String
    /// The digest that is sealed, base64url.
    public var dig: String
    /// The SHA-256 of the file as it was opened, in lower-case hexadecimal.
    public var doc: String
    /// The device's time, seconds since 1970; at most 5 minutes off.
    public var iat: Int
    /// The id of the signature.
    public var sig: String

    public init(aud: String, dec: String, dig: String, doc: String, iat: Int, sig: String) {
        self.aud = aud
        self.dec = dec
        self.dig = dig
        self.doc = doc
        self.iat = iat
        self.sig = sig
    }

    /// As JSON by RFC 8785: the members in the order of their names, without white space.
    public var canonical: [UInt8] {
        CanonicalJSON.object([
            "aud": .string(aud), "dec": .string(dec), "dig": .string(dig), "doc": .string(doc), "iat": .integer(Int64(iat)),
            "sig": .string(sig),
        ]).bytes
    }
}

/// The seal of a document.
public struct DocumentSeal: Codable, Hashable, Sendable, JSONContent {
    /// A CMS signature as PAdES baseline has it (EN 319 142-1), for the document's `/Contents`.
    public var contents: Base64URL

    public init(contents: Base64URL) {
        self.contents = contents
    }
}

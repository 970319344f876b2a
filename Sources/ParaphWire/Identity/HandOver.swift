/// Asks that a document which is open on this device be signed on another device of the same person, such as a phone.
public struct HandOverRequest: Codable, Hashable, Sendable, JSONContent {
    /// The SHA-256 of the document as it was opened, in lower-case hexadecimal.
    public var hash: String
    /// What the document is called, for the person to know it again: 1 to 255 characters.
    public var name: String

    public init(hash: String, name: String) {
        self.hash = hash
        self.name = name
    }
}

/// A document that one device of a person asks another one to sign; the person alone sees it, on either.
///
/// The last four parts are told to the session that asked, and to no other.
public struct HandOver: Codable, Hashable, Sendable, JSONContent {
    /// 128 random bits; they authorise nothing.
    public var id: String
    /// How it stands; only one that waits can be signed.
    public var status: Open<Status>
    /// The document's hash and name, as the device that asked told them.
    public var hash: String
    /// What the document is called, 1 … 255 characters, as the device that asked told it.
    public var name: String
    /// The device that asked: the only one that can place the signature (`for` in ``AnswerClaims``).
    public var deviceId: String
    /// What the person recognises that device by.
    public var deviceName: String
    /// Whether it was asked for on the device that this session belongs to.
    public var isHere: Bool
    /// When it was asked for.
    public var createdAt: Timestamp
    /// Until when it can be signed.
    public var expiresAt: Timestamp
    /// The signature that was drawn, good for this document within fifteen minutes.
    public var signatureId: String?
    /// What the seal's claims name as `aud`.
    public var audience: String?
    /// The colour of the ink that was chosen.
    public var ink: Open<InkColor>?
    /// How the signature looks, in ParaphInk's binary form of a drawing.
    public var drawing: Base64URL?

    /// How it stands.
    public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
        /// It waits to be signed.
        case waiting
        /// It was signed.
        case drawn
        /// The person said no on the other device.
        case declined
        /// The device that asked takes it back.
        case cancelled
        /// No signature came in time.
        case expired
    }

    public init(
        id: String,
        status: Status,
        hash: String,
        name: String,
        deviceId: String,
        deviceName: String,
        isHere: Bool,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        signatureId: String? = nil,
        audience: String? = nil,
        ink: InkColor? = nil,
        drawing: Base64URL? = nil
    ) {
        self.id = id
        self.status = Open(status)
        self.hash = hash
        self.name = name
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.isHere = isHere
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.signatureId = signatureId
        self.audience = audience
        self.ink = ink.map { Open($0) }
        self.drawing = drawing
    }
}

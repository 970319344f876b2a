public import ParaphWire

/// What makes passkeys, and has them answer: the system's own sheet.
public protocol PasskeyMaker {
    /// Makes a passkey as the server wants it.
    ///
    /// - Throws: ``PasskeyRefusal``.
    func make(_ wanted: PasskeyCreation) async throws -> MadePasskey

    /// Has a passkey of the person's choice answer.
    ///
    /// - Throws: ``PasskeyRefusal``.
    func answer(_ challenge: PasskeyChallenge) async throws -> PasskeyAnswer
}

/// A passkey as the system gives it (Web Authentication Level 2, section 5.2.1).
nonisolated public struct MadePasskey: Hashable, Sendable {
    public let clientDataJSON: [UInt8]
    public let attestationObject: [UInt8]

    public init(clientDataJSON: [UInt8], attestationObject: [UInt8]) {
        (self.clientDataJSON, self.attestationObject) = (clientDataJSON, attestationObject)
    }
}

/// Why the system made or used none.
nonisolated public enum PasskeyRefusal: String, Error, Sendable {
    /// The person cancelled it.
    case cancelled = "passkeyCancelled"
    /// There is one of the account's on this device.
    case known = "passkeyKnown"
    /// The app is not associated with the server's address.
    case unavailable = "passkeysUnavailable"
    case failed = "passkeyFailed"
}

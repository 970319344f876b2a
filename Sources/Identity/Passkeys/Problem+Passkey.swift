import ParaphWire
import Passkeys
import ServerKit

extension Problem {
    /// Browsers offer no passkeys at this server's address.
    static let passkeysUnavailable = Problem.conflict(
        .passkeysUnavailable,
        "Browsers offer passkeys only at https:// addresses with a host name, and at http://localhost; this server has another address."
    )

    /// The challenge takes no answer any more.
    static let passkeyChallengeOver = Problem.conflict(
        .challengeOver,
        "This challenge was answered already, or its time is over, or it is somebody else's. Ask for a new one."
    )

    /// The passkey is unknown, or not this person's.
    static let unknownPasskey = Problem(
        code: .unknownPasskey,
        title: "This passkey is not known",
        detail: "It was removed from the account, or never added. Use another, or a recovery code."
    )

    /// The session is on no device whose key could be another.
    static let noDevice = Problem.conflict(.noDevice, "This session belongs to no device; sign in on the device first.")

    /// One passkey is the key of one device.
    static let passkeyOfOtherDevice = Problem.conflict(
        .passkeyOfOtherDevice,
        "This passkey is the key of another device of yours already; this device keeps the key that it has."
    )

    /// The passkey's answer is not believed.
    static func badPasskey(_ error: PasskeyError) -> Problem {
        Problem(
            code: error.code == .counter ? .passkeyCopied : .badPasskey,
            title: "The passkey's answer does not hold",
            detail: error.detail,
            fields: [Field(name: "passkey", code: FieldCode(rawValue: error.code.rawValue), detail: error.detail)]
        )
    }
}

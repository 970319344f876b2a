import ParaphWire

/// When and by what a person showed who they are, as ID tokens tell it (OpenID Connect Core 1.0, section 2).
struct AuthenticationEvent: Hashable, Sendable {
    let at: Timestamp
    /// `nil` where no factor was shown, as by the mailed code of a registration.
    let method: StepUp.Method?

    /// The `acr` of a verified handwritten signature with the key of a known device.
    static let signatureClass = "urn:paraph:acr:signature"
    /// The `acr` of a passkey with user verification.
    static let passkeyClass = "urn:paraph:acr:passkey"

    /// Every class.
    static let classes = [signatureClass, passkeyClass]

    /// The `acr`; `nil` where what was shown is no class of its own.
    var contextClass: String? {
        switch method {
        case .signature: Self.signatureClass
        case .passkey: Self.passkeyClass
        case .recoveryCode, .mailedCode, nil: nil
        }
    }

    /// The `amr`: words of RFC 8176, and `signature`, for which it has none.
    var methods: [String]? {
        switch method {
        case .signature: ["signature", "pop", "mfa"]
        case .passkey: ["pop", "user", "mfa"]
        case .recoveryCode, .mailedCode: ["otp"]
        case nil: nil
        }
    }
}

/// Which page of a person's activity: the `next` of the page before, as it came; absent for the newest.
public struct ActivityQuery: CallParameters {
    /// The cursor.
    public var after: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("after", \.after)]

    public init() {}

    public init(after: String?) {
        self.after = after
    }
}

/// Which of the devices that wait are told: those alone whose screen shows a code, where one is given.
public struct DeviceRequestsQuery: CallParameters {
    /// Six digits.
    public var code: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("code", \.code)]

    public init() {}

    public init(code: String?) {
        self.code = code
    }
}

/// The secret that a device was told when it asked for approval; the call needs it.
public struct RequestSecret: CallParameters {
    /// As it was told in ``DeviceRequest/secret``.
    public var secret: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.header("Paraph-Request-Secret", \.secret)]

    public init() {}

    public init(_ secret: String) {
        self.secret = secret
    }
}

/// The nonce of a challenge, as it was told; the call needs it where no session asked for the challenge.
public struct ChallengeNonce: CallParameters {
    /// In base64url, as it was told in ``Challenge/nonce``.
    public var nonce: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.header("Paraph-Challenge-Nonce", \.nonce)]

    public init() {}

    public init(_ nonce: Base64URL) {
        self.nonce = nonce.text
    }
}

/// The query with which a program sent the browser to `/oauth2/authorize`, names that are not known included (RFC 6749, section 3.1).
public struct AuthorizationQuery: CallParameters {
    /// The part of the address behind `?`, percent-encoded as it came.
    public var text: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.wholeQuery(\.text)]

    public init() {}

    public init(_ text: String) {
        self.text = text
    }
}

/// What alerts may be about: each is switched on for itself, on each device.
public enum PushCategory: String, Codable, Hashable, Sendable, CaseIterable {
    /// A program asks for a signature, or another device of the person hands a document over.
    case requests
    /// A program asks to sign the person in, or a device asks to be added.
    case signIns
    /// A document was shared with the person, or changed hands.
    case documents
    /// What happened with the account, and when the service is not there.
    case notices
}

/// What a device needs so that it can be reached, and how this session's device is reached.
public struct PushSettings: Codable, Hashable, Sendable, JSONContent {
    /// The server's key for browsers, `applicationServerKey`: an uncompressed point of P-256 (RFC 8292, section 3.2).
    public var webPushKey: Base64URL
    /// The bundle id that Apple's pushes go to; absent where the server pushes to no Apple devices.
    public var appleTopic: String?
    /// What this session's device is alerted of; absent where it is not reached.
    public var categories: [Open<PushCategory>]?

    public init(webPushKey: Base64URL, appleTopic: String? = nil, categories: [PushCategory]? = nil) {
        self.webPushKey = webPushKey
        self.appleTopic = appleTopic
        self.categories = categories?.map { Open($0) }
    }
}

/// Where this session's device is reached, and what it is alerted of; exactly one of ``webPush`` and ``apple``.
public struct PushRegistration: Codable, Hashable, Sendable, JSONContent {
    /// Of a browser.
    public var webPush: WebPushAddress?
    /// Of an iPhone or iPad.
    public var apple: ApplePushAddress?
    /// What it is alerted of: one at least, each once.
    public var categories: [PushCategory]

    public init(webPush: WebPushAddress? = nil, apple: ApplePushAddress? = nil, categories: [PushCategory]) {
        self.webPush = webPush
        self.apple = apple
        self.categories = categories
    }
}

/// A browser's push subscription, as `PushSubscription.toJSON()` tells it (W3C Push API).
public struct WebPushAddress: Codable, Hashable, Sendable {
    /// The address at the browser's push service: HTTPS, 2048 bytes at most.
    public var endpoint: String
    /// The browser's public key, an uncompressed point of P-256 (RFC 8291, section 3.1).
    public var p256dh: Base64URL
    /// The authentication secret, 16 bytes (RFC 8291, section 3.2).
    public var auth: Base64URL

    public init(endpoint: String, p256dh: Base64URL, auth: Base64URL) {
        self.endpoint = endpoint
        self.p256dh = p256dh
        self.auth = auth
    }
}

/// The token that Apple gave an app on one device.
public struct ApplePushAddress: Codable, Hashable, Sendable {
    /// The token's bytes in hexadecimal, as `didRegisterForRemoteNotificationsWithDeviceToken` gives them: 64 to 200 digits, in lower case.
    public var token: String

    public init(token: String) {
        self.token = token
    }
}

public import Crypto

/// How Apple's push service is reached: by a key of the developer's account (Apple, "Establishing a token-based connection to APNs").
public struct APNsConfiguration: Sendable {
    /// The key that Apple made, P-256.
    public var key: P256.Signing.PrivateKey
    /// The key's id, ten letters and digits.
    public var keyID: String
    /// The team's id, ten letters and digits.
    public var teamID: String
    /// The app's bundle id.
    public var topic: String
    /// Where it is: `https://api.push.apple.com`.
    public var url: String
    /// The roots that its certificate hangs on, PEM; `nil` for the system's.
    public var roots: String?

    /// Apple's service for apps of the App Store and TestFlight.
    public static let production = "https://api.push.apple.com"
    /// Apple's service for apps that Xcode installed.
    public static let sandbox = "https://api.sandbox.push.apple.com"

    /// Takes the settings.
    public init(
        key: P256.Signing.PrivateKey,
        keyID: String,
        teamID: String,
        topic: String,
        url: String = Self.production,
        roots: String? = nil
    ) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.url = url
        self.roots = roots
    }
}

import Crypto
import ParaphWire
import Synchronization

/// The statement by which Apple knows who pushes: a JSON Web Token that is used for a while, as Apple refuses one older than an hour, and those
/// who make a new one more often than every 20 minutes.
final class ProviderToken: Sendable {
    /// How long one is used, in seconds.
    static let lifetime: Int64 = 50 * 60
    /// How old one must be before another is made, in seconds.
    static let leastLifetime: Int64 = 20 * 60

    private let configuration: APNsConfiguration
    private let made = Mutex<(text: String, at: Timestamp)?>(nil)

    init(_ configuration: APNsConfiguration) {
        self.configuration = configuration
    }

    /// The token to use now.
    func text(at now: Timestamp) throws -> String {
        try made.withLock { made in
            if let made, made.at <= now, now < made.at.adding(seconds: Self.lifetime) { return made.text }
            let text = try CompactToken.sign(
                header: ["alg": .string("ES256"), "kid": .string(configuration.keyID)],
                claims: ["iss": .string(configuration.teamID), "iat": .integer(now.milliseconds / 1000)],
                by: configuration.key
            )
            made = (text, now)
            return text
        }
    }

    /// Has the next push make a new one, because Apple says that this one is too old; not where it was made just now, for then a clock is wrong.
    func expire(at now: Timestamp) {
        made.withLock { made in
            if let at = made?.at, at.adding(seconds: Self.leastLifetime) <= now { made = nil }
        }
    }
}

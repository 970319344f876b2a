import ParaphWire
import ServerKit

/// A way in which a client gets tokens (RFC 6749, section 1.3), by the name that requests use.
enum ClientGrantType: String, CaseIterable, Sendable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    /// Backchannel authentication: the person is asked on a device of theirs (OpenID CIBA Core 1.0, section 4).
    case ciba = "urn:openid:params:grant-type:ciba"
    /// The person types on another device a code that this one shows (RFC 8628).
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"

    /// Reads a name.
    ///
    /// - Throws: a `malformed` ``Problem`` that lists the names that are taken.
    init(named name: String) throws(Problem) {
        guard let type = ClientGrantType(rawValue: name) else {
            throw .invalid("grant", .unknown, "must be \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = type
    }
}

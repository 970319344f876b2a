import ParaphWire
import ServerKit

/// A way in which a client gets tokens (RFC 6749, section 1.3), by the name that requests use.
enum ClientGrantType: String, CaseIterable, Sendable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"

    /// Backchannel authentication (OpenID CIBA Core 1.0), which this version does not have.
    private static let ciba = "urn:openid:params:grant-type:ciba"

    /// Reads a name.
    ///
    /// - Throws: a `malformed` ``Problem`` that lists the names that are taken.
    init(named name: String) throws(Problem) {
        guard name != Self.ciba else {
            throw .invalid(
                "grant",
                .unknown,
                "\(Self.ciba) is not there yet: this version asks people in the browser, by authorization_code"
            )
        }
        guard let type = ClientGrantType(rawValue: name) else {
            throw .invalid("grant", .unknown, "must be \(Self.allCases.map(\.rawValue).joined(separator: " or "))")
        }
        self = type
    }
}

import Crypto
import JWTKit
import ParaphWire
import ServerKit

/// The signature of a callback: a JWT by the keys of ID tokens, over the hash of the body (RFC 7519).
struct CallbackStatement: JWTPayload, Hashable, Sendable {
    var issuer: String
    /// The client.
    var audience: String
    /// Seconds since 1970, both.
    var issuedAt: Int64
    var expiresAt: Int64
    /// The same however often the call is tried, and another for each end.
    var id: String
    var requestID: String
    var state: String
    /// SHA-256 of the body, base64url.
    var bodyHash: String

    /// The header that it comes in.
    static let header = "SignPass-Signature"
    /// How long one is good, in seconds.
    private static let lifetime: Int64 = 300

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case issuedAt = "iat"
        case expiresAt = "exp"
        case id = "jti"
        case requestID = "request"
        case state
        case bodyHash = "sha256"
    }

    init(_ claims: Callback.Claims, body: [UInt8], item: String, client: String, _ environment: IdentityEnvironment) {
        issuer = environment.site.publicURL
        audience = client
        issuedAt = environment.time.now().milliseconds / 1000
        expiresAt = issuedAt + Self.lifetime
        id = item
        (requestID, state) = (claims.requestID, claims.state)
        bodyHash = Base64URL(SHA256.hash(data: body)).text
    }

    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

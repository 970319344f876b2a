import Crypto
import JWTKit
import ParaphWire

/// What an ID token says (OpenID Connect Core 1.0, section 2; CIBA Core 1.0, section 10.3.1).
struct IDToken: JWTPayload, Hashable, Sendable {
    var issuer: String
    /// The client's own name for the person.
    var subject: String
    /// The client.
    var audience: String
    /// Seconds since 1970, as all moments here.
    var expiresAt: Int64
    var issuedAt: Int64
    var authenticatedAt: Int64
    var nonce: String?
    var contextClass: String?
    var methods: [String]?
    var accessTokenHash: String
    /// The request that the person approved on their device.
    var requestID: String?

    /// How long one is good, in seconds.
    static let lifetime: Int64 = 3600

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case expiresAt = "exp"
        case issuedAt = "iat"
        case authenticatedAt = "auth_time"
        case nonce
        case contextClass = "acr"
        case methods = "amr"
        case accessTokenHash = "at_hash"
        case requestID = "urn:openid:params:jwt:claim:auth_req_id"
    }

    init(
        issuer: String,
        subject: String,
        client: String,
        event: AuthenticationEvent,
        nonce: String?,
        requestID: String?,
        accessToken: String,
        at now: Timestamp
    ) {
        self.issuer = issuer
        self.subject = subject
        audience = client
        issuedAt = now.milliseconds / 1000
        expiresAt = issuedAt + Self.lifetime
        authenticatedAt = event.at.milliseconds / 1000
        self.nonce = nonce
        contextClass = event.contextClass
        methods = event.methods
        accessTokenHash = Base64URL(Array(SHA256.hash(data: Array(accessToken.utf8)).prefix(16))).text
        self.requestID = requestID
    }

    // As a hint it serves after its end too (CIBA Core 1.0, section 7.1), and nothing else takes one here.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

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
    /// What the client asked to be told here (section 5.5).
    var claims = PersonClaims()

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

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try container.decode(String.self, forKey: .issuer)
        subject = try container.decode(String.self, forKey: .subject)
        audience = try container.decode(String.self, forKey: .audience)
        expiresAt = try container.decode(Int64.self, forKey: .expiresAt)
        issuedAt = try container.decode(Int64.self, forKey: .issuedAt)
        authenticatedAt = try container.decode(Int64.self, forKey: .authenticatedAt)
        nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
        contextClass = try container.decodeIfPresent(String.self, forKey: .contextClass)
        methods = try container.decodeIfPresent([String].self, forKey: .methods)
        accessTokenHash = try container.decode(String.self, forKey: .accessTokenHash)
        requestID = try container.decodeIfPresent(String.self, forKey: .requestID)
        claims = try PersonClaims(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(subject, forKey: .subject)
        try container.encode(audience, forKey: .audience)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(issuedAt, forKey: .issuedAt)
        try container.encode(authenticatedAt, forKey: .authenticatedAt)
        try container.encodeIfPresent(nonce, forKey: .nonce)
        try container.encodeIfPresent(contextClass, forKey: .contextClass)
        try container.encodeIfPresent(methods, forKey: .methods)
        try container.encode(accessTokenHash, forKey: .accessTokenHash)
        try container.encodeIfPresent(requestID, forKey: .requestID)
        try claims.encode(to: encoder)
    }

    // As a hint it serves after its end too (CIBA Core 1.0, section 7.1), and nothing else takes one here.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

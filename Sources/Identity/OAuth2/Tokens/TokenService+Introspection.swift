import ParaphStorage
import ParaphWire
import ServerKit

/// What a token is worth (RFC 7662, section 2.2); of one that is worth nothing, only that.
struct TokenIntrospection: Codable, Hashable, Sendable {
    var active: Bool
    var scope: String?
    var clientID: String?
    var tokenType: String?
    /// Seconds since 1970, both.
    var expiresAt: Int64?
    var issuedAt: Int64?
    /// The client's own name for the person, where it may know who they are.
    var subject: String?
    var issuer: String?
    /// The key that its holder shows to hold (RFC 9449, section 6.2).
    var confirmation: Confirmation?

    /// How a key is named (RFC 7800, section 3.1).
    struct Confirmation: Codable, Hashable, Sendable {
        var jkt: String
    }

    static let inactive = TokenIntrospection(active: false)

    enum CodingKeys: String, CodingKey {
        case active, scope
        case clientID = "client_id"
        case tokenType = "token_type"
        case expiresAt = "exp"
        case issuedAt = "iat"
        case subject = "sub"
        case issuer = "iss"
        case confirmation = "cnf"
    }
}

extension TokenService {
    /// Tells a client what a token of its own is worth (RFC 7662); one that is unknown, over, revoked, or another client's, is worth nothing, and
    /// nothing tells these apart (section 4).
    ///
    /// - Throws: `invalid_client` for a public one, whose id any caller may show (section 2.1).
    func introspect(_ token: String, of client: ClientRecord) async throws -> TokenIntrospection {
        guard !client.isPublic else { throw OAuthError.invalidClient }
        let hash = SecretHash(of: token)
        return try await environment.database.read { [environment] tx in
            let now = environment.time.now()
            var answer = TokenIntrospection(active: true, clientID: client.id, issuer: environment.site.publicURL)
            let (personID, scopes): (String, Set<TokenScope>)
            if let session = try SessionStore.find(issued: hash, to: client.id, in: tx), session.expiresAt > now {
                (personID, scopes) = (session.personID, Set(session.scopes.map { TokenScope($0) }))
                answer.tokenType = session.keyThumbprint == nil ? "Bearer" : "DPoP"
                answer.confirmation = session.keyThumbprint.map { TokenIntrospection.Confirmation(jkt: $0) }
                (answer.expiresAt, answer.issuedAt) = (session.expiresAt.milliseconds / 1000, session.createdAt.milliseconds / 1000)
            } else if let refresh = try RefreshTokenStore.find(hash, in: tx), !refresh.isUsed, refresh.expiresAt > now,
                let grant = try GrantStore.find(refresh.grantID, client: client.id, in: tx)
            {
                (personID, scopes) = (grant.personID, grant.scopes)
                answer.expiresAt = refresh.expiresAt.milliseconds / 1000
                answer.confirmation = refresh.keyThumbprint.map { TokenIntrospection.Confirmation(jkt: $0) }
            } else {
                return .inactive
            }
            guard try PersonStore.status(of: personID, in: tx) == .active else { return .inactive }
            answer.scope = scopes.text
            if scopes.contains(.openid) { answer.subject = try SubjectStore.find(personID, client: client.id, in: tx) }
            return answer
        }
    }
}

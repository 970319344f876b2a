import HTTPTypes
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Tells clients of people what these allowed (OpenID Connect Core 1.0, section 5.3).
struct UserInfoService: Sendable {
    let environment: IdentityEnvironment

    private static let path = "/oauth2/userinfo"

    /// What tokens of the scope `openid` open.
    static let routes = [TokenRoute("GET", path), TokenRoute("POST", path)]

    /// How a program is told to prove itself (RFC 6750, section 3).
    private static let challenge = "Bearer error=\"invalid_token\""

    /// The claims about a person (section 5.1).
    struct Answer: Encodable, Hashable, Sendable {
        var sub: String
        var claims: PersonClaims

        enum CodingKeys: CodingKey { case sub }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(sub, forKey: .sub)
            try claims.encode(to: encoder)
        }
    }

    /// Adds the call, and what verifies tokens.
    func addRoutes(to router: Router<ParaphContext>) {
        for method in [HTTPRequest.Method.get, .post] {
            router.on(RouterPath(Self.path), method: method) { request, context in
                let response = try await context.answerProgram(challenge: Self.challenge, refusal: { OAuthError($0) }) {
                    try JSONBody.response(try await answer(request, context))
                }
                return try await CrossOriginAccess(environment: environment).open(response, to: request)
            }
        }
        router.get("/oauth2/jwks") { [environment] _, _ -> Response in
            var response = try JSONBody.response(try await SigningKeys(environment: environment).published())
            response.headers[.cacheControl] = "public, max-age=300"
            return CrossOriginAccess.open(response)
        }
    }

    /// Whose token comes in the header, or in a form (RFC 6750, section 2.2).
    private func principal(_ request: Request, _ context: ParaphContext) async throws -> Principal? {
        if let principal = context.principal { return principal }
        let mediaType = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard request.method == .post, request.headers[.authorization] == nil, mediaType == "application/x-www-form-urlencoded",
            let token = try OAuthParameters(try await request.bytes(upTo: Self.bodyLimit)).value("access_token")
        else { return nil }
        let found = try await SessionAuthenticator(environment: environment).principal(token: token)
        return found?.scopes.contains(.openid) == true ? found : nil
    }

    /// The most bytes of a form.
    private static let bodyLimit = 2000

    private func answer(_ request: Request, _ context: ParaphContext) async throws -> Answer {
        if let refusal = context.overLimit { throw refusal }
        guard let principal = try await principal(request, context) else {
            try await context.admitStranger()
            throw context.lacksScope ? OAuthError.wrongScope : .invalidToken
        }
        try await context.admit(principal)
        return try await environment.database.read { [environment] tx in
            guard let clientID = principal.clientID, let subject = try SubjectStore.find(principal.personID, client: clientID, in: tx),
                let person = try PersonStore.find(principal.personID, keys: environment.keys, in: tx)
            else { throw OAuthError.invalidToken }
            var wanted = PersonClaim.all(in: principal.scopes)
            if case .token(let id) = principal.credential { wanted.formUnion(try GrantStore.claims(ofToken: id, in: tx).userInfo) }
            return Answer(sub: subject, claims: try PersonClaims(wanted, of: person, keys: environment.keys, in: tx))
        }
    }
}

extension OAuthError {
    fileprivate static let invalidToken = OAuthError("invalid_token", "The access token is unknown, expired or revoked.", status: 401)

    fileprivate static let wrongScope = OAuthError("insufficient_scope", "The access token does not have the scope openid.", status: 403)
}

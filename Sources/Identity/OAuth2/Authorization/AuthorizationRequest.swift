import ParaphStorage
import ParaphWire
import ServerKit

/// What a client asks for, by sending a browser here (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
struct AuthorizationRequest: Sendable {
    let client: ClientRecord
    let answer: AuthorizationAnswer
    let scopes: Set<TokenScope>
    let challenge: String
    /// What the ID token repeats; 255 bytes at most.
    let nonce: String?
    /// The one key with which the code is exchanged (RFC 9449, section 10).
    let keyThumbprint: String?
    /// What it asks for claim by claim, with the scope `openid`.
    let claims: ClaimsRequest
    /// What the client says of the person's sign-in.
    var wish: AuthenticationWish
    /// What it is called that the client sent itself, before the browser came; it is used up by the decision.
    var pushed: SecretHash?

    /// What the person reads of before they allow it.
    var told: Set<TokenScope> { scopes.union(claims.scopes) }

    /// The most bytes of a query.
    static let queryLimit = 4000

    /// What a query turns out to be.
    enum Reading: Sendable {
        case request(AuthorizationRequest)
        /// It cannot be granted, and the client is told: the browser goes to this address.
        case refused(client: ClientRecord, location: String)
    }

    /// Reads a query; `known` is what clients may ask for.
    ///
    /// - Throws: a ``Problem`` for the person, where it is unknown whether the address to go back to is the client's.
    static func read(_ query: String, issuer: String, known: ScopeList, at now: Timestamp, in tx: any ReadTransaction) throws -> Reading {
        let (client, outer) = try sender(of: query, in: tx)
        var (parameters, pushed, askedAt) = (outer, SecretHash?.none, Timestamp?.none)
        if let hash = try pushedName(in: outer) {
            // What stands beside the name counts for nothing (RFC 9101, section 6.3).
            guard let request = try PushedRequestStore.find(hash, client: client.id, at: now, in: tx) else {
                throw Problem.endedAuthorization
            }
            (parameters, pushed, askedAt) = (try OAuthParameters(request.parameters.utf8), hash, request.createdAt)
        }
        // FAPI 2.0 Security Profile, section 5.3.2.2, number 9.
        guard pushed != nil || !client.followsFAPI else { throw Problem.unpushedAuthorization }
        guard let redirectURI = try redirectURI(of: parameters, for: client) else { throw Problem.wrongRedirect }
        var answer = AuthorizationAnswer(redirectURI: redirectURI, state: nil, issuer: issuer)
        do throws(OAuthError) {
            answer = AuthorizationAnswer(redirectURI: redirectURI, state: try parameters.value("state"), issuer: issuer)
            for name in ["request", "request_uri"] where try parameters.value(name) != nil {
                throw OAuthError("\(name)_not_supported", "Send the parameters in the query, or by pushed_authorization_request_endpoint.")
            }
            var request = try AuthorizationRequest(parameters, of: client, answer: answer, known: known, at: now)
            (request.pushed, request.wish.askedAt) = (pushed, askedAt ?? request.wish.askedAt)
            return .request(request)
        } catch {
            return .refused(client: client, location: answer.location(error))
        }
    }

    /// Reads parameters whose sender and way back are known.
    ///
    /// - Throws: an ``OAuthError`` of RFC 6749, section 4.1.2.1.
    init(_ parameters: OAuthParameters, of client: ClientRecord, answer: AuthorizationAnswer, known: ScopeList, at now: Timestamp)
        throws(OAuthError)
    {
        guard client.grants.contains(.authorizationCode) else { throw .unauthorizedClient }
        guard try parameters.required("response_type") == "code" else {
            throw OAuthError("unsupported_response_type", "response_type must be code.")
        }
        guard try parameters.value("response_mode") ?? "query" == "query" else {
            throw .invalidRequest("response_mode must be query, or left out.")
        }
        scopes = try known.read(try parameters.value("scope"))
        challenge = try Self.challenge(in: parameters)
        nonce = try parameters.value("nonce")
        guard nonce?.utf8.count ?? 0 <= 255 else { throw .invalidRequest("nonce may have 255 bytes.") }
        let asked = try parameters.value("claims")
        claims = if let asked, scopes.contains(.openid) { try ClaimsRequest(asked) } else { ClaimsRequest() }
        wish = try AuthenticationWish(parameters, claims: claims, at: now)
        keyThumbprint = try parameters.value("dpop_jkt")
        guard keyThumbprint.map({ Base64URL($0)?.bytes.count == 32 }) ?? true else {
            throw .invalidRequest("dpop_jkt must be the thumbprint of a key, 43 characters (RFC 7638).")
        }
        self.client = client
        self.answer = answer
    }

    private static func sender(of query: String, in tx: any ReadTransaction) throws -> (ClientRecord, OAuthParameters) {
        guard query.utf8.count <= queryLimit else { throw Problem.badAuthorization }
        let parameters: OAuthParameters
        let id: String?
        do {
            parameters = try OAuthParameters(query.utf8)
            id = try parameters.value("client_id")
            _ = try (parameters.value("redirect_uri"), parameters.value("request_uri"))
        } catch {
            throw Problem.badAuthorization
        }
        guard let id, let client = try ClientStore.find(id, in: tx), client.disabledAt == nil else { throw Problem.unknownClient }
        return (client, parameters)
    }

    /// What a query calls a request that was sent before; `nil` for one that comes with the query.
    private static func pushedName(in parameters: OAuthParameters) throws(OAuthError) -> SecretHash? {
        guard let name = try parameters.value("request_uri"), name.hasPrefix(PushedRequest.scheme) else { return nil }
        return SecretHash(of: name)
    }

    /// Where a browser goes back to, if that is the client's.
    static func redirectURI(of parameters: OAuthParameters, for client: ClientRecord) throws(OAuthError) -> String? {
        guard let shown = try parameters.value("redirect_uri") else { return nil }
        return client.redirectURIs.contains { client.followsFAPI ? $0.text == shown : $0.matches(shown) } ? shown : nil
    }

    private static func challenge(in parameters: OAuthParameters) throws(OAuthError) -> String {
        guard let challenge = try parameters.value("code_challenge") else {
            throw .invalidRequest("code_challenge is missing: PKCE is required (RFC 7636).")
        }
        guard try parameters.value("code_challenge_method") == "S256" else {
            throw .invalidRequest("code_challenge_method must be S256.")
        }
        guard Base64URL(challenge)?.bytes.count == 32 else {
            throw .invalidRequest("code_challenge must be a SHA-256 in base64url, 43 characters.")
        }
        return challenge
    }
}

extension Problem {
    /// Told to the person, who can do nothing but tell the program's makers.
    static let unknownClient = Problem(
        code: .unknownClient,
        title: "Nobody knows this program here",
        detail: "client_id is missing, or names no client that is registered here and enabled."
    )

    static let wrongRedirect = Problem(
        code: .wrongRedirect,
        title: "This address is not the program's",
        detail: "redirect_uri is missing, or is none of those that the client registered."
    )

    static let badAuthorization = Problem(
        code: .badAuthorization,
        title: "The program's request cannot be read",
        detail: "The query is longer than \(AuthorizationRequest.queryLimit) bytes, is no form, or repeats client_id or redirect_uri."
    )

    /// Told to the person, who can do nothing but tell the program's makers.
    static let unpushedAuthorization = Problem(
        code: .badAuthorization,
        title: "The program's request cannot be read",
        detail: "This client sends its requests to /oauth2/par first, as it was registered (FAPI 2.0)."
    )

    /// Told to the person, who can begin again at the program.
    static let endedAuthorization = Problem(
        code: .badAuthorization,
        title: "The program's request is over",
        detail: "request_uri was answered already, is older than \(PushedRequest.lifetime) seconds, or is none of this client's."
    )
}

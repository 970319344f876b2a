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
    var nonce: String?
    /// How long ago the person may have signed in, in seconds; `nil` where it does not matter.
    var maximumAge: Int64?

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
    static func read(_ query: String, issuer: String, known: ScopeList, in tx: any ReadTransaction) throws -> Reading {
        let (parameters, client, redirectURI) = try sender(of: query, in: tx)
        var answer = AuthorizationAnswer(redirectURI: redirectURI, state: nil, issuer: issuer)
        do throws(OAuthError) {
            answer = AuthorizationAnswer(redirectURI: redirectURI, state: try parameters.value("state"), issuer: issuer)
            for name in ["request", "request_uri"] where try parameters.value(name) != nil {
                throw OAuthError("\(name)_not_supported", "Send the parameters in the query.")
            }
            guard try parameters.required("response_type") == "code" else {
                throw OAuthError("unsupported_response_type", "response_type must be code.")
            }
            guard try parameters.value("response_mode") ?? "query" == "query" else {
                throw .invalidRequest("response_mode must be query, or left out.")
            }
            let scopes = try known.read(try parameters.value("scope"))
            let challenge = try challenge(in: parameters)
            var request = AuthorizationRequest(client: client, answer: answer, scopes: scopes, challenge: challenge)
            try request.readAuthentication(parameters)
            return .request(request)
        } catch {
            return .refused(client: client, location: answer.location(error))
        }
    }

    private static func sender(of query: String, in tx: any ReadTransaction) throws -> (OAuthParameters, ClientRecord, String) {
        guard query.utf8.count <= queryLimit else { throw Problem.badAuthorization }
        let parameters: OAuthParameters
        let shown: (client: String?, redirect: String?)
        do {
            parameters = try OAuthParameters(query.utf8)
            shown = (try parameters.value("client_id"), try parameters.value("redirect_uri"))
        } catch {
            throw Problem.badAuthorization
        }
        guard let id = shown.client, let client = try ClientStore.find(id, in: tx), client.disabledAt == nil else {
            throw Problem.unknownClient
        }
        guard let redirectURI = shown.redirect, client.redirectURIs.contains(where: { $0.matches(redirectURI) }) else {
            throw Problem.wrongRedirect
        }
        return (parameters, client, redirectURI)
    }

    /// What `prompt=login` takes for a sign-in that was made for it, in seconds.
    private static let loginAge: Int64 = 300

    /// Reads what is asked of the person's sign-in (OpenID Connect Core 1.0, section 3.1.2.1).
    private mutating func readAuthentication(_ parameters: OAuthParameters) throws(OAuthError) {
        nonce = try parameters.value("nonce")
        guard nonce?.utf8.count ?? 0 <= 255 else { throw .invalidRequest("nonce may have 255 bytes.") }
        if let text = try parameters.value("max_age") {
            guard let seconds = Int64(text), (0...1_000_000_000).contains(seconds) else {
                throw .invalidRequest("max_age must be a number of seconds.")
            }
            maximumAge = seconds
        }
        let prompts = (try parameters.value("prompt") ?? "").split(separator: " ")
        // People are asked each time.
        if prompts.contains("none") { throw OAuthError("interaction_required", "The person is asked each time.") }
        if prompts.contains("login") { maximumAge = min(maximumAge ?? Self.loginAge, Self.loginAge) }
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
}

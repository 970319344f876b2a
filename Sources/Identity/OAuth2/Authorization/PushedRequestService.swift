import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Takes requests from clients themselves, so that nothing of them lies in a browser's hands (RFC 9126).
struct PushedRequestService: Sendable {
    let environment: IdentityEnvironment

    /// What a client is told (RFC 9126, section 2.2).
    private struct Answer: Codable, Sendable {
        let requestURI: String
        /// Seconds.
        let expiresIn: Int64

        enum CodingKeys: String, CodingKey {
            case requestURI = "request_uri"
            case expiresIn = "expires_in"
        }
    }

    /// What is kept of a request: what is read of it later, and no word about whom it is meant for.
    private static let names = [
        "acr_values", "claims", "client_id", "code_challenge", "code_challenge_method", "dpop_jkt", "id_token_hint", "max_age", "nonce",
        "prompt",
        "redirect_uri",
        "response_mode", "response_type", "scope", "state",
    ]

    /// Looks at a request as if the browser brought it, and keeps it; the code is bound to a key that the client showed to hold (RFC 9449, section 10.1).
    ///
    /// - Throws: an ``OAuthError`` for what would be refused later (RFC 9126, section 2.3).
    func push(_ parameters: OAuthParameters, for client: ClientRecord, holding key: String?) async throws -> Response {
        for name in ["request", "request_uri"] where try parameters.value(name) != nil {
            throw OAuthError.invalidRequest("\(name) is not taken here: send the parameters in the form.")
        }
        guard let redirectURI = try AuthorizationRequest.redirectURI(of: parameters, for: client) else {
            throw OAuthError.invalidRequest("redirect_uri is missing, or is none of those that the client registered.")
        }
        let named = try parameters.value("dpop_jkt")
        guard key == nil || named == nil || key == named else {
            throw OAuthError.invalidProof("dpop_jkt names another key than the proof shows.")
        }
        let now = environment.time.now()
        let answer = AuthorizationAnswer(redirectURI: redirectURI, state: nil, issuer: environment.site.publicURL)
        let request = try AuthorizationRequest(parameters, of: client, answer: answer, known: environment.domains.scopes, at: now)
        var kept: [String] = []
        for name in Self.names {
            let shown = try parameters.value(name)
            let value =
                switch name {
                case "claims": try shown.map { _ in try request.claims.text }
                case "client_id": client.id
                case "dpop_jkt": shown ?? key
                default: shown
                }
            guard let value else { continue }
            kept.append("\(name)=\(PercentEncoding.encode(value))")
        }
        let uri = PushedRequest.scheme + Secret.random().text
        let pushed = PushedRequest(clientID: client.id, parameters: kept.joined(separator: "&"), createdAt: now)
        try await environment.database.write { try PushedRequestStore.insert(pushed, hash: SecretHash(of: uri), in: $0) }
        return try JSONBody.response(Answer(requestURI: uri, expiresIn: PushedRequest.lifetime), status: .created)
    }
}

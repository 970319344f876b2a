import ParaphStorage
import ParaphWire
import ServerKit

/// That a client wants the person to be signed out (OpenID Connect RP-Initiated Logout 1.0, section 2).
struct EndSessionRequest: Sendable {
    /// What tells who is meant, and by whom.
    let hint: String?
    private let clientID: String?
    private let redirectURI: String?
    private let state: String?

    /// What is known of a request once its hint was looked at.
    struct Standing: Hashable, Sendable {
        /// Who asks; `nil` where it does not say so, or not rightly.
        var clientName: String?
        /// Whom the hint names; `nil` for one that is none of ours, or another client's.
        var personID: String?
        /// Where the browser goes then; `nil` where the client did not register it.
        var location: String?
    }

    /// Reads a query; what cannot be read asks for nothing but that the person be signed out.
    init(_ query: String) {
        let parameters = query.utf8.count <= AuthorizationRequest.queryLimit ? try? OAuthParameters(query.utf8) : nil
        func value(_ name: String) -> String? { (try? parameters?.value(name)) ?? nil }
        hint = value("id_token_hint")
        clientID = value("client_id")
        redirectURI = value("post_logout_redirect_uri")
        state = value("state")
    }

    /// Looks at what is asked for; the token is what ``hint`` says, where it was signed here.
    ///
    /// A hint that is none of ours, or another client's than the request names, is worth nothing, and so is all that comes with it (section 4).
    func standing(_ token: IDToken?, issuer: String, in tx: any ReadTransaction) throws -> Standing {
        var standing = Standing()
        if hint != nil {
            guard let token, token.issuer == issuer, clientID == nil || clientID == token.audience else { return standing }
        }
        guard let id = token?.audience ?? clientID, let client = try ClientStore.find(id, in: tx), client.disabledAt == nil else {
            return standing
        }
        standing.clientName = client.name
        if let token { standing.personID = try SubjectStore.person(named: token.subject, client: client.id, in: tx) }
        if let redirectURI, client.logoutURIs.contains(where: { client.followsFAPI ? $0.text == redirectURI : $0.matches(redirectURI) }) {
            standing.location = location(redirectURI)
        }
        return standing
    }

    private func location(_ redirectURI: String) -> String {
        guard let state else { return redirectURI }
        let separator = redirectURI.contains("?") ? (redirectURI.hasSuffix("?") || redirectURI.hasSuffix("&") ? "" : "&") : "?"
        return "\(redirectURI)\(separator)state=\(PercentEncoding.encode(state))"
    }
}

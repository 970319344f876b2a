import ParaphWire
import ServerKit

/// What the browser carries back to a client (RFC 6749, section 4.1.2), with who says it (RFC 9207).
struct AuthorizationAnswer: Sendable {
    let redirectURI: String
    let state: String?
    let issuer: String

    /// Where the browser goes with a code.
    func location(code: String) -> String {
        location([("code", code)])
    }

    /// Where the browser goes with a refusal.
    func location(_ error: OAuthError) -> String {
        location([("error", error.code), ("error_description", error.description)])
    }

    private func location(_ parameters: [(name: String, value: String)]) -> String {
        let all = parameters + (state.map { [("state", $0)] } ?? []) + [("iss", issuer)]
        let query = all.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        let separator = redirectURI.contains("?") ? (redirectURI.hasSuffix("?") || redirectURI.hasSuffix("&") ? "" : "&") : "?"
        return redirectURI + separator + query
    }
}

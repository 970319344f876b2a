import ParaphWire
import ServerKit

extension OAuthError {
    static func invalidRequest(_ description: String) -> OAuthError { OAuthError("invalid_request", description) }

    static func invalidGrant(_ description: String) -> OAuthError { OAuthError("invalid_grant", description) }

    static let invalidClient = OAuthError(
        "invalid_client",
        "The client is unknown or disabled, or its secret is wrong.",
        status: 401
    )

    /// What is wrong with what a client signed to say who it is, for its developer.
    static func invalidAssertion(_ fault: ClientTokenFault) -> OAuthError {
        OAuthError("invalid_client", "client_assertion is refused. \(fault.words)", status: 401)
    }

    static let unauthorizedClient = OAuthError("unauthorized_client", "This client was not registered for this grant type.")

    /// A problem that came up under an OAuth call; `nil` where it is a fault of ours.
    init?(_ problem: Problem) {
        switch problem.status {
        case 400: self = .invalidRequest("The body is not a form in UTF-8.")
        case 413: self = OAuthError("invalid_request", "The body is too large.", status: 413)
        case 429, 503:
            self = OAuthError(
                "temporarily_unavailable",
                "Too many requests, or the server is busy; try again later.",
                status: problem.status,
                retryAfter: problem.retryAfter
            )
        default: return nil
        }
    }
}

import HTTPTypes
import Hummingbird
import ParaphWire
import ServerKit

/// A refusal in the form that OAuth's calls have (RFC 6749, sections 4.1.2.1 and 5.2).
struct OAuthError: Error, Hashable, Sendable {
    let status: Int
    let code: String
    /// A sentence for whoever writes the program; ASCII without quotes and backslashes.
    let description: String
    let retryAfter: Int?

    init(_ code: String, _ description: String, status: Int = 400, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
    }

    static func invalidRequest(_ description: String) -> OAuthError { OAuthError("invalid_request", description) }

    static func invalidGrant(_ description: String) -> OAuthError { OAuthError("invalid_grant", description) }

    static let invalidClient = OAuthError(
        "invalid_client",
        "The client is unknown or disabled, or its secret is wrong.",
        status: 401
    )

    static let unauthorizedClient = OAuthError("unauthorized_client", "This client was not registered for this grant type.")

    /// A fault of ours, in a word that RFC 6749 has in section 4.1.2.1 only.
    static func fault(_ requestID: String) -> OAuthError {
        OAuthError("server_error", "The server could not do this (\(requestID)).", status: 500)
    }

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

    private struct Body: Codable, Sendable {
        var error: String
        var errorDescription: String

        enum CodingKeys: String, CodingKey {
            case error
            case errorDescription = "error_description"
        }
    }

    /// The answer of a call that a program made.
    func response() throws -> Response {
        var response = try JSONBody.response(
            Body(error: code, errorDescription: description),
            status: HTTPResponse.Status(code: status)
        )
        response.headers[.cacheControl] = "no-store"
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if status == 401 { response.headers[.wwwAuthenticate] = "Basic realm=\"Paraph\"" }
        return response
    }
}

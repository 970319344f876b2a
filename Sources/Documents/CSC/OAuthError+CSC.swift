import ParaphWire
import ServerKit

/// Refusals as the Cloud Signature Consortium's API tells them (version 2, section 10): in OAuth's form, by words of its own.
extension OAuthError {
    static func request(_ description: String) -> OAuthError { OAuthError("invalid_request", description) }
    static func missing(_ kind: String, _ name: String) -> OAuthError { request("Missing (or invalid type) \(kind) parameter \(name)") }
    static func invalid(_ name: String) -> OAuthError { request("Invalid parameter \(name)") }
    static func denied(_ description: String) -> OAuthError { OAuthError("access_denied", description) }

    static let invalidToken = OAuthError("invalid_token", "The access token is missing, unknown, expired or revoked", status: 401)
    static let wrongToken = OAuthError(
        "unauthorized_client",
        "This takes the token of a program, with the scope service or csc",
        status: 403
    )

    /// The refusal of something that everything here has in common; `nil` where it is a fault of ours.
    init?(csc problem: Problem) {
        let description = [problem.title, problem.detail].compactMap(\.self).joined(separator: ": ")
        switch problem.status {
        case 429: self.init("temporarily_unavailable", description, status: 429, retryAfter: problem.retryAfter)
        case 503: self.init("temporarily_unavailable", description, status: 503, retryAfter: problem.retryAfter)
        case 401: self = .invalidToken
        case 403, 409: self.init("access_denied", problem.detail ?? problem.title)
        case 400: self.init("invalid_request", problem.fields?.first.map { "Invalid parameter \($0.name)" } ?? description)
        case 413, 415: self.init("invalid_request", description, status: problem.status)
        default: return nil
        }
    }
}

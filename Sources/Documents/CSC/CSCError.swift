import HTTPTypes
import Hummingbird
import ParaphWire
import ServerKit

/// A refusal as the Cloud Signature Consortium's API tells it (version 2, section 10).
struct CSCError: Error, Hashable {
    let status: Int
    /// One of the specification's words, such as `invalid_request`.
    let code: String
    let description: String
    var retryAfter: Int?

    init(_ code: String, _ description: String, status: Int = 400, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
    }

    static func request(_ description: String) -> CSCError { CSCError("invalid_request", description) }
    static func missing(_ kind: String, _ name: String) -> CSCError { request("Missing (or invalid type) \(kind) parameter \(name)") }
    static func invalid(_ name: String) -> CSCError { request("Invalid parameter \(name)") }
    static func denied(_ description: String) -> CSCError { CSCError("access_denied", description) }

    static let invalidToken = CSCError("invalid_token", "The access token is missing, unknown, expired or revoked", status: 401)
    static let wrongToken = CSCError(
        "unauthorized_client",
        "This takes the token of a program, with the scope service or csc",
        status: 403
    )

    /// The refusal of something that everything here has in common.
    init(_ problem: Problem, requestID: String) {
        let description = [problem.title, problem.detail].compactMap(\.self).joined(separator: ": ")
        switch problem.status {
        case 429: self.init("temporarily_unavailable", description, status: 429, retryAfter: problem.retryAfter)
        case 503: self.init("temporarily_unavailable", description, status: 503, retryAfter: problem.retryAfter)
        case 401: self = .invalidToken
        case 403, 409: self.init("access_denied", problem.detail ?? problem.title)
        case 400: self.init("invalid_request", problem.fields?.first.map { "Invalid parameter \($0.name)" } ?? description)
        case 413, 415: self.init("invalid_request", description, status: problem.status)
        default: self.init("server_error", "\(Problem.fault.title) (\(requestID))", status: 500)
        }
    }

    func response() throws -> Response {
        let answer = ["error": code, "error_description": description]
        var response = try JSONBody.response(answer, status: HTTPResponse.Status(code: status))
        if status == 401 { response.headers[.wwwAuthenticate] = "Bearer error=\"invalid_token\"" }
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}

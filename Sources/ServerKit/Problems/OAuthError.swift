import HTTPTypes
public import Hummingbird
public import ParaphWire

/// A refusal in the form that OAuth's calls have (RFC 6749, sections 4.1.2.1 and 5.2), and other APIs after them.
public struct OAuthError: Error, Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The machine's word for it.
    public let code: String
    /// A sentence for the client's developer; where OAuth itself answers, ASCII without quotes and backslashes.
    public let description: String
    /// The seconds after which the same request may be sent again.
    public let retryAfter: Int?

    /// Makes a refusal.
    public init(_ code: String, _ description: String, status: Int = 400, retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
    }

    /// A fault of ours, in a word that RFC 6749 has in section 4.1.2.1 only; the log tells of it under the request's id.
    public static func fault(_ requestID: String) -> OAuthError {
        OAuthError("server_error", "The server could not do this (\(requestID)).", status: 500)
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
    ///
    /// - Parameter challenge: How a program that did not prove itself is to do it (RFC 9110, section 11.6.1).
    /// - Returns: The refusal in JSON, which is not to be stored.
    /// - Throws: Where it cannot be written.
    public func response(challenge: String) throws -> Response {
        var response = try JSONBody.response(
            Body(error: code, errorDescription: description),
            status: HTTPResponse.Status(code: status)
        )
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if status == 401 { response.headers[.wwwAuthenticate] = challenge }
        return response
    }
}

extension ParaphContext {
    /// Answers a program in OAuth's form, whatever happens.
    ///
    /// - Parameters:
    ///   - challenge: How a program that did not prove itself is to do it.
    ///   - refusal: How a problem is told that came up; `nil` for one that is a fault of ours.
    ///   - work: Makes the answer.
    /// - Returns: What the work gave, or the refusal.
    /// - Throws: `CancellationError` alone.
    public func answerProgram(
        challenge: String,
        refusal: (Problem) -> OAuthError?,
        _ work: () async throws -> Response
    ) async throws -> Response {
        try await answerProgram(refusal: refusal, writing: { try $0.response(challenge: challenge) }, work)
    }

    /// Answers a program in a form of its own, whatever happens.
    ///
    /// - Parameters:
    ///   - refusal: How a problem is told that came up; `nil` for one that is a fault of ours.
    ///   - write: Writes the refusal.
    ///   - work: Makes the answer.
    /// - Returns: What the work gave, or the refusal.
    /// - Throws: `CancellationError` alone.
    public func answerProgram(
        refusal: (Problem) -> OAuthError?,
        writing write: (OAuthError) throws -> Response,
        _ work: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await work()
        } catch let error as OAuthError {
            return try write(error)
        } catch let error as CancellationError {
            throw error
        } catch {
            let problem = ProblemMiddleware.problem(for: error, context: self)
            return try write(refusal(problem) ?? .fault(requestID))
        }
    }
}

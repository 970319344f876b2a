/// One call of the native API: its method, its path and the types of its bodies, shared by server and clients.
///
/// Path parameters stand in braces: `/v1/challenges/{id}/answers`.
///
/// ```swift
/// let endpoint = IdentityEndpoints.answerChallenge
/// let path = endpoint.path(challenge.id)
/// ```
public struct Endpoint<Input: Codable & Sendable, Output: Codable & Sendable>: Sendable {
    /// The HTTP method in capitals.
    public let method: String
    /// The path with its parameters in braces.
    public let path: String

    /// Makes an endpoint.
    public init(_ method: String, _ path: String) {
        self.method = method
        self.path = path
    }

    /// The path with its parameters filled in, in order; each is percent-encoded where it needs to be.
    public func path(_ parameters: String...) -> String {
        var rest = parameters[...]
        return path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{"), let value = rest.popFirst() else { return String(part) }
            return PercentEncoding.encode(value)
        }.joined(separator: "/")
    }
}

/// A body without content.
public struct Nothing: Codable, Hashable, Sendable {
    public init() {}
}

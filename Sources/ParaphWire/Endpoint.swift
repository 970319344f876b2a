/// One call of the native API: its method, its path and the types of what goes in and comes out, shared by server and clients.
///
/// Path parameters stand in braces: `/v1/challenges/{id}/answers`. What goes in beside them is `Query`, members of the query and of headers,
/// and `Input`, the body; `Output` is the answer's body, each an ``EndpointBody``.
///
/// ```swift
/// let endpoint = IdentityEndpoints.answerChallenge
/// let path = endpoint.path(challenge.id)
/// ```
public struct Endpoint<Query: CallParameters, Input: EndpointBody, Output: EndpointBody>: Sendable {
    /// The HTTP method in capitals.
    public let method: String
    /// The path with its parameters in braces.
    public let path: String
    /// Whether callers without a session may call; all others are answered `unauthenticated` before anything of the request is read.
    public let isOpen: Bool

    /// Makes an endpoint.
    public init(_ method: String, _ path: String, isOpen: Bool = false) {
        self.method = method
        self.path = path
        self.isOpen = isOpen
    }

    /// The path with its parameters filled in, in order; each is percent-encoded where it needs to be.
    ///
    /// - Precondition: There is a value for each parameter, and no other.
    public func path(_ parameters: String...) -> String { filled(parameters) }

    /// The path with its parameters filled in, and the query.
    public func target(_ parameters: String..., query: Query) -> String { target(parameters: parameters, query: query) }

    /// The path with its parameters filled in, and the query.
    public func target(parameters: [String], query: Query) -> String {
        let path = filled(parameters)
        let whole = Query.members.first { $0.place == .wholeQuery }
        let text =
            whole?.write(query)
            ?? Query.members.filter { $0.place == .query }.compactMap { member in
                member.write(query).map { "\(PercentEncoding.encode(member.name))=\(PercentEncoding.encode($0))" }
            }.joined(separator: "&")
        return text.isEmpty ? path : "\(path)?\(text)"
    }

    /// The headers that a query's members are sent in, by their names.
    public func headers(_ query: Query) -> [String: String] {
        Query.members.filter { $0.place == .header }.reduce(into: [:]) { $0[$1.name] = $1.write(query) }
    }

    private func filled(_ parameters: [String]) -> String {
        precondition(parameters.count == path.count { $0 == "{" }, "\(path) takes a value for each parameter")
        var rest = parameters[...]
        return path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{"), let value = rest.popFirst() else { return String(part) }
            return PercentEncoding.encode(value)
        }.joined(separator: "/")
    }
}

/// Nothing: a body without content, or a call that takes no query.
public struct Nothing: Codable, Hashable, Sendable, CallParameters, WholeBody {
    /// None.
    public static let members: [Parameter<Nothing>] = []

    public init() {}
}

import HTTPTypes
import Hummingbird
public import ParaphWire

/// A route that takes tokens, with the scopes that open it.
public struct TokenRoute: Hashable, Sendable {
    /// The HTTP method in capitals.
    let method: String
    /// The path as the router has it, its parameters in braces.
    let path: String
    /// Any of these opens it.
    let scopes: Set<TokenScope>

    /// Opens a route by any of some scopes.
    public init(_ method: String, _ path: String, by scopes: Set<TokenScope>) {
        self.method = method
        self.path = RouterPath(path).description
        self.scopes = scopes
    }

    /// Opens an endpoint by any of some scopes.
    public init<Query, Input, Output>(_ endpoint: Endpoint<Query, Input, Output>, by scopes: Set<TokenScope>) {
        self.init(endpoint.method, endpoint.path, by: scopes)
    }
}

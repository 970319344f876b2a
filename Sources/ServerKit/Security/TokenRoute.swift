import HTTPTypes
import Hummingbird
public import ParaphWire

/// A route that takes tokens.
public struct TokenRoute: Hashable, Sendable {
    /// The HTTP method in capitals.
    public let method: String
    /// The path as the router has it, its parameters in braces.
    public let path: String

    /// Names a route.
    public init(_ method: String, _ path: String) {
        self.method = method
        self.path = RouterPath(path).description
    }

    /// Names an endpoint's route.
    public init<Query, Input, Output>(_ endpoint: Endpoint<Query, Input, Output>) {
        self.init(endpoint.method, endpoint.path)
    }
}

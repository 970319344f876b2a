public import HTTPTypes
public import Hummingbird
public import ParaphWire

extension RouterMethods where Context == ParaphContext {
    /// Answers an endpoint whose body is JSON.
    ///
    /// - `limit`: the most bytes of the body. An output of ``ParaphWire/Nothing`` is answered 204 without a body.
    public func on<Input: Codable & Sendable, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        status: HTTPResponse.Status = .ok,
        limit: Int = 65_536,
        use handler: @escaping @Sendable (Input, Request, ParaphContext) async throws -> Output
    ) {
        guard let method = HTTPRequest.Method(endpoint.method) else { return }
        on(RouterPath(endpoint.path), method: method) { request, context -> Response in
            let input: Input
            if let nothing = Nothing() as? Input {
                input = nothing
            } else {
                input = try await request.decoded(as: Input.self, limit: limit)
            }
            let output = try await handler(input, request, context)
            if Output.self == Nothing.self { return Response(status: .noContent) }
            return try JSONBody.response(output, status: status)
        }
    }
}

extension ParaphContext {
    /// A path parameter.
    ///
    /// - Throws: a `notFound` ``ParaphWire/Problem`` where it is absent or longer than any id.
    public func parameter(_ name: String) throws -> String {
        guard let value = parameters.get(name), !value.isEmpty, value.utf8.count <= 200 else { throw Problem.notFound() }
        return value
    }

    /// Who asks.
    ///
    /// - Throws: an `unauthenticated` ``ParaphWire/Problem`` for a stranger.
    public func requirePrincipal() throws -> Principal {
        guard let principal else { throw Problem.unauthenticated() }
        return principal
    }

    /// Who asks, by a session that the person opened by signing; tokens made by administrators do not do.
    public func requireSession() throws -> (principal: Principal, sessionID: String) {
        let principal = try requirePrincipal()
        guard let sessionID = principal.sessionID else { throw Problem.sessionRequired }
        return (principal, sessionID)
    }
}

public import HTTPTypes
public import Hummingbird
import NIOCore
public import ParaphWire

/// The calls of the native API, each by its ``ParaphWire/Endpoint``.
///
/// A caller without a session is answered 401 before anything of the request is read, but where the endpoint is open; then the query is read,
/// of which unknown members are refused, then the body.
extension RouterMethods where Context == ParaphContext {
    /// Answers an endpoint that takes no query.
    ///
    /// - `limit`: the most bytes of the body. An output of ``ParaphWire/Nothing`` is answered 204 without a body.
    public func on<Input: EndpointBody, Output: WholeBody>(
        _ endpoint: Endpoint<Nothing, Input, Output>,
        status: HTTPResponse.Status = .ok,
        limit: Int = 65_536,
        use handler: @escaping @Sendable (Input, Request, ParaphContext) async throws -> Output
    ) {
        on(endpoint, status: status, limit: limit) { _, input, request, context in try await handler(input, request, context) }
    }

    /// Answers an endpoint that takes a query or headers.
    public func on<Query, Input: EndpointBody, Output: WholeBody>(
        _ endpoint: Endpoint<Query, Input, Output>,
        status: HTTPResponse.Status = .ok,
        limit: Int = 65_536,
        use handler: @escaping @Sendable (Query, Input, Request, ParaphContext) async throws -> Output
    ) {
        answer(endpoint, limit: limit) { query, input, request, context in
            let output = try await handler(query, input, request, context)
            switch output {
            case is Nothing: return Response(status: .noContent)
            case let content as Content: return content.response
            case let value as any JSONContent: return try JSONBody.response(value, status: status)
            // No other type is a whole body.
            default: throw Problem.fault
            }
        }
    }

    /// Answers an endpoint by a response of the handler's own: where a session goes into a cookie, and for bodies that are written piece by piece.
    public func answer<Query, Input: EndpointBody, Output>(
        _ endpoint: Endpoint<Query, Input, Output>,
        limit: Int = 65_536,
        use handler: @escaping @Sendable (Query, Input, Request, ParaphContext) async throws -> Response
    ) {
        guard let method = HTTPRequest.Method(endpoint.method) else { return }
        on(RouterPath(endpoint.path), method: method) { request, context -> Response in
            if !endpoint.isOpen { _ = try context.requirePrincipal() }
            let query = try request.parameters(of: Query.self)
            return try await handler(query, try await request.input(limit: limit), request, context)
        }
    }
}

extension Request {
    /// The members of the query and of headers that a call takes.
    ///
    /// - Throws: a `malformed` ``ParaphWire/Problem`` that names a member of the query which is unknown, comes twice, or cannot be read.
    func parameters<Query: CallParameters>(of type: Query.Type) throws -> Query {
        var query = Query()
        var unread = Set(uri.queryParameters.map { String($0.key) })
        guard unread.count == uri.queryParameters.count || Query.members.contains(where: { $0.place == .wholeQuery }) else {
            throw Problem.malformed("A member of the query comes twice.")
        }
        for member in Query.members {
            let text: String?
            switch member.place {
            case .query:
                unread.remove(member.name)
                text = uri.queryParameters[member.name[...]].map { String($0) }
            case .header: text = HTTPField.Name(member.name).flatMap { headers[$0] }
            case .wholeQuery:
                unread = []
                text = uri.query
            }
            if let text, !member.read(text, &query) {
                throw Problem.invalid(member.name, .malformed, "is not of the type that this call takes")
            }
        }
        if let name = unread.min() {
            throw Problem.invalid(name, .unknown, "is not known to this call; remove it or correct its spelling")
        }
        return query
    }

    /// The body as a type of the wire.
    fileprivate func input<Input: EndpointBody>(limit: Int) async throws -> Input {
        if let nothing = Nothing() as? Input { return nothing }
        if let stream = ByteStream() as? Input { return stream }
        if Input.self == Content.self,
            let content = Content(mediaType: headers[.contentType] ?? "", bytes: try await bytes(upTo: limit)) as? Input
        {
            return content
        }
        if let type = Input.self as? any AbsentBody.Type, headers[.contentType] == nil, let absent = type.init() as? Input {
            await discardBody()
            return absent
        }
        guard let type = Input.self as? any JSONContent.Type, let value = try await decoded(as: type, limit: limit) as? Input else {
            // No other type is a body.
            throw Problem.fault
        }
        return value
    }
}

extension Content {
    /// The body as an answer, which is the caller's and not to be stored.
    fileprivate var response: Response {
        var response = Response(
            status: .ok,
            headers: [.contentType: mediaType, .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes))
        )
        if let fileName { response.headers[.contentDisposition] = "attachment; filename=\"\(fileName)\"" }
        if let orientation, let name = HTTPField.Name(Self.orientationHeader) { response.headers[name] = String(orientation) }
        return response
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

    /// The id of the person who asks, by a session that they opened by signing.
    public func requireSessionPersonID() throws -> String { try requireSession().principal.personID }
}

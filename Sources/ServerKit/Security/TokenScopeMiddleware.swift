import HTTPTypes
public import Hummingbird
import ParaphWire

/// Keeps tokens to the routes that name a scope of theirs; stands inside the authentication.
///
/// A route that names none takes no token, of an administrator or of a client: in the native API it refuses, elsewhere the token counts for
/// nothing. A dialect tells a lack of scope in its own form, by ``ParaphContext/lacksScope``.
public struct TokenScopeMiddleware: RouterMiddleware {
    private let scopes: [TokenRoute: Set<TokenScope>]

    /// Makes the middleware of the scopes that domains declare.
    public init(scopes: ScopeList) {
        self.scopes = scopes.byRoute
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        // Where there is no route, the caller is told so.
        guard let principal = context.principal, principal.isToken, let path = context.endpointPath else {
            return try await next(request, context)
        }
        let method = request.method == .head ? HTTPRequest.Method.get : request.method
        let wanted = scopes[TokenRoute(method.rawValue, path)] ?? []
        if !principal.scopes.isDisjoint(with: wanted) { return try await next(request, context) }
        if request.firstPathPart == "v1" { throw wanted.isEmpty ? Problem.sessionRequired : .insufficientScope(wanted) }
        var stranger = context
        stranger.principal = nil
        stranger.usesCookie = false
        stranger.lacksScope = true
        return try await next(request, stranger)
    }
}

extension Problem {
    /// 403: the person must be there, which no token says.
    static let sessionRequired = Problem.forbidden(
        .sessionRequired,
        "A token made by an administrator or issued to a program cannot do this; the person must sign in."
    )

    /// 403: the token is for other things (RFC 6750, section 3.1).
    static func insufficientScope(_ wanted: Set<TokenScope>) -> Problem {
        .forbidden(.insufficientScope, "This takes a token with the scope \(wanted.map(\.rawValue).sorted().joined(separator: " or ")).")
    }
}

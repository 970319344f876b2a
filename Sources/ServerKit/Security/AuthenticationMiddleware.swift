import HTTPTypes
public import Hummingbird

/// Turns a credential into who it stands for; Identity does.
public protocol Authenticator: Sendable {
    /// The principal of a bearer token or session cookie; `nil` where it is unknown, expired or revoked.
    func principal(token: String) async throws -> Principal?
}

/// Finds out who asks, by `Authorization: Bearer` (RFC 6750) or by the session cookie; strangers pass as strangers.
public struct AuthenticationMiddleware: RouterMiddleware {
    private let authenticator: any Authenticator
    private let cookie: SessionCookie

    /// Makes the middleware.
    public init(authenticator: any Authenticator, cookie: SessionCookie) {
        self.authenticator = authenticator
        self.cookie = cookie
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let header = request.headers[.authorization] {
            if header.lowercased().hasPrefix("bearer ") {
                try await signIn(&context, by: String(header.dropFirst(7)))
            }
        } else if let token = cookie.token(in: request) {
            try await signIn(&context, by: token)
            context.usesCookie = context.principal != nil
        }
        return try await next(request, context)
    }

    private func signIn(_ context: inout ParaphContext, by token: String) async throws {
        guard (16...512).contains(token.utf8.count), let principal = try await authenticator.principal(token: token) else { return }
        context.principal = principal
        context.isStillSignedIn = { [authenticator] in try await authenticator.principal(token: token) != nil }
    }
}

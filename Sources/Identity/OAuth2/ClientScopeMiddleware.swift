import HTTPTypes
public import Hummingbird
import ParaphWire
public import ServerKit

/// Keeps the tokens of clients to what programs are for; stands inside the authentication.
///
/// Such a token opens the Cloud Signature Consortium's API, which checks the token's scopes, and nothing of the person's own.
public struct ClientScopeMiddleware: RouterMiddleware {
    /// The first parts of the paths that clients' tokens are for.
    private static let open: Set<String> = ["csc", "oauth2"]

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        let isClient = context.principal?.clientID != nil
        if !isClient || Self.open.contains(request.firstPathPart) { return try await next(request, context) }
        throw Problem.forbidden("insufficientScope", "A program's token opens /csc/v2 only; the person must sign in for anything else.")
    }
}

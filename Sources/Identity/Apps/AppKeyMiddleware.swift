import HTTPTypes
public import Hummingbird
import ParaphWire
public import ServerKit

/// Asks apps on the native API for their key, in the header `Paraph-Api-Key`; stands inside the authentication.
///
/// Pages of our own web app and administrators' tokens need none. A session that was opened through an app goes with this app's key only.
public struct AppKeyMiddleware: RouterMiddleware {
    private let authenticator: AppAuthenticator

    init(authenticator: AppAuthenticator) {
        self.authenticator = authenticator
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        guard request.firstPathPart == "v1" else { return try await next(request, context) }
        var context = context
        if let key = request.headers[.apiKey] {
            guard let app = try await authenticator.app(key: key) else { throw Problem.appRefused }
            if let opened = context.principal?.appID, opened != app.id { throw Problem.appRefused }
            context.appID = app.id
            // Who has signed in counts alone, lest others with the same app use up what is theirs.
            if context.principal == nil { try await context.admit(.app(app.source, network: context.network)) }
        } else if context.principal?.appID != nil || !Self.needsNoKey(request, context) {
            throw Problem.apiKeyRequired
        }
        return try await next(request, context)
    }

    /// Whether the request comes from our own web app, as far as a browser can tell us, or with an administrator's token.
    private static func needsNoKey(_ request: Request, _ context: ParaphContext) -> Bool {
        if context.principal?.isToken == true { return true }
        return context.usesCookie || request.isFromOwnWebApp || request.isPictureOfOwnPage
    }
}

extension Problem {
    /// An app shows no key.
    static let apiKeyRequired = Problem(
        code: .apiKeyRequired,
        title: "Show your app's key",
        detail: "Send your app's API key in the header Paraph-Api-Key. A person registers an app under “For developers”; administrators do "
            + "by: paraph admin app create"
    )
}

extension HTTPField.Name {
    /// The key of the app that sends a request.
    static let apiKey = HTTPField.Name("Paraph-Api-Key") ?? .authorization
}

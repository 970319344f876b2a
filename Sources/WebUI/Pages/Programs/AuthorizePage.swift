import Hummingbird
import ParaphWire
import ServerKit

/// Asks whether a program may act for the person (RFC 6749, section 4.1.1).
struct AuthorizePage: Page {
    static let template = "authorize"
    static let isCompressed = false
    /// What a request without a client leads to is told to strangers too; they sign in for the question itself.
    static let needsSession = false

    let question: AuthorizationQuestion
    /// What may be done with what it asks for.
    let rights: [LocalizedText]
    let query: String
    let email: String

    static func load(_ visit: Visit) async throws -> AuthorizePage {
        if let refusal = visit.context.overLimit { throw refusal }
        let query = visit.request.uri.query ?? ""
        let question = try await visit.get(IdentityEndpoints.authorization, at: "\(IdentityEndpoints.authorization.path)?\(query)")
        if let location = question.location { throw Redirect.to(location) }
        guard visit.isSignedIn else { throw Redirect.to(SignInPage.path(next: visit.request.uri.string)) }
        return AuthorizePage(
            question: question,
            rights: question.scopes.flatMap { visit.domains.scopes[$0]?.rights ?? [] },
            query: query,
            email: try await visit.get(IdentityEndpoints.me).email
        )
    }

    var title: String { "authorize.title" }
    var scripts: [String] { ["Programs/authorize.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        [
            "asks": phrases["authorize.asks", ["client": question.clientName]],
            "rights": rights.map { $0[phrases.language] },
            "account": phrases["authorize.account", ["email": email]],
            "back": phrases["authorize.back", ["host": question.redirectHost]],
            "query": query,
        ]
    }
}

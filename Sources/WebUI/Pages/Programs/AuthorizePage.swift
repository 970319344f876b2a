import Hummingbird
import ParaphWire
import ServerKit

/// Asks whether a program may act for the person (RFC 6749, section 4.1.1).
struct AuthorizePage: Page {
    static let template = "authorize"
    static let isCompressed = false
    /// What a request without a client leads to is told to strangers too; they sign in for the question itself.
    static let needsSession = false

    static let path = "/oauth2/authorize"

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
        if let returnQuery = question.returnQuery, question.step == .signIn {
            // Who is signed in signs in once more, as for what a lost key cannot sign.
            throw Redirect.to(SignInPage.path(next: "\(path)?\(returnQuery)", isAgain: visit.isSignedIn))
        }
        guard visit.isSignedIn else { throw Redirect.to(SignInPage.path(next: visit.request.uri.string)) }
        if question.step == .goOn {
            let decision = AuthorizationDecision(query: query, isAllowed: true, isRemembered: true)
            throw Redirect.to(try await visit.post(IdentityEndpoints.authorize, decision).location)
        }
        return AuthorizePage(
            question: question,
            rights: question.scopes.flatMap { visit.domains.scopes[$0]?.rights ?? [] },
            query: query,
            email: try await visit.get(IdentityEndpoints.me).email
        )
    }

    /// Where a browser goes that brings a request as a form (OpenID Connect Core 1.0, section 3.1.2.1): the same address with it as its query.
    static func address(of form: [UInt8], at path: String = path) throws -> String {
        // Read and written again, so that nothing but a query comes of it.
        let fields = try FormBody.decode(form)
        return "\(path)?" + fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
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

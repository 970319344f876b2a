import Hummingbird
import ParaphWire
import ServerKit

/// Signs the person out because a program wants it (OpenID Connect RP-Initiated Logout 1.0): at once, or after asking.
struct EndSessionPage: Page {
    static let template = "end-session"
    static let isCompressed = false
    /// Who is signed out already is told so.
    static let needsSession = false

    static let path = "/oauth2/end-session"

    let question: EndSessionQuestion
    /// The account whose session it is; `nil` without one.
    let email: String?

    static func load(_ visit: Visit) async throws -> EndSessionPage {
        let query = visit.request.uri.query ?? ""
        let question = try await visit.get(IdentityEndpoints.endSession, at: "\(IdentityEndpoints.endSession.path)?\(query)")
        guard visit.isSignedIn, question.step != .over else {
            if let location = question.location { throw Redirect.to(location) }
            return EndSessionPage(question: question, email: nil)
        }
        return EndSessionPage(question: question, email: try await visit.get(IdentityEndpoints.me).email)
    }

    var title: String { email == nil ? "endSession.over" : "endSession.title" }
    var scripts: [String] { email == nil ? [] : ["Programs/end-session.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values: [String: Any] = [
            "goesOn": question.step == .goOn,
            "asks": question.clientName.map { phrases["endSession.asks", ["client": $0]] } ?? phrases["endSession.asksNameless"],
            "then": question.location ?? "/?stay",
        ]
        if let email { values["account"] = phrases["authorize.account", ["email": email]] }
        return values
    }
}

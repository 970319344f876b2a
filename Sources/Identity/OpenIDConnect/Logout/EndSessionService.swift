import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Tells the web app what comes of a client's wish that the person be signed out (OpenID Connect RP-Initiated Logout 1.0).
///
/// It ends nothing itself: the web app ends its session as the person's own button does, so that what the browser keeps goes too.
struct EndSessionService: Sendable {
    let environment: IdentityEnvironment

    /// Where browsers come with such a wish.
    static let path = "/oauth2/end-session"

    /// What comes of a query; the caller is `nil` without a session.
    ///
    /// The person is asked unless the hint names them (section 2): any page can send a browser here.
    func question(_ query: String, by caller: Principal?) async throws -> EndSessionQuestion {
        let request = EndSessionRequest(query)
        let token: IDToken? = if let hint = request.hint { try await SigningKeys(environment: environment).open(hint) } else { nil }
        let standing = try await environment.database.read { [issuer = environment.site.publicURL] tx in
            try request.standing(token, issuer: issuer, in: tx)
        }
        let step: EndSessionQuestion.Step =
            switch caller {
            case nil: .over
            case let caller?: caller.personID == standing.personID ? .goOn : .ask
            }
        return EndSessionQuestion(clientName: standing.clientName, step: step, location: standing.location)
    }

    /// Adds the call.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.endSession) { query, _, _, context in
            try await question(query.text ?? "", by: context.principal.flatMap { $0.sessionID == nil ? nil : $0 })
        }
    }
}

import HTTPTypes
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// A person's sessions.
struct SessionService: Sendable {
    let environment: IdentityEnvironment

    /// The sessions that live.
    func sessions(of principal: Principal) async throws -> [Session] {
        try await environment.database.read { [environment] tx in
            try PersonView.sessions(of: principal.personID, currentID: principal.sessionID, at: environment.time.now(), in: tx)
        }
    }

    /// Ends a session.
    func revoke(_ id: String, of personID: String, kind: ActivityKind) async throws {
        try await environment.database.write { [environment] tx in
            guard try SessionStore.revoke(id, of: personID, in: tx) else { throw Problem.notFound("session") }
            try ActivityStore.append(kind, of: personID, at: environment.time.now(), in: tx)
        }
    }

    /// Adds the calls about sessions.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.sessions) { _, _, context in
            Page(items: try await sessions(of: context.requirePrincipal()))
        }
        router.on(IdentityEndpoints.revokeSession) { _, _, context in
            try await revoke(context.parameter("id"), of: context.requireSessionPersonID(), kind: .sessionRevoked)
            return Nothing()
        }
        router.answer(IdentityEndpoints.signOut) { _, _, _, context in
            let (principal, sessionID) = try context.requireSession()
            try await revoke(sessionID, of: principal.personID, kind: .signedOut)
            var response = Response(status: .noContent)
            if context.usesCookie { response.headers[.setCookie] = SessionCookie(site: environment.site).cleared }
            return response
        }
    }
}

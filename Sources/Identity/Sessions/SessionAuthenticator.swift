import ParaphStorage
import ParaphWire
import ServerKit

/// Turns the tokens of the native API into principals; a session of Sign To Login's dialect opens nothing here.
struct SessionAuthenticator: Authenticator {
    let environment: IdentityEnvironment

    /// How long the note of a session's last use may lag behind, in seconds.
    private static let precision: Int64 = 3600

    func principal(token: String) async throws -> Principal? {
        let now = environment.time.now()
        let found = try await environment.database.read { try SessionStore.find(token: token, at: now, in: $0) }
        guard let session = found, session.kind != .app else { return nil }
        // A token that says something unknown here opens nothing: it is unknown what it was meant for.
        let scopes = Set(session.scopes.map { TokenScope($0) })
        guard scopes.allSatisfy(environment.domains.scopes.contains) else { return nil }
        if session.isUnheard { try await environment.database.write { try SessionStore.noteHeard(session.id, in: $0) } }
        if session.kind == .person, session.lastUsedAt.adding(seconds: Self.precision) <= now {
            try await environment.database.write { [settings = environment.settings] tx in
                try SessionStore.touch(session, settings: settings, at: now, in: tx)
            }
        }
        return Principal(
            personID: session.personID,
            credential: session.kind == .accessToken ? .token(id: session.id) : .session(id: session.id),
            deviceID: session.deviceID,
            appID: session.appID,
            scopes: scopes,
            clientID: session.clientID
        )
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// Turns the tokens of sessions into principals.
struct SessionAuthenticator: Authenticator {
    let environment: IdentityEnvironment

    /// How long the note of a session's last use may lag behind, in seconds.
    private static let precision: Int64 = 3600

    func principal(token: String) async throws -> Principal? {
        let now = environment.time.now()
        guard let session = try await environment.database.read({ try SessionStore.find(token: token, at: now, in: $0) }) else {
            return nil
        }
        if session.lastUsedAt.adding(seconds: Self.precision) <= now, session.kind != .accessToken {
            try await environment.database.write { [settings = environment.settings] tx in
                try SessionStore.touch(session, settings: settings, at: now, in: tx)
            }
        }
        return Principal(
            personID: session.personID,
            credential: session.kind == .accessToken ? .token(id: session.id) : .session(id: session.id),
            deviceID: session.deviceID,
            appID: session.appID,
            scopes: session.scopes
        )
    }
}

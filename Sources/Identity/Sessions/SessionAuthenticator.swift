import ParaphStorage
import ParaphWire
import ServerKit

/// Turns the tokens of the native API into principals; a session of Sign To Login's dialect opens nothing here.
struct SessionAuthenticator: Authenticator {
    let environment: IdentityEnvironment

    /// How long the note of a session's last use may lag behind, in seconds.
    private static let precision: Int64 = 3600

    func principal(token: String) async throws -> Principal? {
        // What is bound to a key opens nothing for who shows the token alone (RFC 9449, section 7.2).
        guard let session = try await session(token), session.keyThumbprint == nil else { return nil }
        return try await principal(of: session)
    }

    func principal(token: String, proof: TokenProof) async throws -> Principal? {
        guard let session = try await session(token), let key = session.keyThumbprint else { return nil }
        let now = environment.time.now()
        let shown: ProofOfPossession
        do throws(ClientTokenFault) {
            let url = environment.site.publicURL + proof.path
            shown = try ProofOfPossession(compact: proof.text, method: proof.method, url: url, accessToken: token, at: now)
        } catch {
            throw TokenProofRefusal("invalid_dpop_proof")
        }
        guard shown.thumbprint == key else { return nil }
        if let nonce = shown.nonce {
            let isOurs = try await environment.database.read { [keys = environment.keys] in
                try ProofNonce.isOurs(nonce, at: now, keys: keys, in: $0)
            }
            guard isOurs else { throw TokenProofRefusal("use_dpop_nonce", nonce: try await ProofNonce.current(in: environment)) }
        }
        guard try await environment.database.write({ try shown.use(in: $0) }) else { throw TokenProofRefusal("invalid_dpop_proof") }
        return try await principal(of: session)
    }

    func isGood(token: String) async throws -> Bool { try await session(token) != nil }

    private func session(_ token: String) async throws -> SessionRecord? {
        let now = environment.time.now()
        let found = try await environment.database.read { try SessionStore.find(token: token, at: now, in: $0) }
        guard let session = found, session.kind != .app else { return nil }
        // A token that says something unknown here opens nothing: it is unknown what it was meant for.
        let scopes = Set(session.scopes.map { TokenScope($0) })
        return scopes.allSatisfy(environment.domains.scopes.contains) ? session : nil
    }

    private func principal(of session: SessionRecord) async throws -> Principal {
        let now = environment.time.now()
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
            scopes: Set(session.scopes.map { TokenScope($0) }),
            clientID: session.clientID
        )
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// Asks people on behalf of clients, and sends the browser back with what they say.
struct AuthorizationService: Sendable {
    let environment: IdentityEnvironment

    private var issuer: String { environment.site.publicURL }

    /// What the person is asked.
    func question(_ query: String) async throws -> AuthorizationQuestion {
        try await environment.database.read { [issuer] tx in
            switch try AuthorizationRequest.read(query, issuer: issuer, in: tx) {
            case .refused(let client, let location):
                return AuthorizationQuestion(clientName: client.name, redirectHost: "", scopes: [], location: location)
            case .request(let request):
                return AuthorizationQuestion(
                    clientName: request.client.name,
                    redirectHost: RedirectURI.place(of: request.answer.redirectURI),
                    scopes: request.scopes.map(\.rawValue).sorted()
                )
            }
        }
    }

    /// Takes the person's decision, which holds for this once.
    func decide(_ decision: AuthorizationDecision, by personID: String) async throws -> AuthorizationOutcome {
        let code = Secret.random()
        return try await environment.database.write { [issuer, now = environment.time.now()] tx in
            switch try AuthorizationRequest.read(decision.query, issuer: issuer, in: tx) {
            case .refused(_, let location):
                return AuthorizationOutcome(location: location)
            case .request(let request) where decision.allow:
                try Self.allow(request, code: code.hash, by: personID, at: now, in: tx)
                return AuthorizationOutcome(location: request.answer.location(code: code.text))
            case .request(let request):
                let refusal = OAuthError("access_denied", "The person said no.")
                return AuthorizationOutcome(location: request.answer.location(refusal))
            }
        }
    }

    private static func allow(
        _ request: AuthorizationRequest,
        code: SecretHash,
        by personID: String,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        let end = now.adding(seconds: CodeRecord.lifetime)
        let grant = GrantRecord(
            clientID: request.client.id,
            personID: personID,
            scopes: request.scopes,
            createdAt: now,
            expiresAt: end
        )
        try GrantStore.insert(grant, in: tx)
        let record = CodeRecord(
            grantID: grant.id,
            redirectURI: request.answer.redirectURI,
            challenge: request.challenge,
            expiresAt: end
        )
        try CodeStore.insert(record, hash: code, in: tx)
        try ActivityStore.append(.clientAllowed, of: personID, at: now, appName: request.client.name, in: tx)
        try AuditStore.append(
            .clientAllowed,
            actor: personID,
            subject: request.client.id,
            details: ["grant": grant.id, "scope": grant.scopes.text],
            at: now,
            in: tx
        )
    }
}

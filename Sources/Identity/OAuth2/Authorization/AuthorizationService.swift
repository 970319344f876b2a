import ParaphStorage
import ParaphWire
import ServerKit

/// Asks people on behalf of clients, and sends the browser back with what they say.
struct AuthorizationService: Sendable {
    let environment: IdentityEnvironment

    private var issuer: String { environment.site.publicURL }
    private var known: ScopeList { environment.domains.scopes }

    /// What the person is asked.
    func question(_ query: String, in language: Language) async throws -> AuthorizationQuestion {
        try await environment.database.read { [issuer, known] tx in
            switch try AuthorizationRequest.read(query, issuer: issuer, known: known, in: tx) {
            case .refused(let client, let location):
                return AuthorizationQuestion(clientName: client.name, redirectHost: "", scopes: [], location: location)
            case .request(let request):
                return AuthorizationQuestion(
                    clientName: request.client.name,
                    redirectHost: RedirectURI.place(of: request.answer.redirectURI),
                    scopes: request.scopes.map(\.rawValue).sorted(),
                    rights: request.scopes.sorted { $0.rawValue < $1.rawValue }.flatMap { known[$0.rawValue]?.rights ?? [] }.map {
                        $0[language]
                    }
                )
            }
        }
    }

    /// Takes the person's decision, which holds for this once.
    func decide(_ decision: AuthorizationDecision, by caller: SessionCaller) async throws -> AuthorizationOutcome {
        let code = Secret.random()
        return try await environment.database.write { [environment, issuer, known] tx in
            let now = environment.time.now()
            return try StepUp(environment: environment).perform(.allowClient, by: caller, at: now, in: tx) { permit, telling in
                telling.isTold = false
                switch try AuthorizationRequest.read(decision.query, issuer: issuer, known: known, in: tx) {
                case .refused(_, let location):
                    return AuthorizationOutcome(location: location)
                case .request(let request) where decision.isAllowed:
                    guard let authentication = try SessionStore.authentication(of: caller.sessionID, personID: caller.personID, in: tx)
                    else { throw Problem.unauthenticated() }
                    if let age = request.maximumAge, authentication.at.adding(seconds: age) < now {
                        let refusal = OAuthError("login_required", "The person signed in too long ago; let them sign in again, then ask.")
                        return AuthorizationOutcome(location: request.answer.location(refusal))
                    }
                    // A person who signs in with a program every day reads of it, and has a mail about the first time.
                    let isNew = try allow(
                        request,
                        code: code.hash,
                        by: caller.personID,
                        authentication,
                        permit: permit,
                        at: now,
                        in: tx
                    )
                    (telling.isTold, telling.isMailed, telling.appName) = (true, isNew, request.client.name)
                    return AuthorizationOutcome(location: request.answer.location(code: code.text))
                case .request(let request):
                    let refusal = OAuthError("access_denied", "The person said no.")
                    return AuthorizationOutcome(location: request.answer.location(refusal))
                }
            }
        }
    }

    /// Lets a client act for a person.
    ///
    /// - Returns: whether it could not before.
    private func allow(
        _ request: AuthorizationRequest,
        code: SecretHash,
        by personID: String,
        _ authentication: AuthenticationEvent,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Bool {
        let end = now.adding(seconds: CodeRecord.lifetime)
        let grant = GrantRecord(
            clientID: request.client.id,
            personID: personID,
            scopes: request.scopes,
            createdAt: now,
            expiresAt: end
        )
        let isNew = try !GrantStore.isAllowed(request.client.id, by: personID, at: now, in: tx)
        try GrantStore.insert(grant, permit: permit, in: tx)
        let record = CodeRecord(
            grantID: grant.id,
            redirectURI: request.answer.redirectURI,
            challenge: request.challenge,
            nonce: request.nonce,
            authentication: authentication,
            expiresAt: end
        )
        try CodeStore.insert(record, of: grant, hash: code, permit: permit, in: tx)
        try AuditStore.append(
            .clientAllowed,
            actor: personID,
            subject: request.client.id,
            details: ["grant": grant.id, "scope": grant.scopes.text],
            at: now,
            in: tx
        )
        return isNew
    }
}

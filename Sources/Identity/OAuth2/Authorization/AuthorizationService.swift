import ParaphStorage
import ParaphWire
import ServerKit

/// Asks people on behalf of clients, and sends the browser back with what they say.
struct AuthorizationService: Sendable {
    let environment: IdentityEnvironment

    private var issuer: String { environment.site.publicURL }
    private var known: ScopeList { environment.domains.scopes }

    /// What the person is asked, or what comes before; the caller is `nil` where the person has not signed in.
    func question(_ query: String, by caller: SessionCaller?, in language: Language) async throws -> AuthorizationQuestion {
        let hinted = try await hinted(by: query)
        return try await environment.database.read { [environment, issuer, known] tx in
            let now = environment.time.now()
            let request: AuthorizationRequest
            switch try AuthorizationRequest.read(query, issuer: issuer, known: known, at: now, in: tx) {
            case .refused(let client, let location):
                return AuthorizationQuestion(clientName: client.name, redirectHost: "", scopes: [], location: location)
            case .request(let read): request = read
            }
            var question = AuthorizationQuestion(
                clientName: request.client.name,
                redirectHost: RedirectURI.place(of: request.answer.redirectURI),
                scopes: request.told.map(\.rawValue).sorted(),
                rights: request.told.sorted { $0.rawValue < $1.rawValue }.flatMap { known[$0.rawValue]?.rights ?? [] }.map {
                    $0[language]
                }
            )
            switch try hinted.standing(of: request, caller: caller, at: now, in: tx) {
            case .ask: break
            case .goOn: question.step = Open(.goOn)
            case .signIn:
                question.step = Open(.signIn)
                let asked = request.wish.askedAt ?? now
                let rest = query.split(separator: "&").filter { !$0.hasPrefix("\(AuthenticationWish.askedParameter)=") }
                question.returnQuery = (rest + ["\(AuthenticationWish.askedParameter)=\(asked.milliseconds)"]).joined(separator: "&")
            case .refused(let error): question.location = request.answer.location(error)
            }
            return question
        }
    }

    /// Takes the person's decision, and remembers a yes.
    func decide(_ decision: AuthorizationDecision, by caller: SessionCaller) async throws -> AuthorizationOutcome {
        let code = Secret.random()
        let hinted = try await hinted(by: decision.query)
        return try await environment.database.write { [environment, issuer, known] tx in
            let now = environment.time.now()
            return try StepUp(environment: environment).perform(.allowClient, by: caller, at: now, in: tx) { permit, telling in
                telling.isTold = false
                let request: AuthorizationRequest
                switch try AuthorizationRequest.read(decision.query, issuer: issuer, known: known, at: now, in: tx) {
                case .refused(_, let location): return AuthorizationOutcome(location: location)
                case .request(let read): request = read
                }
                guard decision.isAllowed else {
                    try request.pushed.map { try PushedRequestStore.delete($0, in: tx) }
                    let refusal = OAuthError("access_denied", "The person said no.")
                    return AuthorizationOutcome(location: request.answer.location(refusal))
                }
                // Signed in too long ago by now, or not allowed any more: the page looks again.
                let again = AuthorizationOutcome(location: "\(Self.path)?\(decision.query)")
                let authentication: AuthenticationEvent
                switch try hinted.standing(of: request, caller: caller, at: now, in: tx) {
                case .refused(let error): return AuthorizationOutcome(location: request.answer.location(error))
                case .signIn: return again
                case .ask where decision.isRemembered == true: return again
                case .goOn(let event, let consent) where decision.isRemembered == true:
                    try ClientConsentStore.use(consent, permit: permit, at: now, in: tx)
                    authentication = event
                case .ask(let event), .goOn(let event, _): authentication = event
                }
                // A person who signs in with a program every day reads of it, and has a mail about the first time.
                let isNew = try allow(request, code: code.hash, by: caller.personID, authentication, permit: permit, at: now, in: tx)
                if decision.isRemembered != true {
                    try ClientConsentStore.remember(
                        request.told,
                        client: request.client.id,
                        by: caller.personID,
                        permit: permit,
                        at: now,
                        in: tx
                    )
                }
                try request.pushed.map { try PushedRequestStore.delete($0, in: tx) }
                (telling.isTold, telling.isMailed, telling.appName) = (true, isNew, request.client.name)
                return AuthorizationOutcome(location: request.answer.location(code: code.text))
            }
        }
    }

    /// Where browsers come with a request.
    static let path = "/oauth2/authorize"

    /// Whom a request's hint names, by a token that was signed here.
    private enum Hinted: Sendable {
        case nobody
        case subject(String)
        case wrong

        func standing(of request: AuthorizationRequest, caller: SessionCaller?, at now: Timestamp, in tx: any ReadTransaction) throws
            -> AuthorizationStanding
        {
            switch self {
            case .nobody: try AuthorizationStanding(of: request, hinted: nil, caller: caller, at: now, in: tx)
            case .subject(let subject): try AuthorizationStanding(of: request, hinted: subject, caller: caller, at: now, in: tx)
            case .wrong: .refused(.invalidRequest("id_token_hint is no ID token that this client was given here."))
            }
        }
    }

    private func hinted(by query: String) async throws -> Hinted {
        let read = try await environment.database.read { [environment, issuer, known] tx in
            try AuthorizationRequest.read(query, issuer: issuer, known: known, at: environment.time.now(), in: tx)
        }
        guard case .request(let request) = read, let hint = request.wish.hint else { return .nobody }
        let token = try await SigningKeys(environment: environment).open(hint)
        guard let token, token.audience == request.client.id, token.issuer == issuer else { return .wrong }
        return .subject(token.subject)
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
        var grant = GrantRecord(
            clientID: request.client.id,
            personID: personID,
            scopes: request.scopes,
            createdAt: now,
            expiresAt: end
        )
        grant.claims = GrantedClaims(request.claims)
        let isNew = try !GrantStore.isAllowed(request.client.id, by: personID, at: now, in: tx)
        try GrantStore.insert(grant, permit: permit, in: tx)
        let record = CodeRecord(
            grantID: grant.id,
            redirectURI: request.answer.redirectURI,
            challenge: request.challenge,
            nonce: request.nonce,
            authentication: authentication,
            keyThumbprint: request.keyThumbprint,
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

import Crypto
import ParaphStorage
import ParaphWire
import ServerKit

/// Gives clients tokens for what people allowed them.
struct TokenService: Sendable {
    let environment: IdentityEnvironment
    /// The key that the caller showed to hold: tokens are good with it alone (RFC 9449, section 5).
    var keyThumbprint: String?

    /// How long an access token is good for, in seconds.
    static let accessLifetime: Int64 = 3600

    /// What becomes of a request; a refusal is kept with what it changed.
    enum Outcome: Sendable {
        /// An ID token goes with the tokens where the scope has `openid`.
        case issued(TokenAnswer, IDToken?)
        case refused(OAuthError)
    }

    /// What an ID token says of how the tokens came about.
    struct Occasion: Sendable {
        let event: AuthenticationEvent
        /// What the authorization request said.
        var nonce: String?
        /// What the client calls the request that the person approved on their device.
        var requestID: String?
    }

    /// Exchanges a code or a refresh token for tokens.
    ///
    /// - Throws: an ``OAuthError``.
    func token(_ parameters: OAuthParameters, for client: ClientRecord, patience: RequestWait.Patience? = nil) async throws -> TokenAnswer {
        let grantType = try parameters.required("grant_type")
        guard let type = ClientGrantType(rawValue: grantType) else {
            let names = ClientGrantType.allCases.map(\.rawValue).joined(separator: ", ")
            throw OAuthError("unsupported_grant_type", "grant_type must be one of \(names).")
        }
        guard client.grants.contains(type) else { throw OAuthError.unauthorizedClient }
        guard keyThumbprint != nil || !client.followsFAPI else {
            throw OAuthError.invalidProof("This client's tokens are bound to a key: send a proof in the header DPoP.")
        }
        let outcome =
            switch type {
            case .authorizationCode: try await redeem(parameters, for: client)
            case .refreshToken: try await refresh(parameters, for: client)
            case .ciba: try await redeemRequest(parameters, for: client, patience: patience)
            case .deviceCode: try await redeemDeviceCode(parameters, for: client)
            }
        switch outcome {
        case .issued(let answer, nil): return answer
        case .issued(var answer, let token?):
            answer.idToken = try await SigningKeys(environment: environment).sign(token, by: client.idTokenAlgorithm)
            return answer
        case .refused(let error): throw error
        }
    }

    private func redeem(_ parameters: OAuthParameters, for client: ClientRecord) async throws -> Outcome {
        let hash = SecretHash(of: try parameters.required("code"))
        let redirectURI = try parameters.required("redirect_uri")
        let verifier = try parameters.required("code_verifier")
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard let code = try CodeStore.find(hash, in: tx), let grant = try GrantStore.find(code.grantID, client: client.id, in: tx)
            else { return .refused(.invalidGrant("The code is unknown, or was given to another client.")) }
            guard code.redirectURI.utf8.elementsEqual(redirectURI.utf8) else {
                return .refused(.invalidGrant("redirect_uri is another than the code went to."))
            }
            guard Self.fits(verifier, code.challenge) else { return .refused(.invalidGrant("code_verifier does not fit code_challenge.")) }
            guard code.keyThumbprint == nil || code.keyThumbprint == keyThumbprint else {
                return .refused(.invalidGrant("The code is exchanged with the key that dpop_jkt named."))
            }
            // Only now: a code that leaked says nothing of who shows it, and must not let its bearer end what a person allowed.
            guard !code.isUsed else { return try Self.endReused(grant, of: client, at: now, in: tx) }
            guard code.expiresAt > now else { return .refused(.invalidGrant("The code is too old.")) }
            try CodeStore.markUsed(hash, at: now, in: tx)
            let occasion = Occasion(event: code.authentication, nonce: code.nonce)
            return try issue(for: grant, scopes: grant.scopes, to: client, by: occasion, at: now, in: tx)
        }
    }

    private func refresh(_ parameters: OAuthParameters, for client: ClientRecord) async throws -> Outcome {
        let shown = try parameters.required("refresh_token")
        let hash = SecretHash(of: shown)
        let known = environment.domains.scopes
        let scopes = try parameters.value("scope").map { text throws(OAuthError) in try known.read(text) }
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard let token = try RefreshTokenStore.find(hash, in: tx),
                let grant = try GrantStore.find(token.grantID, client: client.id, in: tx)
            else { return .refused(.invalidGrant("The refresh token is unknown or revoked.")) }
            // Before the rest: who does not hold the key has nothing to end.
            guard token.keyThumbprint == nil || token.keyThumbprint == keyThumbprint else {
                return .refused(.invalidGrant("The refresh token is used with the key that it was given for."))
            }
            guard !token.isUsed else { return try Self.endReused(grant, of: client, at: now, in: tx) }
            guard token.expiresAt > now else { return .refused(.invalidGrant("The refresh token is too old.")) }
            let scopes = scopes ?? grant.scopes
            guard grant.scopes.isSuperset(of: scopes) else {
                return .refused(OAuthError("invalid_scope", "The scope is wider than the person allowed."))
            }
            // No other can use the token of a client that proves itself, which may so ask again where an answer was lost.
            let isKept = !client.isPublic
            if !isKept { try RefreshTokenStore.markUsed(hash, at: now, in: tx) }
            return try issue(for: grant, scopes: scopes, to: client, keeping: isKept ? shown : nil, at: now, in: tx)
        }
    }

    /// Issues tokens while the person may sign in; the client may work as long as the grant is there.
    ///
    /// A refresh token that is kept is good for as long as a new one.
    func issue(
        for grant: GrantRecord,
        scopes: Set<TokenScope>,
        to client: ClientRecord,
        by occasion: Occasion? = nil,
        keeping kept: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Outcome {
        guard try PersonStore.status(of: grant.personID, in: tx) == .active else {
            return .refused(.invalidGrant("The person's account is closed."))
        }
        let settings = environment.settings
        let end = grant.createdAt.adding(seconds: settings.sessionDays * 86_400)
        let accessEnd = min(now.adding(seconds: Self.accessLifetime), end)
        guard accessEnd > now else { return .refused(.invalidGrant("What the person allowed is over; ask again.")) }
        var session = SessionRecord(
            personID: grant.personID,
            deviceID: nil,
            appID: nil,
            clientID: client.id,
            grantID: grant.id,
            kind: .accessToken,
            scopes: Set(scopes.map(\.rawValue)),
            createdAt: now,
            expiresAt: accessEnd,
            endsAt: accessEnd
        )
        session.keyThumbprint = keyThumbprint
        let access = try SessionStore.insert(session, permit: .grant(grant), in: tx)
        var refresh: String?
        var last = accessEnd
        if client.grants.contains(.refreshToken) {
            last = max(accessEnd, min(now.adding(seconds: settings.sessionIdleDays * 86_400), end))
            if let kept {
                try RefreshTokenStore.extend(SecretHash(of: kept), until: last, in: tx)
                refresh = kept
            } else {
                let next = Secret.random()
                let key = client.isPublic ? keyThumbprint : nil
                let record = RefreshTokenRecord(grantID: grant.id, keyThumbprint: key, expiresAt: last)
                try RefreshTokenStore.insert(record, hash: next.hash, in: tx)
                refresh = next.text
            }
        }
        try GrantStore.use(grant, permit: .grant(grant), at: now, until: last, in: tx)
        let details = ["grant": grant.id]
        try AuditStore.append(.clientTokenIssued, actor: client.id, subject: grant.personID, details: details, at: now, in: tx)
        let answer = TokenAnswer(
            accessToken: access.text,
            tokenType: keyThumbprint == nil ? "Bearer" : "DPoP",
            expiresIn: (accessEnd.milliseconds - now.milliseconds) / 1000,
            refreshToken: refresh,
            scope: scopes.text
        )
        guard scopes.contains(.openid) else { return .issued(answer, nil) }
        let subject = try SubjectStore.subject(of: grant.personID, client: client.id, in: tx)
        var token = occasion.map { occasion in
            IDToken(
                issuer: environment.site.publicURL,
                subject: subject,
                client: client.id,
                event: occasion.event,
                nonce: occasion.nonce,
                requestID: occasion.requestID,
                accessToken: access.text,
                at: now
            )
        }
        if !grant.claims.idToken.isEmpty, let person = try PersonStore.find(grant.personID, keys: environment.keys, in: tx) {
            token?.claims = try PersonClaims(grant.claims.idToken, of: person, keys: environment.keys, in: tx)
        }
        return .issued(answer, token)
    }

    /// A code or refresh token came again, so two parties have it and it is unknown which is the client (RFC 9700, section 4.14).
    static func endReused(_ grant: GrantRecord, of client: ClientRecord, at now: Timestamp, in tx: any WriteTransaction) throws
        -> Outcome
    {
        try GrantStore.delete(grant, permit: .grant(grant), in: tx)
        try ClientConsentStore.delete(of: grant.personID, client: client.id, in: tx)
        // The holder of the token may have asked the person for signatures.
        try ClientRequestStore.declineAll(of: grant.personID, client: Principal.program(ofClient: client.id), at: now, in: tx)
        try ActivityStore.append(.clientEnded, of: grant.personID, at: now, appName: client.name, in: tx)
        let details = ["grant": grant.id]
        try AuditStore.append(.clientTokenReused, actor: client.id, subject: grant.personID, details: details, at: now, in: tx)
        return .refused(.invalidGrant("This was used before; every token that came from it is revoked."))
    }

    /// Whether a verifier is what a challenge was made of (RFC 7636, section 4.6).
    private static func fits(_ verifier: String, _ challenge: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count) else { return false }
        return Base64URL(SHA256.hash(data: Array(verifier.utf8))).text == challenge
    }

    /// Revokes a token of a client (RFC 7009); one that is unknown, or another client's, is none.
    ///
    /// A refresh token ends the grant with its access tokens, and the last grant what was allowed for good and what the client still asks of the person; so does the last access token of a client without refresh tokens.
    func revoke(_ token: String, of client: ClientRecord) async throws {
        let hash = SecretHash(of: token)
        try await environment.database.write { [now = environment.time.now()] tx in
            var ended: String?
            if let refresh = try RefreshTokenStore.find(hash, in: tx) {
                ended = refresh.grantID
            } else if let session = try SessionStore.find(issued: hash, to: client.id, in: tx), let grantID = session.grantID {
                _ = try SessionStore.revoke(session.id, of: session.personID, in: tx)
                if try !RefreshTokenStore.hasUnused(grant: grantID, in: tx) { ended = grantID }
            }
            guard let ended, let grant = try GrantStore.find(ended, client: client.id, in: tx) else { return }
            try GrantStore.delete(grant, permit: .grant(grant), in: tx)
            if try !GrantStore.isThere(for: client.id, of: grant.personID, at: now, in: tx) {
                try ClientConsentStore.delete(of: grant.personID, client: client.id, in: tx)
                try ClientRequestStore.declineAll(of: grant.personID, client: Principal.program(ofClient: client.id), at: now, in: tx)
            }
            try ActivityStore.append(.clientEnded, of: grant.personID, at: now, appName: client.name, in: tx)
            let details = ["grant": grant.id]
            try AuditStore.append(.clientAccessEnded, actor: client.id, subject: grant.personID, details: details, at: now, in: tx)
        }
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// Asks people on their devices for clients that have them elsewhere: client-initiated backchannel authentication (CIBA Core 1.0).
struct BackchannelService: Sendable {
    let environment: IdentityEnvironment
    private let policy = RequestPolicy()

    init(environment: IdentityEnvironment) { self.environment = environment }

    /// How far apart a client's questions are to be, in seconds.
    static let pollSeconds: Int64 = 5

    /// What a client is told (section 7.3).
    struct Answer: Codable, Hashable, Sendable {
        let requestID: String
        /// Seconds, both.
        let expiresIn: Int64
        let interval: Int64
        /// What the client shows the person, who types it before they sign; for clients that can.
        let code: String?

        enum CodingKeys: String, CodingKey {
            case requestID = "auth_req_id"
            case expiresIn = "expires_in"
            case interval
            case code = "verification_code"
        }
    }

    /// Asks the person whom a client means.
    ///
    /// One who is unknown here, is locked out, has no device or signature, or never let a restricted client ask: of all these the client hears
    /// the same.
    /// - Throws: an ``OAuthError`` of section 13; a `tooMany` ``Problem``.
    func ask(_ parameters: OAuthParameters, for client: ClientRecord) async throws -> Answer {
        let delivery = try await environment.database.read { try ClientDeliveryStore.find(client.id, in: $0) }
        try Self.require(client)
        let signed = try parameters.value("request").map { text throws(OAuthError) in
            try SignedRequest(text, of: client, beside: parameters, site: environment.site, at: environment.time.now())
        }
        guard signed != nil || !delivery.signsRequests else {
            throw OAuthError.invalidRequest("This client was registered to sign what it asks: send it in request.")
        }
        let takesPings = delivery.notification != nil
        let wanted = try BackchannelRequest(
            signed?.parameters ?? parameters,
            known: environment.domains.scopes,
            takesPings: takesPings
        )
        let secret = Secret.random()
        let request = try await ask(wanted, for: client) { request, tx in
            guard try signed?.token.use(in: tx) ?? true else { throw OAuthError.invalidRequest("request was used before.") }
            let record = BackchannelRecord(requestID: request.id, clientID: client.id, pollSeconds: Self.pollSeconds)
            try BackchannelStore.insert(record, hash: secret.hash, in: tx)
            guard let token = wanted.notificationToken else { return }
            let ping = RequestDelivery.Ping(requestID: secret.text, token: token)
            let delivery = RequestDelivery(requestID: request.id, clientID: client.id, kind: .ping, ping: ping)
            try RequestDeliveryStore.insert(delivery, of: request.personID, keys: environment.keys, in: tx)
        }
        return Answer(requestID: secret.text, expiresIn: wanted.lifetime, interval: Self.pollSeconds, code: request.details.code)
    }

    /// Throws unless a client was registered for asking people on their devices.
    static func require(_ client: ClientRecord) throws(OAuthError) {
        guard client.grants.contains(.ciba), !client.isPublic else { throw .unauthorizedClient }
    }

    /// Puts a request before the person whom a client means, in whatever form it came; the caller writes what else is to be known of it in the same transaction.
    ///
    /// - Throws: an ``OAuthError`` of section 13; a `tooMany` ``Problem``.
    func ask(
        _ wanted: BackchannelRequest,
        for client: ClientRecord,
        keeping keep: @escaping @Sendable (ClientRequestRecord, any WriteTransaction) throws -> Void
    ) async throws -> ClientRequestRecord {
        let hinted = try await subject(of: wanted.hint, for: client)
        let isLetIn = try await isLetIn(wanted, about: hinted, for: client)
        let code = client.showsCode ? Self.code() : nil
        do {
            return try await environment.countingRefusals {
                try await environment.database.write { tx in
                    let request = try put(wanted, about: hinted, code: code, isLetIn: isLetIn, for: client, in: tx)
                    try keep(request, tx)
                    return request
                }
            }
        } catch let problem as Problem where problem.code == .requestsBlocked {
            throw OAuthError("access_denied", "The person takes no requests of this client.", status: 403)
        }
    }

    /// The client's own name for whom a token is about, which was given to it and to no other.
    private func subject(of hint: BackchannelRequest.Hint, for client: ClientRecord) async throws -> String? {
        guard case .token(let text) = hint else { return nil }
        let token = try await SigningKeys(environment: environment).open(text)
        guard let token, token.audience == client.id, token.issuer == environment.site.publicURL else {
            throw OAuthError.invalidRequest("id_token_hint is no ID token that this client was given here.")
        }
        return token.subject
    }

    /// Whether a client brought the code of the person whom it means; of one that brings none `false`, which is no refusal yet.
    ///
    /// A client that was registered to bring one is told the same of a wrong code as of a person who is not there.
    /// - Throws: `missing_user_code`, `invalid_user_code`.
    private func isLetIn(_ wanted: BackchannelRequest, about subject: String?, for client: ClientRecord) async throws -> Bool {
        guard try await environment.database.read({ try ClientDeliveryStore.find(client.id, in: $0).bringsUserCode }) else { return false }
        guard let code = wanted.userCode else { throw OAuthError("missing_user_code", "This client was registered to bring user_code.") }
        let isRight = try await environment.database.write { [environment] tx in
            guard let personID = try person(meantBy: wanted.hint, subject, for: client, in: tx) else { return false }
            let now = environment.time.now()
            return try RequestCodeStore.accepts(code, of: personID, from: client.id, at: now, keys: environment.keys, in: tx)
        }
        guard isRight else { throw OAuthError("invalid_user_code", "This is the code of nobody who is meant by this.") }
        return true
    }

    private func person(meantBy hint: BackchannelRequest.Hint, _ subject: String?, for client: ClientRecord, in tx: any ReadTransaction)
        throws
        -> String?
    {
        switch hint {
        case .login(let identifier): try PersonStore.find(identifier: identifier, keys: environment.keys, in: tx)?.id
        case .token: try subject.flatMap { try SubjectStore.person(named: $0, client: client.id, in: tx) }
        }
    }

    private func put(
        _ wanted: BackchannelRequest,
        about subject: String?,
        code: String?,
        isLetIn: Bool,
        for client: ClientRecord,
        in tx: any WriteTransaction
    ) throws -> ClientRequestRecord {
        let now = environment.time.now()
        // It may have been disabled since it showed its secret.
        guard let client = try ClientStore.find(client.id, in: tx), client.disabledAt == nil else { throw OAuthError.invalidClient }
        guard let personID = try person(meantBy: wanted.hint, subject, for: client, in: tx),
            try environment.canAnswer(personID, in: tx)
        else { throw Self.unknownUser }
        let isAllowed = try GrantStore.isAllowed(client.id, by: personID, at: now, in: tx)
        guard isAllowed || !client.isRestricted else { throw Self.unknownUser }
        guard try isAllowed || isLetIn || RequestCodeStore.setAt(of: personID, in: tx) == nil else { throw Self.unknownUser }
        let request = ClientRequestRecord(
            id: Identifier.random(),
            personID: personID,
            client: Principal.program(ofClient: client.id),
            kind: .signIn,
            details: ClientRequestRecord.Details(
                clientName: client.name,
                description: wanted.message,
                code: code,
                scopes: wanted.scopes.isEmpty ? nil : wanted.scopes.map(\.rawValue).sorted()
            ),
            createdAt: now,
            expiresAt: now.adding(seconds: wanted.lifetime)
        )
        // An answer in SignPass's formats leaves no grant, and a grant without refresh tokens is over within the hour.
        let isKnown = try isAllowed || ClientRequestStore.hasApproved(request.client, by: personID, in: tx)
        try environment.put(request, policy: policy, isAllowed: isKnown, in: tx)
        return request
    }

    private static let unknownUser = OAuthError("unknown_user_id", "Nobody who is meant by this can be asked.")

    /// Three digits, each number as likely as any other.
    private static func code() -> String {
        let digits = String(Int.random(in: 0...999))
        return String(repeating: "0", count: 3 - digits.count) + digits
    }
}

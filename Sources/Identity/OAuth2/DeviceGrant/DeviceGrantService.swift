import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Lets people allow access on another device to one that has no browser (RFC 8628).
struct DeviceGrantService: Sendable {
    let environment: IdentityEnvironment

    /// How long a person has, and how far apart a client's questions are to be, in seconds (section 3.2).
    private static let (lifetime, interval): (Int64, Int64) = (600, 5)
    /// Where people type the code.
    static let path = "/device"

    /// What a client is told (section 3.2).
    struct Answer: Codable, Hashable, Sendable {
        let deviceCode: String
        let userCode: String
        let verificationURI: String
        let verificationURIComplete: String
        /// Seconds, both.
        let expiresIn: Int64
        let interval: Int64

        enum CodingKeys: String, CodingKey {
            case deviceCode = "device_code"
            case userCode = "user_code"
            case verificationURI = "verification_uri"
            case verificationURIComplete = "verification_uri_complete"
            case expiresIn = "expires_in"
            case interval
        }
    }

    /// Begins.
    ///
    /// - Throws: an ``OAuthError``.
    func begin(_ parameters: OAuthParameters, for client: ClientRecord) async throws -> Answer {
        guard client.grants.contains(.deviceCode) else { throw OAuthError.unauthorizedClient }
        let scopes = try environment.domains.scopes.read(try parameters.value("scope"))
        let (secret, userCode) = (Secret.random(), UserCode.random())
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let record = DeviceGrantRecord(
                id: Identifier.random(),
                clientID: client.id,
                scopes: scopes,
                pollSeconds: Self.interval,
                createdAt: now,
                expiresAt: now.adding(seconds: Self.lifetime)
            )
            try environment.keys.create(holder: OneTimeCode.holder, in: tx)
            guard let hash = try userCode.hash(keys: environment.keys, in: tx) else {
                throw StorageError(.unexpectedValue, "the key of codes was neither there nor made")
            }
            try DeviceGrantStore.insert(record, code: secret.hash, userCode: hash, in: tx)
        }
        let address = environment.site.publicURL + Self.path
        return Answer(
            deviceCode: secret.text,
            userCode: userCode.text,
            verificationURI: address,
            verificationURIComplete: "\(address)?user_code=\(userCode.text)",
            expiresIn: Self.lifetime,
            interval: Self.interval
        )
    }

    /// What the person is asked who typed a code; it says what to compare, for the code may have come to them by a link of an attacker (section 5.4).
    ///
    /// - Throws: a `notFound` ``Problem``; a `tooMany` one after five codes that are none.
    func question(_ code: DeviceCode, by caller: SessionCaller, in language: Language) async throws -> AuthorizationQuestion {
        let known = environment.domains.scopes
        return try await look(code.userCode, by: caller) { record, client, _, _ in
            AuthorizationQuestion(
                clientName: client.name,
                redirectHost: "",
                scopes: record.scopes.map(\.rawValue).sorted(),
                rights: record.scopes.sorted { $0.rawValue < $1.rawValue }.flatMap { known[$0.rawValue]?.rights ?? [] }.map { $0[language] }
            )
        }
    }

    /// Takes the person's decision.
    ///
    /// - Throws: as ``question(_:by:in:)`` does.
    func decide(_ decision: DeviceDecision, by caller: SessionCaller) async throws {
        try await look(decision.userCode, by: caller) { [environment] found, client, now, tx in
            var record = found
            try StepUp(environment: environment).perform(.allowClient, by: caller, at: now, in: tx) { permit, telling in
                guard decision.isAllowed else {
                    telling.isTold = false
                    record.status = .declined
                    return try DeviceGrantStore.update(record, in: tx)
                }
                guard let authentication = try SessionStore.authentication(of: caller.sessionID, personID: caller.personID, in: tx) else {
                    throw Problem.unauthenticated()
                }
                let grant = GrantRecord(
                    clientID: client.id,
                    personID: caller.personID,
                    scopes: record.scopes,
                    createdAt: now,
                    expiresAt: record.expiresAt
                )
                telling.isMailed = try !GrantStore.isAllowed(client.id, by: caller.personID, at: now, in: tx)
                telling.appName = client.name
                try GrantStore.insert(grant, permit: permit, in: tx)
                (record.status, record.grantID, record.authentication) = (.approved, grant.id, authentication)
                try DeviceGrantStore.update(record, in: tx)
                let details = ["grant": grant.id, "scope": grant.scopes.text]
                try AuditStore.append(.clientAllowed, actor: caller.personID, subject: client.id, details: details, at: now, in: tx)
            }
        }
    }

    /// Does something with the request whose code a person typed; a wrong one is counted, and kept so.
    private func look<Value: Sendable>(
        _ text: String,
        by caller: SessionCaller,
        _ work: @Sendable @escaping (DeviceGrantRecord, ClientRecord, Timestamp, any WriteTransaction) throws -> Value
    ) async throws -> Value {
        let value: Value? = try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            try DeviceGuessStore.check(caller.personID, at: now, in: tx)
            guard let hash = try UserCode(text)?.hash(keys: environment.keys, in: tx),
                let record = try DeviceGrantStore.find(userCode: hash, at: now, in: tx),
                let client = try ClientStore.find(record.clientID, in: tx), client.disabledAt == nil
            else {
                try DeviceGuessStore.add(caller.personID, at: now, in: tx)
                return nil
            }
            return try work(record, client, now, tx)
        }
        guard let value else { throw Problem.notFound("code") }
        return value
    }

    /// Adds the calls of the person's own pages.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.deviceAuthorization) { code, _, context in
            try await question(code, by: context.requireCaller(), in: context.language)
        }
        router.on(IdentityEndpoints.authorizeDevice) { decision, _, context in
            try await decide(decision, by: context.requireCaller())
            return Nothing()
        }
    }
}

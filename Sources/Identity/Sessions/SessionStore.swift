import ParaphStorage
import ParaphWire
import ServerKit

/// A session, or a token made by an administrator; its secret is kept as a hash.
struct SessionRecord: Hashable, Sendable {
    let id: String
    let personID: String
    var deviceID: String?
    var appID: String?
    /// The client that holds the token, and what the person allowed it; `nil` for the person's own sessions and administrators' tokens.
    var clientID: String?
    var grantID: String?
    var kind: Kind
    /// What it opens; empty for a session of the person, which opens everything.
    var scopes: Set<String>
    let createdAt: Timestamp
    var lastUsedAt: Timestamp
    /// When it ends unless it is used before.
    var expiresAt: Timestamp
    /// When it ends however often it is used.
    let endsAt: Timestamp
    /// Until when it may enrol without an approval, because it proved the address.
    var enrolmentEndsAt: Timestamp?
    /// The factor that the person signed in with; `nil` for one that began otherwise.
    var method: StepUp.Method?
    /// The key that a client shows to hold with each use of the token (RFC 9449, section 6); `nil` for one that its bearer may use.
    var keyThumbprint: String?
    /// Whether the answer with its token may have been lost: it was not used yet.
    var isUnheard = false

    enum Kind: String, Sendable {
        /// Opened by the person with a signature or a confirmed registration.
        case person
        /// Opened by an app over Sign To Login's dialect; opens that dialect only.
        case app
        /// Made by an administrator, or issued to a client; can neither enrol, approve nor sign.
        case accessToken
    }

    init(row: Row) throws {
        id = try row.get("id")
        personID = try row.get("personId")
        deviceID = try row.find("deviceId")
        appID = try row.find("appId")
        clientID = try row.find("clientId")
        grantID = try row.find("grantId")
        kind = try row.choice("kind")
        scopes = Set(try row.get("scopes", as: String.self).split(separator: " ").map(String.init))
        createdAt = try row.timestamp("createdAt")
        lastUsedAt = try row.timestamp("lastUsedAt")
        expiresAt = try row.timestamp("expiresAt")
        endsAt = try row.timestamp("endsAt")
        enrolmentEndsAt = try row.timestampIfAny("enrolmentEndsAt")
        method = try row.choiceIfAny("method")
        keyThumbprint = try row.find("keyThumbprint")
        isUnheard = try row.find("unheardOf", as: SecretHash.self) != nil
    }

    init(
        personID: String,
        deviceID: String?,
        appID: String?,
        clientID: String? = nil,
        grantID: String? = nil,
        kind: Kind,
        scopes: Set<String>,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        endsAt: Timestamp,
        enrolmentEndsAt: Timestamp? = nil
    ) {
        id = Identifier.random()
        self.personID = personID
        self.deviceID = deviceID
        self.appID = appID
        self.clientID = clientID
        self.grantID = grantID
        self.kind = kind
        self.scopes = scopes
        self.createdAt = createdAt
        lastUsedAt = createdAt
        self.expiresAt = expiresAt
        self.endsAt = endsAt
        self.enrolmentEndsAt = enrolmentEndsAt
    }
}

extension SessionRecord {
    /// The acts of which one has to have happened.
    fileprivate var openedBy: Set<ProtectedAct> {
        switch kind {
        // It may enrol without an approval.
        case .person where enrolmentEndsAt != nil: [.firstDevice]
        case .person: [.signIn, .firstDevice, .recoverDevice]
        case .app: [.allowAppSignature]
        case .accessToken: [.makeToken]
        }
    }
}

/// The rows of sessions.
enum SessionStore {
    /// Opens a session; it lives 30 days without being used and 90 at most, as the settings say.
    ///
    /// - Returns: the session, and its token, which is told once.
    /// - Throws: ``Problem/approvalRequired`` where an administrator closed the account.
    static func open(
        personID: String,
        deviceID: String? = nil,
        appID: String? = nil,
        enrolmentEndsAt: Timestamp? = nil,
        method: StepUp.Method? = nil,
        permit: borrowing StepUp.Permit,
        settings: IdentitySettings,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> (session: SessionRecord, token: Secret) {
        guard try PersonStore.status(of: personID, in: tx) == .active else { throw Problem.approvalRequired }
        var session = SessionRecord(
            personID: personID,
            deviceID: deviceID,
            appID: appID,
            kind: .person,
            scopes: [],
            createdAt: now,
            expiresAt: now.adding(seconds: settings.sessionIdleDays * 86_400),
            endsAt: now.adding(seconds: settings.sessionDays * 86_400),
            enrolmentEndsAt: enrolmentEndsAt
        )
        session.method = method
        return (session, try insert(session, permit: permit, in: tx))
    }

    /// Opens a session on a device of a person, as it is told to that device.
    ///
    /// Where `appID` names the app through which it is opened, it goes with that app's key only, and ends when the app is disabled.
    ///
    /// - Throws: an `appRefused` ``Problem`` where the app was disabled meanwhile.
    static func grant(
        to personID: String,
        deviceID: String,
        appID: String? = nil,
        enrolmentEndsAt: Timestamp? = nil,
        method: StepUp.Method? = nil,
        permit: borrowing StepUp.Permit,
        settings: IdentitySettings,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> SessionGrant {
        if let appID { try AppAuthenticator.requireEnabled(appID, in: tx) }
        let (session, token) = try open(
            personID: personID,
            deviceID: deviceID,
            appID: appID,
            enrolmentEndsAt: enrolmentEndsAt,
            method: method,
            permit: permit,
            settings: settings,
            at: now,
            in: tx
        )
        return SessionGrant(
            token: token.text,
            personId: personID,
            deviceId: deviceID,
            expiresAt: session.expiresAt,
            isEnrolled: try TemplateStore.find(TemplatePlace(personID: personID), in: tx) != nil
        )
    }

    /// Keeps a session under the hash of a new token.
    static func insert(_ session: SessionRecord, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws -> Secret {
        let token = Secret.random()
        try insert(session, tokenHash: token.hash, permit: permit, in: tx)
        return token
    }

    /// Keeps a session under the hash of a token of another form.
    static func insert(_ session: SessionRecord, tokenHash: SecretHash, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws
    {
        try permit.check(session.openedBy, of: session.personID)
        try tx.execute(
            """
            INSERT INTO session
                (id, tokenHash, personId, deviceId, appId, clientId, grantId, kind, scopes, createdAt, lastUsedAt, expiresAt, endsAt,
                enrolmentEndsAt, method, keyThumbprint)
            VALUES (\(session.id), \(tokenHash), \(session.personID), \(session.deviceID), \(session.appID), \(session.clientID),
                \(session.grantID), \(session.kind.rawValue), \(session.scopes.sorted().joined(separator: " ")), \(session.createdAt),
                \(session.lastUsedAt), \(session.expiresAt), \(session.endsAt), \(session.enrolmentEndsAt), \(session.method?.rawValue),
                \(session.keyThumbprint))
            """
        )
        try ChangeLog.note(.session, session.id, for: [session.personID], in: tx)
    }

    /// The unexpired session of a token, if its person may sign in at all; never one of Sign To Login's, which open that dialect only.
    static func find(token: String, at now: Timestamp, in tx: any ReadTransaction) throws -> SessionRecord? {
        try tx.first(
            """
            SELECT session.* FROM session JOIN person ON person.id = session.personId
            WHERE session.tokenHash = \(SecretHash(of: token)) AND session.expiresAt > \(now) AND person.status = 'active'
                AND session.kind <> 'app'
            """
        ).map(SessionRecord.init)
    }

    /// Until when a session may enrol without an approval; `nil` for one that did not prove the address.
    static func enrolmentEnd(of id: String, personID: String, in tx: any ReadTransaction) throws -> Timestamp? {
        try tx.first("SELECT enrolmentEndsAt FROM session WHERE id = \(id) AND personId = \(personID)")?
            .timestampIfAny("enrolmentEndsAt")
    }

    /// When and by what a person signed in whose session it is; `nil` where it ended.
    static func authentication(of id: String, personID: String, in tx: any ReadTransaction) throws -> AuthenticationEvent? {
        try tx.first("SELECT createdAt, method FROM session WHERE id = \(id) AND personId = \(personID)").map { row in
            AuthenticationEvent(at: try row.timestamp("createdAt"), method: try row.choiceIfAny("method"))
        }
    }

    /// Whether a person's session has not ended.
    static func isOpen(_ id: String, of personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM session WHERE id = \(id) AND personId = \(personID) AND expiresAt > \(now)") != nil
    }

    /// The access token with a hash, if it was issued to a client.
    static func find(issued hash: SecretHash, to clientID: String, in tx: any ReadTransaction) throws -> SessionRecord? {
        try tx.first("SELECT * FROM session WHERE tokenHash = \(hash) AND clientId = \(clientID)").map(SessionRecord.init)
    }

    /// The sessions and tokens of a person that still live, newest first.
    static func list(of personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> [SessionRecord] {
        try tx.rows("SELECT * FROM session WHERE personId = \(personID) AND expiresAt > \(now) ORDER BY createdAt DESC, id")
            .map(SessionRecord.init)
    }

    /// Notes that a session was used, and moves its end; at most once an hour, so that reading does not become writing.
    static func touch(_ session: SessionRecord, settings: IdentitySettings, at now: Timestamp, in tx: any WriteTransaction) throws {
        let end = min(now.adding(seconds: settings.sessionIdleDays * 86_400), session.endsAt)
        try tx.execute("UPDATE session SET lastUsedAt = \(now), expiresAt = \(end) WHERE id = \(session.id) AND expiresAt > \(now)")
    }

    /// Ends a session of a person.
    ///
    /// - Returns: whether there was one.
    static func revoke(_ id: String, of personID: String, in tx: any WriteTransaction) throws -> Bool {
        try end("id = \(id) AND personId = \(personID)", in: tx) > 0
    }

    /// Ends the session of a token, if it is one that a person opened.
    static func revoke(token: String, in tx: any WriteTransaction) throws {
        try end("tokenHash = \(SecretHash(of: token)) AND kind = 'person'", in: tx)
    }

    /// Deletes sessions whose time is over, the oldest first, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try end("id IN (SELECT id FROM session WHERE expiresAt <= \(now) ORDER BY expiresAt, id LIMIT \(limit))", in: tx)
    }

    /// Ends every session of a person, but for one.
    static func revokeAll(of personID: String, except id: String? = nil, in tx: any WriteTransaction) throws {
        try end("personId = \(personID) AND id <> \(id ?? "")", in: tx)
    }

    /// Ends every session of a device.
    static func revokeAll(device deviceID: String, in tx: any WriteTransaction) throws {
        try end("deviceId = \(deviceID)", in: tx)
    }

    /// Ends every session of a person that was opened through an app.
    static func revokeAll(of personID: String, app appID: String, in tx: any WriteTransaction) throws {
        try end("personId = \(personID) AND appId = \(appID)", in: tx)
    }

    /// Ends every session of a person that an app was given by Sign To Login's dialect.
    static func revokeAll(of personID: String, openedInDialectBy appID: String, in tx: any WriteTransaction) throws {
        try end("personId = \(personID) AND appId = \(appID) AND kind = 'app'", in: tx)
    }

    /// Ends the oldest sessions of a person that an app was given by Sign To Login's dialect, beyond those that may be open beside a new one.
    static func dropOldest(of personID: String, openedInDialectBy appID: String, beside new: String, in tx: any WriteTransaction) throws {
        try end(
            """
            id IN (
                SELECT id FROM session WHERE personId = \(personID) AND appId = \(appID) AND kind = 'app' AND id <> \(new)
                ORDER BY createdAt DESC, id LIMIT 100 OFFSET \(dialectLimit - 1))
            """,
            in: tx
        )
    }

    /// How many sessions of a person an app may have by Sign To Login's dialect.
    static let dialectLimit = 20

    /// Ends every session that was opened through an app, because it was disabled or deleted.
    static func revokeAll(app appID: String, in tx: any WriteTransaction) throws {
        try end("appId = \(appID)", in: tx)
    }

    /// Ends every access token of a client, because it was disabled.
    static func revokeAll(client clientID: String, in tx: any WriteTransaction) throws {
        try end("clientId = \(clientID)", in: tx)
    }

    /// Ends every access token of some grants, which would go with them, and their people would not be told.
    static func revokeAll(ofGrants condition: SQL, in tx: any WriteTransaction) throws {
        try end("grantId IN (SELECT id FROM oauthGrant WHERE \(condition))", in: tx)
    }

    /// Ends some sessions with what was handed over in them, and tells whose they are.
    ///
    /// - Returns: how many there were.
    @discardableResult
    private static func end(_ condition: SQL, in tx: any WriteTransaction) throws -> Int {
        // They would go with their sessions, and their people would not be told.
        try HandOverStore.delete("sessionId IN (SELECT id FROM session WHERE \(condition))", in: tx)
        return try ChangeLog.note(
            .session,
            changedBy: "DELETE FROM session WHERE \(condition) RETURNING id, personId",
            isRemoved: true,
            in: tx
        )
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// What a person allowed a client in the browser, so that they are not asked for the same again (OpenID Connect Core 1.0, section 3.1.2.4).
///
/// It holds until the person ends it, the client gives its last tokens back, one of them comes twice, or a year went by without a use.
struct ClientConsent: Hashable, Sendable {
    let clientID: String
    let personID: String
    var scopes: Set<TokenScope>
    let givenAt: Timestamp
    var lastUsedAt: Timestamp

    /// How long one holds that is not used, in seconds.
    static let lifetime: Int64 = 365 * 86_400

    var expiresAt: Timestamp { lastUsedAt.adding(seconds: Self.lifetime) }

    init(clientID: String, personID: String, scopes: Set<TokenScope>, at now: Timestamp) {
        (self.clientID, self.personID, self.scopes, givenAt, lastUsedAt) = (clientID, personID, scopes, now, now)
    }

    fileprivate init(row: Row) throws {
        clientID = try row.get("clientId")
        personID = try row.get("personId")
        scopes = Set(words: try row.get("scopes"))
        givenAt = try row.timestamp("givenAt")
        lastUsedAt = try row.timestamp("lastUsedAt")
    }
}

/// The rows of what people allowed clients for good.
enum ClientConsentStore {
    /// What a person allowed a client, where it is not over.
    static func find(_ clientID: String, by personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> ClientConsent? {
        try tx.first("SELECT * FROM oauthConsent WHERE clientId = \(clientID) AND personId = \(personID) AND expiresAt > \(now)")
            .map(ClientConsent.init)
    }

    /// What a person allowed, with the names of the clients.
    static func all(of personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> [(
        consent: ClientConsent, clientName: String
    )] {
        let rows = try tx.rows(
            """
            SELECT oauthConsent.*, oauthClient.name AS clientName
            FROM oauthConsent JOIN oauthClient ON oauthClient.id = oauthConsent.clientId
            WHERE oauthConsent.personId = \(personID) AND oauthConsent.expiresAt > \(now)
            ORDER BY oauthConsent.givenAt DESC, oauthConsent.clientId
            """
        )
        return try rows.map { (try ClientConsent(row: $0), try $0.get("clientName")) }
    }

    /// Remembers that a person allowed a client some scopes now, besides what they allowed it before.
    static func remember(
        _ scopes: Set<TokenScope>,
        client clientID: String,
        by personID: String,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.allowClient], of: personID)
        var consent = ClientConsent(clientID: clientID, personID: personID, scopes: scopes, at: now)
        if let former = try find(clientID, by: personID, at: now, in: tx) { consent.scopes.formUnion(former.scopes) }
        try tx.execute(
            """
            INSERT INTO oauthConsent (clientId, personId, scopes, givenAt, lastUsedAt, expiresAt)
            VALUES (\(clientID), \(personID), \(consent.scopes.text), \(now), \(now), \(consent.expiresAt))
            ON CONFLICT (clientId, personId) DO UPDATE
            SET scopes = excluded.scopes, givenAt = excluded.givenAt, lastUsedAt = excluded.lastUsedAt, expiresAt = excluded.expiresAt
            """
        )
    }

    /// Notes that a person was not asked because of it.
    static func use(_ consent: ClientConsent, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws {
        try permit.check([.allowClient], of: consent.personID)
        let end = now.adding(seconds: ClientConsent.lifetime)
        try tx.execute(
            """
            UPDATE oauthConsent SET lastUsedAt = \(now), expiresAt = \(end)
            WHERE clientId = \(consent.clientID) AND personId = \(consent.personID)
            """
        )
    }

    /// Ends what a person allowed a client, or all clients.
    static func delete(of personID: String, client clientID: String? = nil, in tx: any WriteTransaction) throws {
        if let clientID {
            try tx.execute("DELETE FROM oauthConsent WHERE personId = \(personID) AND clientId = \(clientID)")
        } else {
            try tx.execute("DELETE FROM oauthConsent WHERE personId = \(personID)")
        }
    }

    /// Deletes those whose time is over, the oldest first, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let expired: SQL = "SELECT clientId, personId FROM oauthConsent WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit)"
        return try tx.execute("DELETE FROM oauthConsent WHERE (clientId, personId) IN (\(expired))")
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of what people allowed clients.
enum GrantStore {
    static func insert(_ grant: GrantRecord, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws {
        try permit.check([.allowClient], of: grant.personID)
        try tx.execute(
            """
            INSERT INTO oauthGrant (id, clientId, personId, scopes, claims, createdAt, lastUsedAt, expiresAt)
            VALUES (\(grant.id), \(grant.clientID), \(grant.personID), \(grant.scopes.text), \(grant.claims.text), \(grant.createdAt),
                \(grant.lastUsedAt), \(grant.expiresAt))
            """
        )
    }

    /// The grant with an id, if it was made for a client.
    static func find(_ id: String, client clientID: String, in tx: any ReadTransaction) throws -> GrantRecord? {
        try tx.first("SELECT * FROM oauthGrant WHERE id = \(id) AND clientId = \(clientID)").map(GrantRecord.init)
    }

    /// The claims that go with an access token.
    static func claims(ofToken id: String, in tx: any ReadTransaction) throws -> GrantedClaims {
        let row = try tx.first("SELECT claims FROM oauthGrant WHERE id = (SELECT grantId FROM session WHERE id = \(id))")
        return try row.map { GrantedClaims(text: try $0.get("claims")) } ?? GrantedClaims()
    }

    /// Whether a person allowed a client anything that is not over.
    static func isAllowed(_ clientID: String, by personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        if try ClientConsentStore.find(clientID, by: personID, at: now, in: tx) != nil { return true }
        return try isThere(for: clientID, of: personID, at: now, in: tx)
    }

    /// Whether a client has a grant of a person that is not over.
    static func isThere(for clientID: String, of personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM oauthGrant WHERE personId = \(personID) AND clientId = \(clientID) AND expiresAt > \(now) LIMIT 1")
            != nil
    }

    /// What a person allowed that is not over: each client once, by its id, the newest first.
    static func accesses(of personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> [ClientAccess] {
        let rows = try tx.rows(
            """
            SELECT oauthGrant.*, oauthClient.name AS clientName
            FROM oauthGrant JOIN oauthClient ON oauthClient.id = oauthGrant.clientId
            WHERE oauthGrant.personId = \(personID) AND oauthGrant.expiresAt > \(now)
            """
        )
        var accesses: [String: ClientAccess] = [:]
        func add(
            _ scopes: Set<TokenScope>,
            _ client: (id: String, name: String),
            _ createdAt: Timestamp,
            _ usedAt: Timestamp,
            _ end: Timestamp
        ) {
            let former = accesses[client.id]
            accesses[client.id] = ClientAccess(
                id: client.id,
                clientId: client.id,
                clientName: client.name,
                scopes: Set(former?.scopes ?? []).union(scopes.map(\.rawValue)).sorted(),
                createdAt: max(former?.createdAt ?? createdAt, createdAt),
                lastUsedAt: max(former?.lastUsedAt ?? usedAt, usedAt),
                expiresAt: max(former?.expiresAt ?? end, end)
            )
        }
        for row in rows {
            let grant = try GrantRecord(row: row)
            add(grant.scopes, (grant.clientID, try row.get("clientName")), grant.createdAt, grant.lastUsedAt, grant.expiresAt)
        }
        for (consent, name) in try ClientConsentStore.all(of: personID, at: now, in: tx) {
            add(consent.scopes, (consent.clientID, name), consent.givenAt, consent.lastUsedAt, consent.expiresAt)
        }
        return accesses.values.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
    }

    /// Notes that tokens were issued, which are good until a moment at most.
    static func use(
        _ grant: GrantRecord,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        until end: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.makeToken], of: grant.personID)
        try tx.execute("UPDATE oauthGrant SET lastUsedAt = \(now), expiresAt = \(end) WHERE id = \(grant.id)")
    }

    /// Ends a grant with every token that hangs on it.
    static func delete(_ grant: GrantRecord, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws {
        try permit.check([.endClient], of: grant.personID)
        try SessionStore.revokeAll(ofGrants: "id = \(grant.id)", in: tx)
        try tx.execute("DELETE FROM oauthGrant WHERE id = \(grant.id)")
    }

    /// Ends everything that a person allowed a client.
    static func deleteAll(of personID: String, client clientID: String, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws
    {
        try permit.check([.endClient], of: personID)
        try ClientConsentStore.delete(of: personID, client: clientID, in: tx)
        try SessionStore.revokeAll(ofGrants: "personId = \(personID) AND clientId = \(clientID)", in: tx)
        try tx.execute("DELETE FROM oauthGrant WHERE personId = \(personID) AND clientId = \(clientID)")
    }

    /// Ends everything that a person allowed.
    static func deleteAll(of personID: String, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws {
        try permit.check([.disableAccount], of: personID)
        try ClientConsentStore.delete(of: personID, in: tx)
        try SessionStore.revokeAll(ofGrants: "personId = \(personID)", in: tx)
        try tx.execute("DELETE FROM oauthGrant WHERE personId = \(personID)")
    }

    /// Deletes grants whose time is over, the oldest first, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let expired: SQL = "id IN (SELECT id FROM oauthGrant WHERE expiresAt <= \(now) ORDER BY expiresAt, id LIMIT \(limit))"
        try SessionStore.revokeAll(ofGrants: expired, in: tx)
        return try tx.execute("DELETE FROM oauthGrant WHERE \(expired)")
    }
}

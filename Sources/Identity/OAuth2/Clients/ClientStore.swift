import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of clients.
enum ClientStore {
    static func insert(_ client: ClientRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO oauthClient
                (id, name, secretHash, keys, redirectUris, logoutUris, grants, followsFAPI, isRestricted, showsCode, idTokenAlgorithm, createdAt, disabledAt)
            VALUES (\(client.id), \(client.name), \(client.secretHash), \(try client.keys?.json), \(client.redirectURIs.map(\.text).joined(separator: "\n")),
                \(client.logoutURIs.map(\.text).joined(separator: "\n")),
                \(client.grants.map(\.rawValue).sorted().joined(separator: " ")), \(client.followsFAPI), \(client.isRestricted), \(client.showsCode),
                \(client.idTokenAlgorithm.rawValue), \(client.createdAt), \(client.disabledAt))
            """
        )
    }

    /// The client with an id, disabled or not.
    static func find(_ id: String, in tx: any ReadTransaction) throws -> ClientRecord? {
        guard id.utf8.count <= 64, id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return try tx.first("SELECT * FROM oauthClient WHERE id = \(id)").map(ClientRecord.init)
    }

    /// Puts other keys in the place of a client's.
    static func setKeys(_ keys: ClientKeySet, id: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try ErasureStore.add(.clientKeys(id), at: now, in: tx)
        try tx.execute("UPDATE oauthClient SET keys = \(try keys.json) WHERE id = \(id)")
    }

    /// Every client, oldest first.
    static func list(in tx: any ReadTransaction) throws -> [ClientRecord] {
        try tx.rows("SELECT * FROM oauthClient ORDER BY createdAt, id").map(ClientRecord.init)
    }

    /// Who allowed a client something that is not over.
    static func people(of id: String, at now: Timestamp, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows(
            """
            SELECT personId FROM oauthGrant WHERE clientId = \(id) AND expiresAt > \(now)
            UNION SELECT personId FROM oauthConsent WHERE clientId = \(id) AND expiresAt > \(now) ORDER BY personId
            """
        )
        .map { try $0.get("personId") }
    }

    /// Keeps a client out from a moment on, with all that people allowed it, or enables it again, with nothing.
    static func setDisabled(_ disabled: Bool, id: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        let moment = disabled ? now : nil
        try tx.execute("UPDATE oauthClient SET disabledAt = \(moment) WHERE id = \(id)")
        try ErasureStore.set(.disabledClient(id), disabled, at: now, in: tx)
        if disabled {
            try SessionStore.revokeAll(client: id, in: tx)
            try tx.execute("DELETE FROM oauthGrant WHERE clientId = \(id)")
            try tx.execute("DELETE FROM oauthConsent WHERE clientId = \(id)")
        }
    }
}

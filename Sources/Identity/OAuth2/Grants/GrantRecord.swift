import ParaphStorage
import ParaphWire

/// What a person allowed a client once; codes, refresh tokens and access tokens hang on it and end with it.
struct GrantRecord: Hashable, Sendable {
    let id: String
    let clientID: String
    let personID: String
    let scopes: Set<ClientScope>
    let createdAt: Timestamp
    var lastUsedAt: Timestamp
    /// When nothing that hangs on it is good any more.
    var expiresAt: Timestamp

    init(clientID: String, personID: String, scopes: Set<ClientScope>, createdAt: Timestamp, expiresAt: Timestamp) {
        id = Identifier.random()
        self.clientID = clientID
        self.personID = personID
        self.scopes = scopes
        self.createdAt = createdAt
        lastUsedAt = createdAt
        self.expiresAt = expiresAt
    }

    init(row: Row) throws {
        id = try row.get("id")
        clientID = try row.get("clientId")
        personID = try row.get("personId")
        scopes = Set(try row.get("scopes", as: String.self).split(separator: " ").compactMap { ClientScope(rawValue: String($0)) })
        createdAt = try row.timestamp("createdAt")
        lastUsedAt = try row.timestamp("lastUsedAt")
        expiresAt = try row.timestamp("expiresAt")
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// What a person allowed a client once; codes, refresh tokens and access tokens hang on it and end with it.
struct GrantRecord: Hashable, Sendable {
    let id: String
    let clientID: String
    let personID: String
    let scopes: Set<TokenScope>
    /// What the client is told besides, claim by claim.
    var claims = GrantedClaims()
    let createdAt: Timestamp
    var lastUsedAt: Timestamp
    /// When nothing that hangs on it is good any more.
    var expiresAt: Timestamp

    init(clientID: String, personID: String, scopes: Set<TokenScope>, createdAt: Timestamp, expiresAt: Timestamp) {
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
        scopes = Set(words: try row.get("scopes"))
        claims = GrantedClaims(text: try row.get("claims"))
        createdAt = try row.timestamp("createdAt")
        lastUsedAt = try row.timestamp("lastUsedAt")
        expiresAt = try row.timestamp("expiresAt")
    }
}

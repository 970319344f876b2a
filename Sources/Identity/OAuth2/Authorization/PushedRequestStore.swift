import ParaphStorage
import ParaphWire
import ServerKit

/// A request that a client sent itself, before it sends the browser (RFC 9126).
struct PushedRequest: Sendable {
    let clientID: String
    /// The request's parameters as a form.
    let parameters: String
    let createdAt: Timestamp

    /// How long one waits for the person's decision, in seconds (RFC 9126, section 2.2; FAPI 2.0 Security Profile, section 5.3.2.2, number 11: less
    /// than 600).
    static let lifetime: Int64 = 300
    /// What the names of these begin with.
    static let scheme = "urn:ietf:params:oauth:request_uri:"
}

/// The rows of requests that clients sent themselves; each is decided once.
enum PushedRequestStore {
    static func insert(_ request: PushedRequest, hash: SecretHash, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO oauthPushedRequest (uriHash, clientId, parameters, createdAt, expiresAt)
            VALUES (\(hash), \(request.clientID), \(request.parameters), \(request.createdAt),
                \(request.createdAt.adding(seconds: PushedRequest.lifetime)))
            """
        )
    }

    /// The request that a client calls by a name; `nil` for another client's, one that was decided and one that is too old.
    static func find(_ hash: SecretHash, client clientID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> PushedRequest? {
        try tx.first("SELECT * FROM oauthPushedRequest WHERE uriHash = \(hash) AND clientId = \(clientID) AND expiresAt > \(now)").map {
            row in
            PushedRequest(clientID: clientID, parameters: try row.get("parameters"), createdAt: try row.timestamp("createdAt"))
        }
    }

    /// Uses one up.
    static func delete(_ hash: SecretHash, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM oauthPushedRequest WHERE uriHash = \(hash)")
    }

    /// Deletes those whose time is over, the oldest first, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM oauthPushedRequest WHERE uriHash IN
                (SELECT uriHash FROM oauthPushedRequest WHERE expiresAt <= \(now) ORDER BY expiresAt, uriHash LIMIT \(limit))
            """
        )
    }
}

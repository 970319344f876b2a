import ParaphStorage
import ParaphWire
import ServerKit

/// A refresh token as its row keeps it; a public client's is good once, and brings its successor.
struct RefreshTokenRecord: Hashable, Sendable {
    let grantID: String
    /// The key with which alone it is good, of a public client (RFC 9449, section 5).
    var keyThumbprint: String?
    let expiresAt: Timestamp
    var isUsed = false
}

/// The rows of refresh tokens; they stay as long as their grant, so that one that comes again is known.
enum RefreshTokenStore {
    static func insert(_ token: RefreshTokenRecord, hash: SecretHash, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO oauthRefreshToken (tokenHash, grantId, keyThumbprint, expiresAt)
            VALUES (\(hash), \(token.grantID), \(token.keyThumbprint), \(token.expiresAt))
            """
        )
    }

    static func find(_ hash: SecretHash, in tx: any ReadTransaction) throws -> RefreshTokenRecord? {
        try tx.first("SELECT * FROM oauthRefreshToken WHERE tokenHash = \(hash)").map { row in
            RefreshTokenRecord(
                grantID: try row.get("grantId"),
                keyThumbprint: try row.find("keyThumbprint"),
                expiresAt: try row.timestamp("expiresAt"),
                isUsed: try row.find("usedAt", as: Int64.self) != nil
            )
        }
    }

    static func markUsed(_ hash: SecretHash, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE oauthRefreshToken SET usedAt = \(now) WHERE tokenHash = \(hash)")
    }

    /// Keeps one that was used for longer.
    static func extend(_ hash: SecretHash, until end: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE oauthRefreshToken SET expiresAt = \(end) WHERE tokenHash = \(hash)")
    }

    /// Whether a grant has one that was not used yet.
    static func hasUnused(grant grantID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT grantId FROM oauthRefreshToken WHERE grantId = \(grantID) AND usedAt IS NULL LIMIT 1") != nil
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// The names of what clients signed that was used, on any node, as long as it would be good: it counts once (RFC 7523, section 3, number 7;
/// RFC 9449, section 11.1).
enum UsedTokenStore {
    /// Notes the use of what has a name: what kind of thing it is, whose, and what they call it.
    ///
    /// - Returns: whether this is the first.
    static func use(_ name: [String], until end: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        let hash = SecretHash(of: name.map { "\($0.utf8.count):\($0)" }.joined())
        let row = try tx.first(
            "INSERT INTO oauthUsedToken (hash, expiresAt) VALUES (\(hash), \(end)) ON CONFLICT (hash) DO NOTHING RETURNING expiresAt"
        )
        return row != nil
    }

    /// Deletes those whose time is over, and says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            "DELETE FROM oauthUsedToken WHERE hash IN (SELECT hash FROM oauthUsedToken WHERE expiresAt <= \(now) ORDER BY expiresAt, hash LIMIT \(limit))"
        )
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// What apps use up of what is scarce: each use is a row until its time is over.
///
/// Rows hang on no app, so that deleting one and making it anew resets nothing.
enum AppUseStore {
    /// Uses one of at most so many; the same subject again uses none more.
    ///
    /// The scope is what is used, and whose share of it; the subject what it is used for. At most `most` count at a time, each for so many
    /// seconds; where one tells of a person, the deletion of that person ends it. Returns whether it was there to be used.
    static func take(
        _ scope: String,
        subject: SecretHash = SecretHash(of: Identifier.random()),
        most: Int,
        for seconds: Int64 = 86_400,
        of personID: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Bool {
        if try contains(scope, subject: subject, at: now, in: tx) { return true }
        guard try count(scope, at: now, in: tx) < most else { return false }
        try put(scope, subject: subject, for: seconds, of: personID, at: now, in: tx)
        return true
    }

    /// Notes a use, or that it counts for longer.
    static func put(
        _ scope: String,
        subject: SecretHash,
        for seconds: Int64,
        of personID: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO appUse (scope, subject, personId, until) VALUES (\(scope), \(subject), \(personID), \(now.adding(seconds: seconds)))
            ON CONFLICT (scope, subject) DO UPDATE SET until = excluded.until
            """
        )
    }

    /// Has what counts in a scope count for some seconds from now on.
    static func prolong(_ scope: String, for seconds: Int64, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE appUse SET until = \(now.adding(seconds: seconds)) WHERE scope = \(scope) AND until > \(now)")
    }

    /// What follows a prefix, which ends with a colon, in the scope in which a subject counts; `nil` where it counts in none.
    static func name(_ prefix: String, subject: SecretHash, at now: Timestamp, in tx: any ReadTransaction) throws -> String? {
        let row = try tx.first(
            """
            SELECT scope FROM appUse WHERE scope >= \(prefix) AND scope < \(String(prefix.dropLast()) + ";") AND subject = \(subject) AND until > \(now)
            ORDER BY until DESC, scope LIMIT 1
            """
        )
        return try row.map { String(try $0.get("scope", as: String.self).dropFirst(prefix.count)) }
    }

    /// Ends what counts for a subject.
    static func end(_ scope: String, subject: SecretHash, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM appUse WHERE scope = \(scope) AND subject = \(subject)")
    }

    /// Whether something was used for a subject, and counts still.
    static func contains(_ scope: String, subject: SecretHash, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT until FROM appUse WHERE scope = \(scope) AND subject = \(subject) AND until > \(now)") != nil
    }

    /// How many uses count.
    static func count(_ scope: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM appUse WHERE scope = \(scope) AND until > \(now)")?.get("count") ?? 0
    }

    /// The seconds until the next use is possible where all are used up; at least 1.
    static func wait(_ scope: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Int {
        let row = try tx.first("SELECT MIN(until) AS until FROM appUse WHERE scope = \(scope) AND until > \(now)")
        let until = try row?.timestampIfAny("until") ?? now
        return Int(max(1, (until.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Deletes what counts no more, and says how much there was.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            "DELETE FROM appUse WHERE (scope, subject) IN (SELECT scope, subject FROM appUse WHERE until <= \(now) ORDER BY until LIMIT \(limit))"
        )
    }
}

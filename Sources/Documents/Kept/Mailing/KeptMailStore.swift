import ParaphStorage
import ParaphWire

/// How many mails with documents people sent lately.
enum KeptMailStore {
    /// Counts some receivers.
    ///
    /// - Returns: whether they and those since a moment are `limit` at most; nothing is counted otherwise.
    static func count(
        _ receivers: Int,
        by personID: String,
        since moment: Timestamp,
        limit: Int,
        at now: Timestamp,
        in tx: any WriteTransaction
    )
        throws -> Bool
    {
        let row = try tx.first(
            """
            SELECT CAST(COALESCE(SUM(receivers), 0) AS BIGINT) AS receivers FROM keptMail
            WHERE personId = \(personID) AND at > \(moment.milliseconds)
            """
        )
        guard try (row?.get("receivers") ?? 0) + receivers <= limit else { return false }
        try tx.execute(
            "INSERT INTO keptMail (id, personId, receivers, at) VALUES (\(Identifier.random()), \(personID), \(receivers), \(now.milliseconds))"
        )
        return true
    }

    /// Forgets some mails from before a moment, and says how many.
    static func delete(before moment: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            "DELETE FROM keptMail WHERE id IN (SELECT id FROM keptMail WHERE at <= \(moment.milliseconds) ORDER BY at LIMIT \(limit))"
        )
    }
}

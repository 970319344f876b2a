import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of documents that one device asks another to sign.
enum HandOverStore {
    /// The most that wait for one session, and that one asks for within an hour.
    static let mostWaiting = 3
    static let mostAnHour = 60

    /// The seconds until a session may ask for one more; `nil` where it may now.
    static func wait(of sessionID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Int? {
        let hour: Int64 = 3600
        let last = try tx.first(
            """
            SELECT createdAt FROM handOver WHERE sessionId = \(sessionID) AND createdAt > \(now.adding(seconds: -hour))
            ORDER BY createdAt DESC, id LIMIT 1 OFFSET \(mostAnHour - 1)
            """
        )
        guard let end = try last?.timestamp("createdAt").adding(seconds: hour) else { return nil }
        return max(1, Int((end.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Keeps one; where too many of its session's wait then, the oldest of those are taken back, and no other session's.
    static func insert(_ handOver: HandOverRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let name = Array(handOver.name.utf8)
        let sealed = try keys.seal(name, holder: handOver.personID, table: table, row: handOver.id, version: version, in: tx)
        let waiting = try tx.rows(
            """
            SELECT id FROM handOver
            WHERE sessionId = \(handOver.sessionID) AND status = 'waiting' AND expiresAt > \(handOver.createdAt)
            ORDER BY createdAt DESC, id
            """
        )
        for row in waiting.dropFirst(mostWaiting - 1) {
            _ = try end(try row.get("id"), of: handOver.personID, as: .cancelled, at: handOver.createdAt, in: tx)
        }
        try tx.execute(
            """
            INSERT INTO handOver (id, personId, deviceId, sessionId, documentHash, sealedName, status, createdAt, expiresAt)
            VALUES (\(handOver.id), \(handOver.personID), \(handOver.deviceID), \(handOver.sessionID), \(handOver.documentHash), \(sealed),
                \(handOver.status.rawValue), \(handOver.createdAt), \(handOver.expiresAt))
            """
        )
        try ChangeLog.note(.handOver, handOver.id, for: [handOver.personID], in: tx)
    }

    /// The one with an id, if it is the person's.
    static func find(_ id: String, of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> HandOverRecord? {
        try tx.first("SELECT * FROM handOver WHERE id = \(id) AND personId = \(personID)").map { try record($0, keys: keys, in: tx) }
    }

    /// Everything that is kept of what a person handed over, the oldest first.
    static func all(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [HandOverRecord] {
        try tx.rows("SELECT * FROM handOver WHERE personId = \(personID) ORDER BY createdAt, id").map { try record($0, keys: keys, in: tx) }
    }

    /// Gives the signature that it waits for, once.
    ///
    /// - Returns: whether it still waited.
    static func settle(
        _ id: String,
        of personID: String,
        by signatureID: String,
        isBlack: Bool,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Bool {
        let settled: SQL =
            """
            UPDATE handOver SET status = 'drawn', signatureId = \(signatureID), isBlack = \(isBlack), drawnAt = \(now)
            WHERE id = \(id) AND personId = \(personID) AND status = 'waiting' AND expiresAt > \(now) RETURNING id, personId
            """
        return try ChangeLog.note(.handOver, changedBy: settled, in: tx) == 1
    }

    /// Ends one that waits.
    ///
    /// - Returns: whether it still waited.
    static func end(_ id: String, of personID: String, as status: HandOverRecord.Status, at now: Timestamp, in tx: any WriteTransaction)
        throws -> Bool
    {
        let ended: SQL =
            """
            UPDATE handOver SET status = \(status.rawValue)
            WHERE id = \(id) AND personId = \(personID) AND status = 'waiting' AND expiresAt > \(now) RETURNING id, personId
            """
        return try ChangeLog.note(.handOver, changedBy: ended, in: tx) == 1
    }

    /// Deletes those whose time has been over for an hour, and says how many; until then their end can still be told.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -3600)
        return try delete("id IN (SELECT id FROM handOver WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit))", in: tx)
    }

    /// Deletes some, and says how many.
    @discardableResult
    static func delete(_ condition: SQL, in tx: any WriteTransaction) throws -> Int {
        let deleted: SQL = "DELETE FROM handOver WHERE \(condition) RETURNING id, personId"
        return try ChangeLog.note(.handOver, changedBy: deleted, isRemoved: true, in: tx)
    }

    private static func record(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> HandOverRecord {
        let (id, personID): (String, String) = (try row.get("id"), try row.get("personId"))
        let name = try keys.open(try row.get("sealedName"), holder: personID, table: table, row: id, version: version, in: tx)
        return HandOverRecord(
            id: id,
            personID: personID,
            deviceID: try row.get("deviceId"),
            sessionID: try row.get("sessionId"),
            documentHash: try row.get("documentHash"),
            name: String(decoding: name, as: UTF8.self),
            status: try row.choice("status"),
            signatureID: try row.find("signatureId"),
            isBlack: try row.find("isBlack"),
            drawnAt: try row.timestampIfAny("drawnAt"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }

    private static let table = "handOver"
    private static let version = 1
}

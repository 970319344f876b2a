import ParaphStorage
import ParaphWire
import ServerKit

/// A code that was mailed for one approval in one session.
struct ApprovalCodeRecord: Hashable, Sendable {
    let id: String
    let personID: String
    let sessionID: String
    let purpose: ChallengePurpose
    let subject: String?
    let sealedCode: [UInt8]
    let createdAt: Timestamp
    let expiresAt: Timestamp
}

/// The rows of mailed codes.
enum ApprovalCodeStore {
    static func insert(_ record: ApprovalCodeRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO approvalCode (id, personId, sessionId, purpose, subject, sealedCode, createdAt, expiresAt)
            VALUES (\(record.id), \(record.personID), \(record.sessionID), \(record.purpose.rawValue), \(record.subject),
                \(record.sealedCode), \(record.createdAt), \(record.expiresAt))
            """
        )
    }

    /// The code with an id, while it is good, in the session that it was mailed for.
    static func find(_ id: String, for caller: SessionCaller, at now: Timestamp, in tx: any ReadTransaction) throws -> ApprovalCodeRecord? {
        let row = try tx.first(
            """
            SELECT * FROM approvalCode WHERE id = \(id) AND sessionId = \(caller.sessionID) AND personId = \(caller.personID)
                AND expiresAt > \(now)
            """
        )
        return try row.map { row in
            ApprovalCodeRecord(
                id: id,
                personID: caller.personID,
                sessionID: caller.sessionID,
                purpose: try row.choice("purpose"),
                subject: try row.find("subject"),
                sealedCode: try row.get("sealedCode"),
                createdAt: try row.timestamp("createdAt"),
                expiresAt: try row.timestamp("expiresAt")
            )
        }
    }

    static func delete(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM approvalCode WHERE id = \(id)")
    }

    /// How many codes a session was mailed since a moment.
    static func count(for caller: SessionCaller, since moment: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM approvalCode WHERE sessionId = \(caller.sessionID) AND createdAt > \(moment)")?
            .get("count") ?? 0
    }

    /// Deletes codes whose time has been over for a day, and says how many; until then they count against the session that asked for them.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -86_400)
        return try tx.execute(
            """
            DELETE FROM approvalCode WHERE id IN (SELECT id FROM approvalCode WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit))
            """
        )
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// A challenge as the table keeps it.
struct ChallengeRecord: Hashable, Sendable {
    let id: String
    let purpose: ChallengePurpose
    /// `nil` for a decoy, which cannot be answered and cannot be told from another.
    let personID: String?
    /// `nil` for a decoy.
    let deviceID: String?
    let subject: String?
    /// The hand-over that it answers, where another device asked for the document to be signed.
    var handOverID: String?
    /// The session that asked for it, and that an approval is for; `nil` for a sign-in.
    let sessionID: String?
    /// 256 random bits.
    let nonce: [UInt8]
    let audience: String
    let bindingMessage: String
    /// Which attempts were used: bit n − 1 for attempt n.
    var attempts: Int
    /// How many comparisons ended without a match; others may still run.
    var failures: Int
    /// How many answers were refused before anything was compared.
    var faults: Int
    var status: Status
    let createdAt: Timestamp
    let expiresAt: Timestamp

    enum Status: String, Sendable { case open, accepted, denied, cancelled }

    /// The refusals before any comparison that a challenge bears.
    static let faultLimit = 20

    func attemptsLeft(of limit: Int) -> Int { max(0, limit - attempts.nonzeroBitCount) }

    /// The program's request that it answers.
    var requestID: String? { purpose == .answerRequest ? subject : nil }

    func isOpen(at now: Timestamp) -> Bool { status == .open && now < expiresAt && faults < Self.faultLimit }
}

/// The rows of challenges.
enum ChallengeStore {
    static func insert(_ challenge: ChallengeRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO challenge (
                id, purpose, personId, deviceId, subject, handOverId, sessionId, nonce, audience, bindingMessage, attempts, failures, faults,
                status, createdAt, expiresAt
            ) VALUES (
                \(challenge.id), \(challenge.purpose.rawValue), \(challenge.personID), \(challenge.deviceID), \(challenge.subject),
                \(challenge.handOverID), \(challenge.sessionID), \(challenge.nonce), \(challenge.audience), \(challenge.bindingMessage), \(challenge.attempts),
                \(challenge.failures), \(challenge.faults),
                \(challenge.status.rawValue), \(challenge.createdAt), \(challenge.expiresAt)
            )
            """
        )
    }

    static func find(_ id: String, in tx: any ReadTransaction) throws -> ChallengeRecord? {
        guard let row = try tx.first("SELECT * FROM challenge WHERE id = \(id)") else { return nil }
        return ChallengeRecord(
            id: try row.get("id"),
            purpose: try row.choice("purpose"),
            personID: try row.find("personId"),
            deviceID: try row.find("deviceId"),
            subject: try row.find("subject"),
            handOverID: try row.find("handOverId"),
            sessionID: try row.find("sessionId"),
            nonce: try row.get("nonce"),
            audience: try row.get("audience"),
            bindingMessage: try row.get("bindingMessage"),
            attempts: try row.get("attempts"),
            failures: try row.get("failures"),
            faults: try row.get("faults"),
            status: try row.choice("status"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }

    /// Counts an answer that was refused before anything was compared.
    static func addFault(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE challenge SET faults = faults + 1 WHERE id = \(id)")
    }

    /// Writes which attempts were used and how the challenge stands.
    static func update(_ challenge: ChallengeRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE challenge SET attempts = \(challenge.attempts), failures = \(challenge.failures), status = \(challenge.status.rawValue)
            WHERE id = \(challenge.id)
            """
        )
    }

    /// Deletes challenges whose time has been over for an hour, and says how many; until then their end can still be told.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -3600)
        return try tx.execute(
            """
            DELETE FROM challenge WHERE id IN (SELECT id FROM challenge WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit))
            """
        )
    }
}

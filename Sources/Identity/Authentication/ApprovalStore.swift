import ParaphStorage
import ParaphWire
import ServerKit

/// Approvals: proofs that the person just signed, showed a recovery code or used a passkey, for one purpose in one session; ``StepUp`` alone
/// uses them up.
enum ApprovalStore {
    /// How long an approval is good, in seconds.
    static let lifetime: Int64 = 300

    /// Makes an approval, told once.
    static func issue(
        to personID: String,
        sessionID: String,
        purpose: ChallengePurpose,
        subject: String?,
        method: StepUp.Method,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Approval {
        let token = Secret.random()
        let expiresAt = now.adding(seconds: lifetime)
        try tx.execute(
            """
            INSERT INTO approval (id, tokenHash, personId, sessionId, purpose, subject, method, createdAt, expiresAt)
            VALUES (\(Identifier.random()), \(token.hash), \(personID), \(sessionID), \(purpose.rawValue), \(subject),
                \(method.rawValue), \(now), \(expiresAt))
            """
        )
        return Approval(approval: token.text, expiresAt: expiresAt)
    }

    /// Deletes approvals whose time is over, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM approval WHERE id IN (SELECT id FROM approval WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit))
            """
        )
    }
}

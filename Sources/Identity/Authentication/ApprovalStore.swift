import ParaphStorage
import ParaphWire

/// Approvals: proofs that the person just signed, showed a recovery code or used a passkey, for one purpose.
enum ApprovalStore {
    /// How long an approval is good, in seconds.
    static let lifetime: Int64 = 300

    /// What an approval rests on.
    enum Method: String, Sendable { case signature, recoveryCode, passkey }

    /// Makes an approval, told once.
    static func issue(
        to personID: String,
        purpose: ChallengePurpose,
        subject: String?,
        method: Method,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Approval {
        let token = Secret.random()
        let expiresAt = now.adding(seconds: lifetime)
        try tx.execute(
            """
            INSERT INTO approval (id, tokenHash, personId, purpose, subject, method, createdAt, expiresAt)
            VALUES (\(Identifier.random()), \(token.hash), \(personID), \(purpose.rawValue), \(subject), \(method.rawValue), \(now),
                \(expiresAt))
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

    /// Uses an approval up.
    ///
    /// - Throws: ``Problem/approvalRequired`` unless it is this person's, for this purpose and subject, unexpired and unused. An approval
    ///   by a recovery code names no subject and is good for any.
    static func consume(
        _ token: String?,
        of personID: String,
        purpose: ChallengePurpose,
        subject: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        guard let token else { throw Problem.approvalRequired }
        let used = try tx.execute(
            """
            DELETE FROM approval WHERE tokenHash = \(SecretHash(of: token)) AND personId = \(personID) AND purpose = \(purpose.rawValue)
            AND expiresAt > \(now) AND (method = 'recoveryCode' OR COALESCE(subject, '') = \(subject ?? ""))
            """
        )
        guard used == 1 else { throw Problem.approvalRequired }
    }
}

public import ParaphStorage
public import ParaphWire
import ServerKit

/// A mail that was given up, without what it said.
public struct DeadLetter: Hashable, Sendable {
    /// What identifies it.
    public var id: String
    /// When it was written.
    public var createdAt: Timestamp
    /// When it was given up.
    public var diedAt: Timestamp
    /// How often it was tried.
    public var attempts: Int
    /// Why the last try failed; holds no address.
    public var failure: String
    /// Whether its text is still there, so that it can be sent again.
    public var canBeSentAgain: Bool
}

extension MailOutbox {
    /// For how long a dead letter keeps its text, and then its row, in seconds.
    static let textRetention: Int64 = 7 * 86_400
    static let rowRetention: Int64 = 90 * 86_400

    /// The newest dead letters, at most 1,000.
    public func deadLetters(in tx: any ReadTransaction) throws -> [DeadLetter] {
        try tx.rows(
            """
            SELECT id, createdAt, diedAt, attempts, failure, sealed IS NOT NULL AS kept FROM outboxMail
            WHERE diedAt IS NOT NULL ORDER BY diedAt DESC, id LIMIT 1000
            """
        ).map { row in
            DeadLetter(
                id: try row.get("id"),
                createdAt: Timestamp(milliseconds: try row.get("createdAt")),
                diedAt: Timestamp(milliseconds: try row.get("diedAt")),
                attempts: try row.get("attempts"),
                failure: try row.find("failure") ?? "",
                canBeSentAgain: try row.get("kept")
            )
        }
    }

    /// Puts a dead letter back among those that wait, with all its tries before it.
    ///
    /// - Returns: Whether there was one with its text still there.
    public func sendAgain(_ id: String, in tx: any WriteTransaction) throws -> Bool {
        let changed = try tx.execute(
            """
            UPDATE outboxMail SET diedAt = NULL, attempts = 0, dueAt = \(time.now().milliseconds)
            WHERE id = \(id) AND diedAt IS NOT NULL AND sealed IS NOT NULL
            """
        )
        if changed > 0 { tx.wake(Self.topic) }
        return changed > 0
    }

    /// Takes the text from dead letters after seven days, and removes them after ninety.
    func purge(in tx: any WriteTransaction) throws {
        let textLimit = time.now().adding(seconds: -Self.textRetention).milliseconds
        let rowLimit = time.now().adding(seconds: -Self.rowRetention).milliseconds
        try tx.execute("DELETE FROM outboxMail WHERE diedAt < \(rowLimit)")
        try tx.execute("UPDATE outboxMail SET sealed = NULL WHERE diedAt < \(textLimit) AND sealed IS NOT NULL")
    }
}

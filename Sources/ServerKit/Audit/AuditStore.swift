public import ParaphStorage
public import ParaphWire

/// The audit ledger: what administrators and the instance itself did, in entries that are only ever added.
///
/// Each entry holds the hash of the one before, so that one that is changed, deleted, moved or inserted later breaks the chain; signed
/// ``AuditCheckpoint``s say how far it went. Entries name people by id only.
public enum AuditStore {
    /// What was done; each domain makes its own as static constants and lists them in ``Domain/auditActions``.
    public struct Action: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Makes an action of its name.
        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// Adds an entry to the end of the ledger, with the transaction or not at all.
    ///
    /// The place is taken by an update of the one row that counts them, so that writers on either engine queue up here: the second
    /// sees the first one's entry, or is run again.
    /// - Parameters:
    ///   - action: What was done.
    ///   - actor: Who did it: a person's or a client's id, `administrator` or `system`.
    ///   - subject: To whom or what, by id.
    ///   - details: What else is worth knowing; never personal data.
    ///   - now: When.
    ///   - tx: The transaction that does it.
    /// - Throws: ``StorageError``.
    public static func append(
        _ action: Action,
        actor: String,
        subject: String?,
        details: [String: String] = [:],
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        guard let head = try tx.first("UPDATE auditHead SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence, hash") else {
            throw StorageError(.corrupt, "the audit ledger has lost its head; run: paraph audit verify")
        }
        let entry = AuditEntry(
            sequence: try head.get("sequence"),
            at: now,
            action: action,
            actor: actor,
            subject: subject,
            details: details,
            previous: try head.get("hash")
        )
        let hash = entry.hash
        try tx.execute(
            """
            INSERT INTO auditLedger (sequence, at, action, actor, subject, details, previous, hash)
            VALUES (\(entry.sequence), \(now), \(action.rawValue), \(actor), \(subject), \(entry.detailsText),
                \(entry.previous), \(hash))
            """
        )
        try tx.execute("UPDATE auditHead SET hash = \(hash) WHERE id = 1")
    }

    /// The last entry's place and hash; place 0 where there is none.
    static func head(in tx: any ReadTransaction) throws -> (sequence: Int, hash: String) {
        guard let row = try tx.first("SELECT sequence, hash FROM auditHead WHERE id = 1") else {
            throw StorageError(.corrupt, "the audit ledger has lost its head")
        }
        return (try row.get("sequence"), try row.get("hash"))
    }
}

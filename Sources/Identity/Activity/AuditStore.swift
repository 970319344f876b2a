import ParaphStorage
import ParaphWire

/// What administrators and the server itself did; names people by id only.
enum AuditStore {
    /// What was done.
    enum Action: String, Sendable {
        case personCreated, personDisabled, personEnabled, personDeleted, personProofed, deviceRemoved, tokenCreated, templateReplaced
    }

    /// Notes an action.
    static func append(_ action: Action, actor: String, subject: String?, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO auditEntry (id, at, action, actor, subject)
            VALUES (\(Identifier.random()), \(now), \(action.rawValue), \(actor), \(subject))
            """
        )
    }
}

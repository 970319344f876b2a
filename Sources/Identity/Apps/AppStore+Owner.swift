import ParaphStorage
import ParaphWire
import ServerKit

/// What of an app hangs on its owner, and what becomes of it without them.
extension AppStore {
    /// For how long it is remembered by what the apps of a mailbox are counted, in seconds: as long as any count of theirs lasts.
    private static let sourceTime: Int64 = 365 * 86_400

    /// By what a new app of an owner is counted: as their other apps, whatever their address is now; else as those that an account of the same
    /// mailbox registered within a year, be it gone.
    static func source(of ownerID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> String {
        let own = try tx.first("SELECT source FROM app WHERE ownerId = \(ownerID) AND source IS NOT NULL ORDER BY createdAt, id LIMIT 1")
        guard let email = try PersonStore.find(ownerID, keys: keys, in: tx)?.email else { throw Problem.notFound("person") }
        let mailbox = SecretHash(of: Base64URL(try LetterReceiver(mailboxOf: email, keys: keys, in: tx).hash).text)
        let source = try own?.get("source") ?? AppUseStore.name(scope, subject: mailbox, at: now, in: tx) ?? Identifier.random()
        try AppUseStore.put(scope + source, subject: mailbox, for: sourceTime, at: now, in: tx)
        return source
    }

    private static let scope = "source:"

    /// Takes the owner from the apps that a person registered: their contacts are forgotten, and the restricted ones, for which no owner answers any
    /// more, are disabled; an administrator may enable them again.
    static func leave(ownedBy personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        try deleteContacts(ownedBy: personID, keys: keys, in: tx)
        for var app in try list(ownedBy: personID, in: tx) {
            if let source = app.sourceID { try AppUseStore.prolong(scope + source, for: sourceTime, at: now, in: tx) }
            guard app.restricted, !app.disabled else { continue }
            app.disabled = true
            try update(app, at: now, in: tx)
            try SessionStore.revokeAll(app: app.id, in: tx)
            try AuditStore.append(.appDisabled, actor: personID, subject: app.id, at: now, in: tx)
        }
    }
}

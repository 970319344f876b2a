import ParaphStorage
import ParaphWire
import ServerKit

/// Whom an app reaches in Sign To Login's dialect: the one rule that every call asks.
///
/// The organisation's own apps reach everybody. A restricted one, such as people register for themselves, reaches the accounts that it made and
/// that are not proved, and those who allowed it; for it, others do not exist.
enum AppReach {
    /// The person whom an app knows by an address; `nil` where it knows no person by it.
    static func person(_ email: EmailAddress, by app: AppRecord, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        let proved = try PersonStore.find(proved: email, keys: keys, in: tx)
        // Looked up without a person too, so that the same work is done for an unknown one.
        let grant = try AppGrantStore.find(of: proved?.id ?? "", app: app.id, in: tx)
        if let proved, !app.restricted || grant != nil { return proved }
        return try PersonStore.find(unproved: email, inApp: app.id, keys: keys, in: tx)
    }

    /// The same by the app's id; `nil` also where there is no such app.
    static func person(_ email: EmailAddress, byAppWith appID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        try AppStore.find(appID, in: tx).flatMap { try person(email, by: $0, keys: keys, in: tx) }
    }

    /// Whether an app may compare with the signature that a person gave here, and not only with one that was given in the app.
    ///
    /// A mailbox alone opens none of it: a restricted app needs the word of who holds the account.
    static func opensOwnTemplate(of personID: String, to appID: String, in tx: any ReadTransaction) throws -> Bool {
        guard let app = try AppStore.find(appID, in: tx) else { return false }
        return try !app.restricted || AppGrantStore.find(of: personID, app: appID, in: tx)?.basis == .device
    }

    /// Whether the mailbox alone gives an app no signature of a person's: they have, or had, more to say yes with.
    static func needsConfirmation(of personID: String, in tx: any ReadTransaction) throws -> Bool {
        try !AccountFactorStore.all(of: personID, in: tx).isEmpty
    }

    /// Ends the templates of apps that a person never confirmed with what opens their account, because they gave their signature themselves:
    /// a planted one answers for them no more, whatever the app was allowed since.
    static func endUnconfirmedTemplates(of personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        for template in try TemplateStore.ofApps(personID, in: tx) where template.confirmedBy == nil {
            guard let appID = template.place.appID else { continue }
            try TemplateStore.delete(template.place, keys: keys, in: tx)
            try ErasureStore.add(.appTemplate(personID, app: appID), at: now, in: tx)
            try SessionStore.revokeAll(of: personID, openedInDialectBy: appID, in: tx)
        }
    }
}

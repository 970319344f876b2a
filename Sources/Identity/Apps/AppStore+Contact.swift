import ParaphStorage
import ParaphWire
import ServerKit

/// The address of who is responsible for an app: of a self-service app, sealed by a key of its own that hangs on theirs.
extension AppStore {
    /// The contact of an app; `nil` where its owner is gone.
    static func contact(of app: AppRecord, keys: KeyRing, in tx: any ReadTransaction) throws -> EmailAddress? {
        guard let row = try tx.first("SELECT contactEmail, sealedEmail FROM app WHERE id = \(app.id)") else { return nil }
        guard let ownerID = app.ownerID, let sealed = try row.find("sealedEmail", as: [UInt8].self) else {
            return try row.find("contactEmail", as: String.self).map(EmailAddress.init(stored:))
        }
        let bytes = try keys.open(sealed, object: contact(app.id), holder: ownerID, table: table, row: app.id, version: 1, in: tx)
        return EmailAddress(stored: String(decoding: bytes, as: UTF8.self))
    }

    /// Keeps the contact of an app in place of the one that it had.
    static func setContact(_ email: EmailAddress, of app: AppRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let ownerID = app.ownerID else {
            try tx.execute("UPDATE app SET contactEmail = \(email.text) WHERE id = \(app.id)")
            return
        }
        try keys.renew(object: contact(app.id), holders: [ownerID], in: tx)
        let bytes = Array(email.text.utf8)
        let sealed = try keys.seal(bytes, object: contact(app.id), holder: ownerID, table: table, row: app.id, version: 1, in: tx)
        try tx.execute("UPDATE app SET contactEmail = NULL, sealedEmail = \(sealed) WHERE id = \(app.id)")
    }

    /// Forgets the contacts of the apps that a person registered.
    static func deleteContacts(ownedBy personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        for app in try list(ownedBy: personID, in: tx) { try keys.destroy(object: contact(app.id), in: tx) }
        try tx.execute("UPDATE app SET contactEmail = NULL, sealedEmail = NULL WHERE ownerId = \(personID)")
    }

    private static let table = "app"

    /// The key ring's name for an app's contact.
    static func contact(_ appID: String) -> String { "contact/\(appID)" }
}

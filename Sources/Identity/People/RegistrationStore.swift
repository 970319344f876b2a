import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// A registration that waits for its mailed code.
struct RegistrationRecord: Sendable {
    let id: String
    let email: EmailAddress
    let username: Username?
    let profile: Profile
    let language: Language
    let consentVersion: String
    /// `nil` where the address has an account already: then no code is right, and nobody can tell.
    var sealedCode: [UInt8]?
    var tries: Int
    var sends: Int
    var sentAt: Timestamp
    let createdAt: Timestamp
    let expiresAt: Timestamp
}

/// The rows of registrations.
enum RegistrationStore {
    static func insert(_ registration: RegistrationRecord, in tx: any WriteTransaction) throws {
        let profile = String(decoding: try JSONEncoder().encode(registration.profile), as: UTF8.self)
        try tx.execute(
            """
            INSERT INTO registration (
                id, email, username, profile, language, consentVersion, sealedDigits, tries, sends, sentAt, createdAt, expiresAt
            ) VALUES (
                \(registration.id), \(registration.email.text), \(registration.username?.text), \(profile),
                \(registration.language.rawValue), \(registration.consentVersion), \(registration.sealedCode), \(registration.tries),
                \(registration.sends), \(registration.sentAt), \(registration.createdAt), \(registration.expiresAt)
            )
            """
        )
    }

    /// Writes what changes of a registration while it waits.
    static func update(_ registration: RegistrationRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE registration SET sealedDigits = \(registration.sealedCode), tries = \(registration.tries), sends = \(registration.sends),
                sentAt = \(registration.sentAt)
            WHERE id = \(registration.id)
            """
        )
    }

    /// The unexpired registration with an id.
    static func find(_ id: String, at now: Timestamp, in tx: any ReadTransaction) throws -> RegistrationRecord? {
        guard let row = try tx.first("SELECT * FROM registration WHERE id = \(id) AND expiresAt > \(now)") else { return nil }
        return RegistrationRecord(
            id: try row.get("id"),
            email: EmailAddress(stored: try row.get("email")),
            username: try row.find("username", as: String.self).flatMap(Username.init),
            profile: try JSONDecoder().decode(Profile.self, from: Data(try row.get("profile", as: String.self).utf8)),
            language: try row.choice("language"),
            consentVersion: try row.get("consentVersion"),
            sealedCode: try row.find("sealedDigits"),
            tries: try row.get("tries"),
            sends: try row.get("sends"),
            sentAt: try row.timestamp("sentAt"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }

    /// How many mails unexpired registrations sent to an address.
    static func sends(to email: EmailAddress, at now: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COALESCE(SUM(sends), 0) AS sends FROM registration WHERE email = \(email.text) AND expiresAt > \(now)")?
            .get("sends") ?? 0
    }

    /// Deletes the registrations of an address with the keys of what they hold.
    static func deleteAll(of email: EmailAddress, keys: KeyRing, in tx: any WriteTransaction) throws {
        try delete(try tx.rows("SELECT id FROM registration WHERE email = \(email.text)"), keys: keys, in: tx)
    }

    /// Deletes every registration with the keys of what they hold.
    static func deleteAll(keys: KeyRing, in tx: any WriteTransaction) throws {
        try delete(try tx.rows("SELECT id FROM registration"), keys: keys, in: tx)
    }

    /// Deletes registrations whose time is over, the oldest first, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        let rows = try tx.rows("SELECT id FROM registration WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit)")
        try delete(rows, keys: keys, in: tx)
        return rows.count
    }

    private static func delete(_ rows: [Row], keys: KeyRing, in tx: any WriteTransaction) throws {
        try PlaceStore.shred(rows, keys: keys, in: tx)
        for row in rows {
            let id: String = try row.get("id")
            try OneTimeCode.shred(ofRegistration: id, keys: keys, in: tx)
            try tx.execute("DELETE FROM registration WHERE id = \(id)")
        }
    }
}

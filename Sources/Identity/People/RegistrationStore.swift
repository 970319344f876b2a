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
    var tries: Int
    var sends: Int
    var sentAt: Timestamp
    let createdAt: Timestamp
    let expiresAt: Timestamp
}

/// The rows of registrations.
enum RegistrationStore {
    static func insert(_ registration: RegistrationRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let holder = PlaceStore.holder(ofRegistration: registration.id)
        try keys.create(holder: holder, in: tx)
        let person = Array(try JSONEncoder().encode(Applicant(of: registration)))
        let sealed = try keys.seal(person, holder: holder, table: table, row: registration.id, version: 1, in: tx)
        let hash = try PersonLookup.hash(keeping: registration.email, keys: keys, in: tx)
        try tx.execute(
            """
            INSERT INTO registration (
                id, emailHash, sealedPerson, language, consentVersion, tries, sends, sentAt, createdAt, expiresAt
            ) VALUES (
                \(registration.id), \(hash), \(sealed), \(registration.language.rawValue), \(registration.consentVersion),
                \(registration.tries), \(registration.sends), \(registration.sentAt), \(registration.createdAt),
                \(registration.expiresAt)
            )
            """
        )
    }

    /// Writes what changes of a registration while it waits.
    static func update(_ registration: RegistrationRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE registration SET tries = \(registration.tries), sends = \(registration.sends), sentAt = \(registration.sentAt)
            WHERE id = \(registration.id)
            """
        )
    }

    /// The unexpired registration with an id.
    static func find(_ id: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> RegistrationRecord? {
        guard let row = try tx.first("SELECT * FROM registration WHERE id = \(id) AND expiresAt > \(now)") else { return nil }
        let holder = PlaceStore.holder(ofRegistration: id)
        let bytes = try keys.open(try row.get("sealedPerson"), holder: holder, table: table, row: id, version: 1, in: tx)
        let applicant = try JSONDecoder().decode(Applicant.self, from: Data(bytes))
        return RegistrationRecord(
            id: id,
            email: EmailAddress(stored: applicant.email),
            username: applicant.username.flatMap(Username.init),
            profile: applicant.profile,
            language: try row.choice("language"),
            consentVersion: try row.get("consentVersion"),
            tries: try row.get("tries"),
            sends: try row.get("sends"),
            sentAt: try row.timestamp("sentAt"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }

    /// Deletes the registrations of an address with the keys of what they hold.
    static func deleteAll(of email: EmailAddress, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return }
        try delete(try tx.rows("SELECT id FROM registration WHERE emailHash = \(hash)"), keys: keys, in: tx)
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

    private static let table = "registration"

    /// What is sealed of who registers, by a key that ends with the registration.
    private struct Applicant: Codable {
        var email: String
        var username: String?
        var profile: Profile

        init(of registration: RegistrationRecord) {
            email = registration.email.text
            username = registration.username?.text
            profile = registration.profile
        }
    }

    private static func delete(_ rows: [Row], keys: KeyRing, in tx: any WriteTransaction) throws {
        try PlaceStore.shred(rows, keys: keys, in: tx)
        for row in rows {
            let id: String = try row.get("id")
            try tx.execute("DELETE FROM registration WHERE id = \(id)")
        }
    }
}

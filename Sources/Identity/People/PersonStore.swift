import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of people.
enum PersonStore {
    /// Adds a person and the key that seals what tells of their hand.
    ///
    /// - Throws: ``StorageError`` of code `conflict` where the address is proved already, the app has it already, or the username is taken.
    static func insert(_ person: PersonRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let profile = person.profile
        try tx.execute(
            """
            INSERT INTO person (
                id, email, emailProved, ownerAppId, username, usernameKey, status, name, companyName, position, phoneNumber,
                birthday, sex, language, photoBlob, photoType, photoOrientation, passwordHash, createdAt
            ) VALUES (
                \(person.id), \(person.email.text), \(person.emailProved), \(person.ownerAppID), \(person.username?.text),
                \(person.username?.key), \(person.status.rawValue), \(profile.userName), \(profile.companyName), \(profile.position),
                \(profile.phoneNumber), \(profile.birthday), \(profile.sex?.rawValue), \(person.language.rawValue),
                \(person.photo?.address), \(person.photo?.mediaType), \(person.photo?.orientation), \(person.passwordHash),
                \(person.createdAt)
            )
            """
        )
        try keys.create(holder: person.id, in: tx)
    }

    /// Writes what may change of a person.
    static func update(_ person: PersonRecord, in tx: any WriteTransaction) throws {
        let profile = person.profile
        try tx.execute(
            """
            UPDATE person SET
                email = \(person.email.text), emailProved = \(person.emailProved), ownerAppId = \(person.ownerAppID),
                username = \(person.username?.text), usernameKey = \(person.username?.key), status = \(person.status.rawValue),
                name = \(profile.userName), companyName = \(profile.companyName), position = \(profile.position),
                phoneNumber = \(profile.phoneNumber), birthday = \(profile.birthday), sex = \(profile.sex?.rawValue),
                language = \(person.language.rawValue), photoBlob = \(person.photo?.address), photoType = \(person.photo?.mediaType),
                photoOrientation = \(person.photo?.orientation), passwordHash = \(person.passwordHash)
            WHERE id = \(person.id)
            """
        )
    }

    /// The person with an id.
    static func find(_ id: String, in tx: any ReadTransaction) throws -> PersonRecord? {
        try tx.first("SELECT * FROM person WHERE id = \(id)").map(PersonRecord.init)
    }

    /// The person who proved that an address is theirs.
    static func find(proved email: EmailAddress, in tx: any ReadTransaction) throws -> PersonRecord? {
        try tx.first("SELECT * FROM person WHERE email = \(email.text) AND emailProved = 1").map(PersonRecord.init)
    }

    /// The person whom an app knows by an address: who proved it, else the account that works inside this app only.
    static func find(_ email: EmailAddress, inApp appID: String, in tx: any ReadTransaction) throws -> PersonRecord? {
        if let person = try find(proved: email, in: tx) { return person }
        return try tx.first("SELECT * FROM person WHERE email = \(email.text) AND emailProved = 0 AND ownerAppId = \(appID)")
            .map(PersonRecord.init)
    }

    /// The person with a username.
    static func find(username: Username, in tx: any ReadTransaction) throws -> PersonRecord? {
        try tx.first("SELECT * FROM person WHERE usernameKey = \(username.key)").map(PersonRecord.init)
    }

    /// The person who signs in by an identifier: a proved e-mail or a username, as typed.
    static func find(identifier: String, in tx: any ReadTransaction) throws -> PersonRecord? {
        switch AccountIdentifier(identifier) {
        case .email(let email): try find(proved: email, in: tx)
        case .username(let username): try find(username: username, in: tx)
        case nil: nil
        }
    }

    /// A page of everybody, by e-mail.
    static func list(after email: String? = nil, limit: Int, in tx: any ReadTransaction) throws -> [PersonRecord] {
        try tx.rows("SELECT * FROM person WHERE email > \(email ?? "") ORDER BY email, id LIMIT \(limit)").map(PersonRecord.init)
    }

    /// Deletes a person and every row that is theirs, here and with other domains, shreds the key of what was sealed for them, and notes that
    /// they are erased.
    ///
    /// - Returns: the blobs to delete once this is committed.
    static func delete(
        _ person: PersonRecord,
        at now: Timestamp,
        keys: KeyRing,
        belongings: (any Belongings)?,
        in tx: any WriteTransaction
    ) throws -> [BlobAddress] {
        let kept = try belongings?.delete(of: person.id, at: now, in: tx) ?? []
        let captures = try CaptureStore.photos(of: person.id, in: tx)
        for row in try tx.rows("SELECT id FROM enrolment WHERE personId = \(person.id)") {
            try keys.destroy(holder: EnrolmentStore.holder(of: try row.get("id")), in: tx)
        }
        try tx.execute("DELETE FROM person WHERE id = \(person.id)")
        try keys.destroy(holder: person.id, in: tx)
        try ErasureStore.add(.person(person.id), at: now, in: tx)
        let blobs = captures + (person.photo.map { [$0.address] } ?? [])
        try LooseBlobStore.doom(blobs, at: now, in: tx)
        return blobs + kept
    }

    /// Deletes the accounts that apps made of an address which nobody had proved, because somebody proved it now.
    ///
    /// - Returns: the blobs to delete once this is committed.
    static func deleteUnproved(
        _ email: EmailAddress,
        at now: Timestamp,
        keys: KeyRing,
        belongings: (any Belongings)?,
        in tx: any WriteTransaction
    ) throws -> [BlobAddress] {
        let unproved = try tx.rows("SELECT * FROM person WHERE email = \(email.text) AND emailProved = 0").map(PersonRecord.init)
        return try unproved.flatMap { try delete($0, at: now, keys: keys, belongings: belongings, in: tx) }
    }
}

/// What a person signs in by.
enum AccountIdentifier: Hashable, Sendable {
    case email(EmailAddress)
    case username(Username)

    /// Reads what was typed; `nil` where it is neither.
    init?(_ typed: String) {
        if let email = EmailAddress(typed) {
            self = .email(email)
        } else if let username = Username(typed) {
            self = .username(username)
        } else {
            return nil
        }
    }

    /// The form that devices sign and that is compared.
    var normalised: String {
        switch self {
        case .email(let email): email.text
        case .username(let username): username.key
        }
    }
}

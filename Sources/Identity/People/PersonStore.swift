import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of people.
enum PersonStore {
    /// Adds a person and the key that seals what tells of them.
    ///
    /// - Throws: ``StorageError`` of code `conflict` where the address is proved already, the app has it already, or the username is taken.
    static func insert(_ person: PersonRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        try keys.create(holder: person.id, in: tx)
        let sealed = try PersonContents(of: person).sealed(for: person.id, keys: keys, in: tx)
        try tx.execute(
            """
            INSERT INTO person (
                id, emailProved, ownerAppId, status, sealedContents, language, photoBlob, photoType, photoOrientation, createdAt, unusedSince
            ) VALUES (
                \(person.id), \(person.emailProved), \(person.ownerAppID), \(person.status.rawValue), \(sealed),
                \(person.language.rawValue), \(person.photo?.address), \(person.photo?.mediaType), \(person.photo?.orientation),
                \(person.createdAt), \(person.emailProved ? nil : person.createdAt)
            )
            """
        )
        try PersonLookup.replace(person, keys: keys, in: tx)
    }

    /// Changes what a session alone may change of a person.
    ///
    /// - Returns: the person as they are now.
    /// - Throws: a `notFound` ``ParaphWire/Problem``.
    @discardableResult static func change(
        _ id: String,
        keys: KeyRing,
        in tx: any WriteTransaction,
        _ work: (inout PersonRecord.Details) throws -> Void
    ) throws -> PersonRecord {
        var person = try PersonService.find(id, keys: keys, in: tx)
        try work(&person.details)
        try write(person, keys: keys, in: tx)
        return person
    }

    /// Names a person; another name than the one that is there is an act of its own.
    ///
    /// - Throws: ``StorageError`` of code `conflict` where another person has it.
    static func setUsername(
        _ username: Username,
        of id: String,
        permit: borrowing StepUp.Permit,
        keys: KeyRing,
        in tx: any WriteTransaction
    )
        throws
    {
        var person = try PersonService.find(id, keys: keys, in: tx)
        let isOther = person.username.map { $0.key != username.key } ?? false
        try permit.check(isOther ? [.changeUsername] : [.changeUsername, .firstUsername, .firstDevice], of: id)
        person.username = username
        try write(person, keys: keys, in: tx)
    }

    /// Makes an account that an app made of an address that of the address's owner.
    ///
    /// - Throws: ``StorageError`` of code `conflict` where another person proved the address.
    static func prove(_ id: String, permit: borrowing StepUp.Permit, keys: KeyRing, in tx: any WriteTransaction) throws -> PersonRecord {
        try permit.check([.proveAddress], of: id)
        var person = try PersonService.find(id, keys: keys, in: tx)
        (person.emailProved, person.ownerAppID) = (true, nil)
        try write(person, keys: keys, in: tx)
        return person
    }

    /// Closes an account to its person, or opens it again.
    static func setStatus(
        _ status: PersonRecord.Status,
        of id: String,
        permit: borrowing StepUp.Permit,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        try permit.check(status == .disabled ? [.disableAccount] : [.enableAccount], of: id)
        var person = try PersonService.find(id, keys: keys, in: tx)
        person.status = status
        try write(person, keys: keys, in: tx)
    }

    /// Writes what may change of a person; the row from before does not open any more.
    private static func write(_ person: PersonRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let sealed = try PersonContents(of: person).sealed(for: person.id, keys: keys, in: tx)
        try tx.execute(
            """
            UPDATE person SET
                emailProved = \(person.emailProved), ownerAppId = \(person.ownerAppID), status = \(person.status.rawValue),
                sealedContents = \(sealed), language = \(person.language.rawValue), photoBlob = \(person.photo?.address),
                photoType = \(person.photo?.mediaType), photoOrientation = \(person.photo?.orientation)
            WHERE id = \(person.id)
            """
        )
        try PersonLookup.replace(person, keys: keys, in: tx)
    }

    /// The person with an id.
    ///
    /// - Throws: ``StorageError`` of code `undecryptable` where the row was changed or is an earlier one.
    static func find(_ id: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        try tx.first("SELECT * FROM person WHERE id = \(id)").map { try open($0, keys: keys, in: tx) }
    }

    /// Whether a person may do anything; `nil` where there is none; opens nothing.
    static func status(of id: String, in tx: any ReadTransaction) throws -> PersonRecord.Status? {
        try tx.first("SELECT status FROM person WHERE id = \(id)")?.choice("status")
    }

    /// The person who proved that an address is theirs.
    static func find(proved email: EmailAddress, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        try PersonLookup.find(proved: email, keys: keys, in: tx).flatMap { try find($0, keys: keys, in: tx) }
    }

    /// Whose an address is when an app registers it: of who proved it, else of the account that works inside this app only.
    ///
    /// Whether the app may know of them is for ``AppReach`` to say.
    static func find(_ email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        try find(proved: email, keys: keys, in: tx) ?? find(unproved: email, inApp: appID, keys: keys, in: tx)
    }

    /// The account that an app made of an unproved address; it works inside this app only.
    static func find(unproved email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        try PersonLookup.find(email, onlyInApp: appID, keys: keys, in: tx).flatMap { try find($0, keys: keys, in: tx) }
    }

    /// The person with a username.
    static func find(username: Username, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        try PersonLookup.find(username, keys: keys, in: tx).flatMap { try find($0, keys: keys, in: tx) }
    }

    /// The person who signs in by an identifier: a proved e-mail or a username, as typed.
    static func find(identifier: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord? {
        switch AccountIdentifier(identifier) {
        case .email(let email): try find(proved: email, keys: keys, in: tx)
        case .username(let username): try find(username: username, keys: keys, in: tx)
        case nil: nil
        }
    }

    /// A page of everybody in the order in which they came; each is opened by itself, so that it takes O(limit), however many come before.
    ///
    /// The page begins after `last`, the last one of the page before.
    static func list(after last: (createdAt: Timestamp, id: String)? = nil, limit: Int, keys: KeyRing, in tx: any ReadTransaction) throws
        -> [PersonRecord]
    {
        let (at, id) = (last?.createdAt ?? Timestamp(milliseconds: .min), last?.id ?? "")
        return try tx.rows("SELECT * FROM person WHERE (createdAt, id) > (\(at), \(id)) ORDER BY createdAt, id LIMIT \(limit)")
            .map { try open($0, keys: keys, in: tx) }
    }

    /// A page as ``list(after:limit:keys:in:)`` gives it, in which those whose row does not open have no record.
    static func listed(
        after last: (createdAt: Timestamp, id: String)?,
        limit: Int,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> [(id: String, createdAt: Timestamp, record: PersonRecord?)] {
        let (at, id) = (last?.createdAt ?? Timestamp(milliseconds: .min), last?.id ?? "")
        return try tx.rows("SELECT * FROM person WHERE (createdAt, id) > (\(at), \(id)) ORDER BY createdAt, id LIMIT \(limit)").map { row in
            var record: PersonRecord?
            do {
                record = try open(row, keys: keys, in: tx)
            } catch let error as StorageError where [.undecryptable, .notFound].contains(error.code) {}
            return (try row.get("id"), try row.timestamp("createdAt"), record)
        }
    }

    /// A row of the table with what is sealed of it.
    static func open(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord {
        let contents = try PersonContents.open(try row.find("sealedContents"), of: try row.get("id"), keys: keys, in: tx)
        return try PersonRecord(row: row, contents: contents)
    }

    /// Deletes a person and every row of this domain that is theirs, shreds the key of what was sealed for them, and notes that they are erased.
    ///
    /// Opens nothing, so that it also ends a person whose row does not open.
    /// - Returns: the blobs to delete once this is committed.
    static func delete(_ id: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let captures = try CaptureStore.photos(of: id, in: tx)
        let photo: BlobAddress? = try tx.first("SELECT photoBlob FROM person WHERE id = \(id)")?.find("photoBlob")
        try EnrolmentStore.deleteAll(of: id, keys: keys, in: tx)
        // What an app made of an address says nothing of who has the mailbox, and starts no count anew.
        for receiver in try PersonLookup.receivers(of: id, in: tx) {
            try MailedCodeStore.delete(for: receiver, keys: keys, in: tx)
            try LetterStore.delete(to: receiver, in: tx)
        }
        try EmailProofStore.deleteAll(sealedBy: id, in: tx)
        try AppStore.leave(ownedBy: id, at: now, keys: keys, in: tx)
        try tx.execute("DELETE FROM person WHERE id = \(id)")
        try keys.destroy(holder: id, in: tx)
        try ErasureStore.add(.person(id), at: now, in: tx)
        let blobs = captures + (photo.map { [$0] } ?? [])
        try OrphanedBlobStore.release(blobs, at: now, in: tx)
        return blobs
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

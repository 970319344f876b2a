import ParaphStorage

/// Finds people by what is sealed of them: addresses and usernames as keyed hashes, each by a key of its own.
///
/// The rows go with their person and lie in no backup, where the root key would be enough to try addresses of people who were erased
/// since; a restore makes them anew.
enum PersonLookup {
    /// The table, which backups leave empty.
    static let table = "personLookup"

    private static let emails = "lookup/email"
    private static let usernames = "lookup/username"

    /// The keyed hash of an address; `nil` where none was ever kept.
    static func hash(_ email: EmailAddress, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8]? {
        try keys.hash(email.text, holder: emails, in: tx)
    }

    /// The keyed hash of an address that is about to be kept.
    static func hash(keeping email: EmailAddress, keys: KeyRing, in tx: any WriteTransaction) throws -> [UInt8] {
        try hash(keeping: email.text, holder: emails, keys: keys, in: tx)
    }

    /// Who proved that an address is theirs.
    static func find(proved email: EmailAddress, keys: KeyRing, in tx: any ReadTransaction) throws -> String? {
        try find(try hash(email, keys: keys, in: tx), in: tx)
    }

    /// The account of an unproved address inside one app.
    static func find(_ email: EmailAddress, onlyInApp appID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> String? {
        try find(try hash(email, keys: keys, in: tx), appID: appID, in: tx)
    }

    /// Who has a username.
    static func find(_ username: Username, keys: KeyRing, in tx: any ReadTransaction) throws -> String? {
        try find(try keys.hash(username.key, holder: usernames, in: tx), in: tx)
    }

    /// The accounts that apps made of an unproved address.
    static func unproved(_ email: EmailAddress, keys: KeyRing, in tx: any ReadTransaction) throws -> [String] {
        guard let hash = try hash(email, keys: keys, in: tx) else { return [] }
        return try tx.rows("SELECT personId FROM personLookup WHERE hash = \(hash) AND appId <> '' ORDER BY personId").map {
            try $0.get("personId")
        }
    }

    /// By which letters to a person are counted, where the address is theirs.
    static func receivers(of personID: String, in tx: any ReadTransaction) throws -> [LetterReceiver] {
        try tx.rows("SELECT hash FROM personLookup WHERE personId = \(personID) AND appId = ''").map {
            LetterReceiver(hash: try $0.get("hash"))
        }
    }

    /// Makes a person found by what they have now, and by nothing that they had before.
    ///
    /// - Throws: ``StorageError`` of code `conflict` where another person has it.
    static func replace(_ person: PersonRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM personLookup WHERE personId = \(person.id)")
        try insert(try hash(keeping: person.email, keys: keys, in: tx), appID: person.ownerAppID ?? "", of: person.id, in: tx)
        if let username = person.username {
            try insert(try hash(keeping: username.key, holder: usernames, keys: keys, in: tx), appID: "", of: person.id, in: tx)
        }
    }

    /// Makes everybody found anew, as after a restore; O(n) in people, a page of them at a time.
    ///
    /// - Returns: how many people cannot be found, because what is sealed of them does not open.
    static func rebuild(keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        try tx.execute("DELETE FROM personLookup")
        var (last, unreadable) = ("", 0)
        while true {
            let rows = try tx.rows("SELECT * FROM person WHERE id > \(last) ORDER BY id LIMIT 200")
            for row in rows {
                do {
                    try replace(try PersonStore.open(row, keys: keys, in: tx), keys: keys, in: tx)
                } catch let error as StorageError where error.code == .undecryptable || error.code == .notFound {
                    unreadable += 1
                }
            }
            guard rows.count == 200, let id: String = try rows.last?.get("id") else { return unreadable }
            last = id
        }
    }

    private static func find(_ hash: [UInt8]?, appID: String = "", in tx: any ReadTransaction) throws -> String? {
        guard let hash else { return nil }
        return try tx.first("SELECT personId FROM personLookup WHERE hash = \(hash) AND appId = \(appID)")?.get("personId")
    }

    private static func insert(_ hash: [UInt8], appID: String, of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("INSERT INTO personLookup (hash, appId, personId) VALUES (\(hash), \(appID), \(personID))")
    }

    private static func hash(keeping text: String, holder: String, keys: KeyRing, in tx: any WriteTransaction) throws -> [UInt8] {
        if let hash = try keys.hash(text, holder: holder, in: tx) { return hash }
        try keys.create(holder: holder, in: tx)
        guard let hash = try keys.hash(text, holder: holder, in: tx) else {
            throw StorageError(.notFound, "the key that addresses are found by is not there")
        }
        return hash
    }
}

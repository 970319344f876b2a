import ParaphStorage
import ParaphWire

/// A letter that lets the owner of an address say whether what an app did with it was their doing.
struct EmailProofRecord: Hashable, Sendable {
    let id: String
    let email: EmailAddress
    let appID: String
    /// The account that the app made; `nil` where there was one already and the app wants a template for it.
    let personID: String?
    /// Whether a known device or a recovery code allowed the new template to be the person's own, good everywhere.
    var approved: Bool
    let createdAt: Timestamp
    /// When the letter, or what it allowed, is worth nothing any more.
    var expiresAt: Timestamp
    var provedAt: Timestamp?

    /// How long a letter about a new account is good, in seconds.
    static let accountLifetime: Int64 = 7 * 86_400
    /// How long a letter about a template is good, and then what it allowed, in seconds; as long as a pending enrolment.
    static let replacementLifetime = EnrolmentStore.lifetime

    init(email: EmailAddress, appID: String, personID: String?, createdAt: Timestamp) {
        id = Identifier.random()
        self.email = email
        self.appID = appID
        self.personID = personID
        approved = false
        self.createdAt = createdAt
        expiresAt = createdAt.adding(seconds: personID == nil ? Self.replacementLifetime : Self.accountLifetime)
    }

    init(row: Row, email: EmailAddress) throws {
        id = try row.get("id")
        self.email = email
        appID = try row.get("appId")
        personID = try row.find("personId")
        approved = try row.get("approved")
        createdAt = try row.timestamp("createdAt")
        expiresAt = try row.timestamp("expiresAt")
        provedAt = try row.timestampIfAny("provedAt")
    }
}

/// The rows of letters, each with its address sealed by the key of the account that it is about, and found by a keyed hash.
enum EmailProofStore {
    /// Seals the addresses of letters about no account.
    private static let letters = "identity:letters"
    private static let table = "emailProof"

    /// Keeps a letter under the hash of its secret.
    static func insert(_ proof: EmailProofRecord, token: Secret, keys: KeyRing, in tx: any WriteTransaction) throws {
        let hash = try PersonLookup.hash(keeping: proof.email, keys: keys, in: tx)
        let holder = try proof.personID ?? PersonLookup.find(proved: proof.email, keys: keys, in: tx) ?? letters
        try keys.create(holder: holder, in: tx)
        let sealed = try keys.seal(Array(proof.email.text.utf8), holder: holder, table: table, row: proof.id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO emailProof
                (id, tokenHash, emailHash, holder, sealedEmail, appId, personId, approved, createdAt, expiresAt, provedAt)
            VALUES (\(proof.id), \(token.hash), \(hash), \(holder), \(sealed), \(proof.appID), \(proof.personID), \(proof.approved),
                \(proof.createdAt), \(proof.expiresAt), \(proof.provedAt))
            """
        )
    }

    /// Deletes the letters whose address a person's key seals, because it goes.
    static func deleteAll(sealedBy personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM emailProof WHERE holder = \(personID)")
    }

    /// Writes what may change of a letter.
    static func update(_ proof: EmailProofRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE emailProof SET approved = \(proof.approved), expiresAt = \(proof.expiresAt), provedAt = \(proof.provedAt)
            WHERE id = \(proof.id)
            """
        )
    }

    /// Deletes letters that are worth nothing any more, and says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM emailProof WHERE id IN (SELECT id FROM emailProof WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit))
            """
        )
    }

    /// What apps ask of the owner of an address who has an account, and is not answered: each app once, the newest first, fifty at most.
    static func waiting(for email: EmailAddress, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> [EmailProofRecord]
    {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return [] }
        let rows = try tx.rows(
            """
            SELECT * FROM emailProof WHERE emailHash = \(hash) AND personId IS NULL AND provedAt IS NULL AND expiresAt > \(now)
            ORDER BY createdAt DESC, id LIMIT 50
            """
        )
        var apps: Set<String> = []
        return try rows.map { try open($0, keys: keys, in: tx) }.filter { apps.insert($0.appID).inserted }
    }

    /// Deletes what an app asked of the owner of an address.
    static func deleteAll(of email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return }
        try tx.execute("DELETE FROM emailProof WHERE emailHash = \(hash) AND appId = \(appID)")
    }

    static func delete(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM emailProof WHERE id = \(id)")
    }

    /// The letter of a secret, while it is good.
    static func find(token: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> EmailProofRecord? {
        try tx.first("SELECT * FROM emailProof WHERE tokenHash = \(SecretHash(of: token)) AND expiresAt > \(now)").map {
            try open($0, keys: keys, in: tx)
        }
    }

    /// The letter with an id, while it is good.
    static func find(_ id: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> EmailProofRecord? {
        try tx.first("SELECT * FROM emailProof WHERE id = \(id) AND expiresAt > \(now)").map { try open($0, keys: keys, in: tx) }
    }

    /// The letter by which an app may be allowed a template for an address that has an account; the allowed one before others.
    static func replacement(
        of email: EmailAddress,
        inApp appID: String,
        at now: Timestamp,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> EmailProofRecord? {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return nil }
        return try tx.first(
            """
            SELECT * FROM emailProof
            WHERE emailHash = \(hash) AND appId = \(appID) AND personId IS NULL AND expiresAt > \(now)
            ORDER BY approved DESC, provedAt IS NULL, createdAt DESC LIMIT 1
            """
        ).map { try open($0, keys: keys, in: tx) }
    }

    private static func open(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> EmailProofRecord {
        let (id, holder): (String, String) = (try row.get("id"), try row.get("holder"))
        let bytes = try keys.open(try row.get("sealedEmail"), holder: holder, table: table, row: id, version: 1, in: tx)
        return try EmailProofRecord(row: row, email: EmailAddress(stored: String(decoding: bytes, as: UTF8.self)))
    }
}

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
    /// The most letters about one address in a day, so that no app can flood a mailbox.
    static let dailyLimit = 5

    init(email: EmailAddress, appID: String, personID: String?, createdAt: Timestamp) {
        id = Identifier.random()
        self.email = email
        self.appID = appID
        self.personID = personID
        approved = false
        self.createdAt = createdAt
        expiresAt = createdAt.adding(seconds: personID == nil ? Self.replacementLifetime : Self.accountLifetime)
    }

    init(row: Row) throws {
        id = try row.get("id")
        email = EmailAddress(stored: try row.get("email"))
        appID = try row.get("appId")
        personID = try row.find("personId")
        approved = try row.get("approved")
        createdAt = try row.timestamp("createdAt")
        expiresAt = try row.timestamp("expiresAt")
        provedAt = try row.timestampIfAny("provedAt")
    }
}

/// The rows of letters.
enum EmailProofStore {
    /// Keeps a letter under the hash of its secret.
    static func insert(_ proof: EmailProofRecord, token: Secret, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO emailProof (id, tokenHash, email, appId, personId, approved, createdAt, expiresAt, provedAt)
            VALUES (\(proof.id), \(token.hash), \(proof.email.text), \(proof.appID), \(proof.personID), \(proof.approved),
                \(proof.createdAt), \(proof.expiresAt), \(proof.provedAt))
            """
        )
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

    /// Deletes letters that have been worth nothing for a day, and says how many; until then they count against a mailbox's limit.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -86_400)
        return try tx.execute(
            """
            DELETE FROM emailProof WHERE id IN (SELECT id FROM emailProof WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit))
            """
        )
    }

    static func delete(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM emailProof WHERE id = \(id)")
    }

    /// The letter of a secret, while it is good.
    static func find(token: String, at now: Timestamp, in tx: any ReadTransaction) throws -> EmailProofRecord? {
        try tx.first("SELECT * FROM emailProof WHERE tokenHash = \(SecretHash(of: token)) AND expiresAt > \(now)").map(
            EmailProofRecord.init
        )
    }

    /// The letter with an id, while it is good.
    static func find(_ id: String, at now: Timestamp, in tx: any ReadTransaction) throws -> EmailProofRecord? {
        try tx.first("SELECT * FROM emailProof WHERE id = \(id) AND expiresAt > \(now)").map(EmailProofRecord.init)
    }

    /// The letter by which an app may be allowed a template for an address that has an account; the allowed one before others.
    static func replacement(
        of email: EmailAddress,
        inApp appID: String,
        at now: Timestamp,
        in tx: any ReadTransaction
    ) throws -> EmailProofRecord? {
        try tx.first(
            """
            SELECT * FROM emailProof
            WHERE email = \(email.text) AND appId = \(appID) AND personId IS NULL AND expiresAt > \(now)
            ORDER BY approved DESC, provedAt IS NULL, createdAt DESC LIMIT 1
            """
        ).map(EmailProofRecord.init)
    }

    /// How many letters went to an address since a moment.
    static func count(to email: EmailAddress, since moment: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM emailProof WHERE email = \(email.text) AND createdAt > \(moment)")?.get("count") ?? 0
    }
}

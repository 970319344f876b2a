import ParaphStorage
import ParaphWire
import ServerKit

/// A letter that lets the owner of an address say whether what an app did with it was their doing.
struct EmailProofRecord: Hashable, Sendable {
    let id: String
    let email: EmailAddress
    let appID: String
    /// The account that the app made; `nil` where there was one already and the app wants a template for it.
    var personID: String?
    /// Whether signatures for the address came from more than one hand in this app, where it is about an account: its owner has one that begins anew.
    var isContested = false
    /// The digest of the request that caused it, where it is about a template: what its owner allows serves no other.
    let request: [UInt8]?
    /// The network that the request came from, which bounds how many wait.
    let network: String?
    /// The type of the device that it was made on, in words of ours.
    let device: String?
    /// What a person with more than the mailbox allowed it by.
    var confirmedBy: StepUp.Method?
    let createdAt: Timestamp
    /// When the letter, or what it allowed, is worth nothing any more.
    var expiresAt: Timestamp
    var provedAt: Timestamp?
    /// How often it was mailed, and when last.
    var sends = 0
    var sentAt: Timestamp?

    /// How often one letter about a template is mailed, where its request is sent again, and the seconds between; it is counted once.
    static let sendLimit = 3
    static let resendDelay: Int64 = 60
    /// How many letters about templates wait for an address in one app from one network; the oldest gives way.
    static let waitingLimit = 10

    /// How long a letter about a new account is good, in seconds.
    static let accountLifetime: Int64 = 7 * 86_400
    /// How long a letter about a template is good, and then what it allowed, in seconds; as long as a pending enrolment.
    static let replacementLifetime = EnrolmentStore.lifetime

    init(
        email: EmailAddress,
        appID: String,
        personID: String?,
        request: [UInt8]? = nil,
        network: String? = nil,
        device: DeviceType? = nil,
        createdAt: Timestamp
    ) {
        id = Identifier.random()
        self.email = email
        self.appID = appID
        self.personID = personID
        self.request = request
        self.network = network
        self.device = device?.label
        self.createdAt = createdAt
        expiresAt = createdAt.adding(seconds: personID == nil ? Self.replacementLifetime : Self.accountLifetime)
    }

    init(row: Row, email: EmailAddress) throws {
        id = try row.get("id")
        self.email = email
        appID = try row.get("appId")
        personID = try row.find("personId")
        request = try row.find("request")
        network = try row.find("network")
        device = try row.find("device")
        confirmedBy = try row.choiceIfAny("confirmedBy")
        isContested = try row.get("contested")
        createdAt = try row.timestamp("createdAt")
        expiresAt = try row.timestamp("expiresAt")
        provedAt = try row.timestampIfAny("provedAt")
        sends = try row.get("sends")
        sentAt = try row.timestampIfAny("sentAt")
    }

    /// Whether it was mailed so seldom, and not just now, that it may be mailed once more.
    func mayBeSentAgain(at now: Timestamp) -> Bool {
        guard let sentAt, provedAt == nil else { return false }
        return sends < Self.sendLimit && sentAt.adding(seconds: Self.resendDelay) <= now
    }
}

/// The rows of letters, each with its address sealed by the key of the account that it is about, and found by a keyed hash.
enum EmailProofStore {
    /// Seals the addresses of letters about no account.
    private static let letters = "identity:letters"
    private static let table = "emailProof"

    /// The secret of a letter's link; kept nowhere, for it follows from the letter's id, so that the same letter can be mailed again.
    static func token(of proof: EmailProofRecord, keys: KeyRing, in tx: any WriteTransaction) throws -> String {
        try keys.create(holder: letters, in: tx)
        guard let hash = try keys.hash("letter \(proof.id)", holder: letters, in: tx) else {
            throw StorageError(.notFound, "the key of letters is not there")
        }
        return Base64URL(hash).text
    }

    /// Keeps a letter under the hash of its secret.
    static func insert(_ proof: EmailProofRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let tokenHash = SecretHash(of: try token(of: proof, keys: keys, in: tx))
        let hash = try PersonLookup.hash(keeping: proof.email, keys: keys, in: tx)
        let holder = try proof.personID ?? PersonLookup.find(proved: proof.email, keys: keys, in: tx) ?? letters
        try keys.create(holder: holder, in: tx)
        let sealed = try keys.seal(Array(proof.email.text.utf8), holder: holder, table: table, row: proof.id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO emailProof
                (id, tokenHash, emailHash, holder, sealedEmail, appId, personId, request, network, device, createdAt, expiresAt, provedAt,
                confirmedBy, contested, sends, sentAt)
            VALUES (\(proof.id), \(tokenHash), \(hash), \(holder), \(sealed), \(proof.appID), \(proof.personID), \(proof.request),
                \(proof.network), \(proof.device), \(proof.createdAt), \(proof.expiresAt), \(proof.provedAt), \(proof.confirmedBy?.rawValue),
                \(proof.isContested), \(proof.sends), \(proof.sentAt))
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
            UPDATE emailProof SET confirmedBy = \(proof.confirmedBy?.rawValue), expiresAt = \(proof.expiresAt), provedAt = \(proof.provedAt),
                sends = \(proof.sends), sentAt = \(proof.sentAt)
            WHERE id = \(proof.id)
            """
        )
    }

    /// Whether a letter about an account waits that is not contested.
    static func mayContest(_ email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> Bool {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return false }
        let waiting = try tx.first(
            """
            SELECT id FROM emailProof
            WHERE emailHash = \(hash) AND appId = \(appID) AND personId IS NOT NULL AND provedAt IS NULL AND contested = 0 LIMIT 1
            """
        )
        return waiting != nil
    }

    /// Notes, on the letter about an account that waits, that another requester gave signatures for its address in the same app.
    static func contest(_ email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return }
        try tx.execute(
            """
            UPDATE emailProof SET contested = 1
            WHERE emailHash = \(hash) AND appId = \(appID) AND personId IS NOT NULL AND provedAt IS NULL
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

    /// What apps ask of the owner of an address who has an account, and is not answered: each app once, the newest first, two hundred at most.
    static func waiting(for email: EmailAddress, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> [EmailProofRecord]
    {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return [] }
        // However often an app asks, it hides what no other asks.
        let apps = try tx.rows(
            """
            SELECT appId, MAX(createdAt) AS newest FROM emailProof
            WHERE emailHash = \(hash) AND personId IS NULL AND provedAt IS NULL AND expiresAt > \(now)
            GROUP BY appId ORDER BY newest DESC, appId LIMIT 200
            """
        )
        return try apps.compactMap { app in
            try tx.first(
                """
                SELECT * FROM emailProof
                WHERE emailHash = \(hash) AND appId = \(try app.get("appId", as: String.self)) AND personId IS NULL AND provedAt IS NULL
                    AND expiresAt > \(now)
                ORDER BY createdAt DESC, id LIMIT 1
                """
            ).map { try open($0, keys: keys, in: tx) }
        }
    }

    /// What else an app asks for a template of an address, and is not answered: the newest first, twenty at most.
    static func others(beside proof: EmailProofRecord, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws
        -> [EmailProofRecord]
    {
        guard let hash = try PersonLookup.hash(proof.email, keys: keys, in: tx) else { return [] }
        return try tx.rows(
            """
            SELECT * FROM emailProof
            WHERE emailHash = \(hash) AND appId = \(proof.appID) AND personId IS NULL AND provedAt IS NULL AND expiresAt > \(now)
                AND id <> \(proof.id)
            ORDER BY createdAt DESC, id LIMIT 20
            """
        ).map { try open($0, keys: keys, in: tx) }
    }

    /// Deletes what every app asked of a person about templates, answered or not.
    static func deleteRequests(to personID: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            DELETE FROM emailProof WHERE personId IS NULL
                AND emailHash IN (SELECT hash FROM personLookup WHERE personId = \(personID) AND appId = '')
            """
        )
    }

    /// Deletes what apps asked of an address about templates, because it is proved only now: they asked about accounts that end.
    static func deleteRequests(about email: EmailAddress, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return }
        try tx.execute("DELETE FROM emailProof WHERE emailHash = \(hash) AND personId IS NULL")
    }

    /// Deletes what an app asked of an address about templates, answered or not, because it has one now.
    static func deleteRequests(about email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return }
        try tx.execute("DELETE FROM emailProof WHERE emailHash = \(hash) AND appId = \(appID) AND personId IS NULL")
    }

    /// Deletes the oldest unanswered letters about templates for an address in one app from one network, so that one more may wait.
    static func makeRoom(for proof: EmailProofRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let hash = try PersonLookup.hash(keeping: proof.email, keys: keys, in: tx)
        try tx.execute(
            """
            DELETE FROM emailProof WHERE id IN (
                SELECT id FROM emailProof WHERE emailHash = \(hash) AND appId = \(proof.appID) AND personId IS NULL AND provedAt IS NULL
                    AND COALESCE(network, '') = \(proof.network ?? "")
                ORDER BY createdAt DESC, id LIMIT 1000 OFFSET \(EmailProofRecord.waitingLimit - 1))
            """
        )
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

    /// The letter about a template that a request caused, while it is good.
    static func find(
        of email: EmailAddress,
        inApp appID: String,
        request: [UInt8],
        at now: Timestamp,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> EmailProofRecord? {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return nil }
        return try tx.first(
            """
            SELECT * FROM emailProof
            WHERE emailHash = \(hash) AND appId = \(appID) AND personId IS NULL AND request = \(request) AND expiresAt > \(now)
            ORDER BY provedAt IS NULL, createdAt DESC LIMIT 1
            """
        ).map { try open($0, keys: keys, in: tx) }
    }

    /// The allowed letter whose request left samples that wait for more: further ones may only join those.
    static func begun(by email: EmailAddress, inApp appID: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws
        -> EmailProofRecord?
    {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return nil }
        let rows = try tx.rows(
            """
            SELECT * FROM emailProof
            WHERE emailHash = \(hash) AND appId = \(appID) AND personId IS NULL AND provedAt IS NOT NULL AND expiresAt > \(now)
            ORDER BY provedAt DESC LIMIT 20
            """
        )
        for row in rows {
            let owner = EnrolmentOwner.app(appID: appID, email: email, .letter(try row.get("id")))
            if try EnrolmentStore.hasSamples(owner, at: now, keys: keys, in: tx) { return try open(row, keys: keys, in: tx) }
        }
        return nil
    }

    private static func open(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> EmailProofRecord {
        let (id, holder): (String, String) = (try row.get("id"), try row.get("holder"))
        let bytes = try keys.open(try row.get("sealedEmail"), holder: holder, table: table, row: id, version: 1, in: tx)
        return try EmailProofRecord(row: row, email: EmailAddress(stored: String(decoding: bytes, as: UTF8.self)))
    }
}

import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

/// An enrolment that waits for samples, with those that it has.
struct PendingEnrolment: Sendable {
    let id: String
    /// Whether an approval allowed it to replace a template.
    var approved: Bool
    /// Rises with every change, so that two requests at once cannot both build on the same state.
    var version: Int
    var submissions: Int
    /// Where the samples came from: a person, or a network.
    var party: String?
    /// Whether others waited that a request did not hold and that were left out: as far as can be told, they are of another hand.
    var isContested = false
    let createdAt: Timestamp
    var expiresAt: Timestamp
    /// The samples that fit so far or are doubted, in the order given, in ParaphInk's binary encoding.
    var samples: [[UInt8]]

    /// One without samples yet that was approved before the first of them.
    static func approved(at now: Timestamp) -> PendingEnrolment {
        PendingEnrolment(
            id: Identifier.random(),
            approved: true,
            version: 1,
            submissions: 0,
            createdAt: now,
            expiresAt: now.adding(seconds: EnrolmentStore.lifetime),
            samples: []
        )
    }
}

/// Enrolments that wait for samples; each is sealed by a key of its own, which is destroyed when it ends.
enum EnrolmentStore {
    /// How long an enrolment waits for the missing samples, in seconds.
    static let lifetime: Int64 = 30 * 60

    /// The key ring's name for an enrolment's own key.
    static func holder(of id: String) -> String { "enrolment:\(id)" }

    /// The unexpired enrolment of an owner.
    static func find(_ owner: EnrolmentOwner, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> PendingEnrolment? {
        guard let key = try owner.key(keys: keys, in: tx),
            let row = try tx.first("SELECT * FROM enrolment WHERE owner = \(key) AND expiresAt > \(now)")
        else { return nil }
        let id: String = try row.get("id")
        let sealed: [KeyRing.SealedBytes] =
            try tx.rows("SELECT number, sealed FROM enrolmentSample WHERE enrolmentId = \(id) ORDER BY number")
            .map { (id, try $0.get("number"), try $0.get("sealed")) }
        return PendingEnrolment(
            id: id,
            approved: try row.get("approved"),
            version: try row.get("version"),
            submissions: try row.get("submissions"),
            party: try row.find("party"),
            isContested: try row.get("contested"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt"),
            samples: try keys.open(sealed, holder: holder(of: id), table: "enrolmentSample", in: tx)
        )
    }

    /// The version of an owner's unexpired enrolment; 0 where there is none.
    static func version(_ owner: EnrolmentOwner, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> Int {
        guard let key = try owner.key(keys: keys, in: tx) else { return 0 }
        return try tx.first("SELECT version FROM enrolment WHERE owner = \(key) AND expiresAt > \(now)").map { try $0.get("version") } ?? 0
    }

    /// The id of an owner's unexpired enrolment, and whether it was approved; `nil` where there is none.
    static func state(_ owner: EnrolmentOwner, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> (
        id: String, isApproved: Bool
    )? {
        guard let key = try owner.key(keys: keys, in: tx) else { return nil }
        let row = try tx.first("SELECT id, approved FROM enrolment WHERE owner = \(key) AND expiresAt > \(now)")
        return try row.map { (try $0.get("id"), try $0.get("approved")) }
    }

    /// Whether an owner's unexpired enrolment has samples that fit.
    static func hasSamples(_ owner: EnrolmentOwner, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> Bool {
        guard let key = try owner.key(keys: keys, in: tx) else { return false }
        let row = try tx.first(
            """
            SELECT enrolment.id FROM enrolment JOIN enrolmentSample ON enrolmentSample.enrolmentId = enrolment.id
            WHERE enrolment.owner = \(key) AND enrolment.expiresAt > \(now) LIMIT 1
            """
        )
        return row != nil
    }

    /// Keeps an enrolment with its samples, in place of what its owner had.
    static func save(_ pending: PendingEnrolment, for owner: EnrolmentOwner, keys: KeyRing, in tx: any WriteTransaction) throws {
        try delete(owner, keys: keys, in: tx)
        try keys.create(holder: holder(of: pending.id), in: tx)
        var (personID, emailHash): (String?, [UInt8]?)
        switch owner {
        case .person(let id, _): personID = id
        case .app(_, let email, _): emailHash = try PersonLookup.hash(keeping: email, keys: keys, in: tx)
        }
        let key = try owner.key(keeping: keys, in: tx)
        try makeRoom(for: owner, from: pending.party, keys: keys, in: tx)
        try tx.execute(
            """
            INSERT INTO enrolment (id, owner, personId, emailHash, approved, version, submissions, party, contested, createdAt, expiresAt)
            VALUES (\(pending.id), \(key), \(personID), \(emailHash), \(pending.approved), \(pending.version), \(pending.submissions),
                \(pending.party), \(pending.isContested), \(pending.createdAt), \(pending.expiresAt))
            """
        )
        for (number, sample) in pending.samples.enumerated() {
            let sealed = try keys.seal(
                sample,
                holder: holder(of: pending.id),
                table: "enrolmentSample",
                row: pending.id,
                version: number,
                in: tx
            )
            try tx.execute("INSERT INTO enrolmentSample (enrolmentId, number, sealed) VALUES (\(pending.id), \(number), \(sealed))")
        }
    }

    /// How many requesters of one network wait for an address in an app; the oldest gives way.
    static let requesterLimit = 10

    /// Whether samples of another owner wait in the same app for the same address.
    static func othersWait(beside owner: EnrolmentOwner, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> Bool {
        guard case .app(let appID, let email, _) = owner, let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return false }
        let (beginning, end) = EnrolmentOwner.keys(inApp: appID)
        let row = try tx.first(
            """
            SELECT enrolment.id FROM enrolment JOIN enrolmentSample ON enrolmentSample.enrolmentId = enrolment.id
            WHERE enrolment.emailHash = \(hash) AND enrolment.owner >= \(beginning) AND enrolment.owner < \(end)
                AND enrolment.owner <> \(try owner.key(keys: keys, in: tx) ?? "") AND enrolment.expiresAt > \(now) LIMIT 1
            """
        )
        return row != nil
    }

    /// Ends the oldest enrolments that wait in an app for an address from one network, so that one more may wait.
    private static func makeRoom(for owner: EnrolmentOwner, from network: String?, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard case .app(let appID, let email, .requester) = owner else { return }
        let hash = try PersonLookup.hash(keeping: email, keys: keys, in: tx)
        let (beginning, end) = EnrolmentOwner.keys(inApp: appID)
        let rows = try tx.rows(
            """
            SELECT id FROM enrolment WHERE emailHash = \(hash) AND owner >= \(beginning) AND owner < \(end)
                AND COALESCE(party, '') = \(network ?? "")
            ORDER BY expiresAt DESC, id LIMIT 1000 OFFSET \(requesterLimit - 1)
            """
        )
        try delete(rows, keys: keys, in: tx)
    }

    /// Ends an owner's enrolment and shreds what it held.
    static func delete(_ owner: EnrolmentOwner, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let key = try owner.key(keys: keys, in: tx) else { return }
        try delete(tx.rows("SELECT id FROM enrolment WHERE owner = \(key)"), keys: keys, in: tx)
    }

    /// Ends every enrolment of a person's, in whichever session and app, and shreds what it held.
    static func deleteAll(of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        let rows = try tx.rows(
            """
            SELECT id FROM enrolment WHERE personId = \(personID)
                OR emailHash IN (SELECT hash FROM personLookup WHERE personId = \(personID) AND appId = '')
            """
        )
        try delete(rows, keys: keys, in: tx)
    }

    /// Ends every enrolment that waits in an app for an address, and shreds what it held.
    static func deleteAll(of email: EmailAddress, inApp appID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try PersonLookup.hash(email, keys: keys, in: tx) else { return }
        let (beginning, end) = EnrolmentOwner.keys(inApp: appID)
        let rows = try tx.rows("SELECT id FROM enrolment WHERE emailHash = \(hash) AND owner >= \(beginning) AND owner < \(end)")
        try delete(rows, keys: keys, in: tx)
    }

    /// Ends every enrolment and shreds what it held.
    static func deleteAll(keys: KeyRing, in tx: any WriteTransaction) throws {
        try delete(try tx.rows("SELECT id FROM enrolment"), keys: keys, in: tx)
    }

    /// Ends enrolments whose time is over, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        let rows = try tx.rows("SELECT id FROM enrolment WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit)")
        try delete(rows, keys: keys, in: tx)
        return rows.count
    }

    private static func delete(_ rows: [Row], keys: KeyRing, in tx: any WriteTransaction) throws {
        for row in rows {
            let id: String = try row.get("id")
            try keys.destroy(holder: holder(of: id), in: tx)
            try tx.execute("DELETE FROM enrolment WHERE id = \(id)")
        }
    }
}

import ParaphStorage
import ParaphWire
import Passkeys
import ServerKit

/// A passkey as the table keeps it.
struct PasskeyRecord: Hashable, Sendable {
    let id: String
    let personID: String
    /// What browsers call it.
    let credentialID: [UInt8]
    /// The public key in COSE.
    let publicKey: [UInt8]
    /// The authenticator's counter when it last signed.
    var signCount: UInt32
    let isBackupEligible: Bool
    var isBackedUp: Bool
    /// The device whose key it is.
    let deviceID: String?
    var name: String
    let createdAt: Timestamp
    var lastUsedAt: Timestamp?

    init(_ registration: PasskeyRegistration, personID: String, name: String, at now: Timestamp) {
        id = Identifier.random()
        self.personID = personID
        credentialID = registration.credentialID
        publicKey = registration.publicKey.encoded
        signCount = registration.signCount
        isBackupEligible = registration.isBackupEligible
        isBackedUp = registration.isBackedUp
        deviceID = nil
        self.name = name
        createdAt = now
    }

    init(row: Row) throws {
        id = try row.get("id")
        personID = try row.get("personId")
        credentialID = try row.get("credentialId")
        publicKey = try row.get("publicKey")
        signCount = UInt32(clamping: try row.get("signCount", as: Int64.self))
        isBackupEligible = try row.get("backupEligible")
        isBackedUp = try row.get("backedUp")
        deviceID = try row.find("deviceId")
        name = try row.get("name")
        createdAt = try row.timestamp("createdAt")
        lastUsedAt = try row.timestampIfAny("lastUsedAt")
    }

    /// The passkey as its assertions are verified.
    var credential: PasskeyAssertion.Credential {
        get throws(PasskeyError) {
            PasskeyAssertion.Credential(
                publicKey: try COSEKey(publicKey),
                signCount: signCount,
                userHandle: PasskeyService.userHandle(of: personID)
            )
        }
    }

    /// The passkey as its person sees it.
    var wire: Passkey {
        Passkey(
            id: id,
            name: name,
            createdAt: createdAt,
            lastUsedAt: lastUsedAt,
            isBackedUp: isBackedUp,
            isSynced: isBackupEligible,
            deviceId: deviceID
        )
    }
}

/// The rows of passkeys.
enum PasskeyStore {
    /// The most passkeys of one person.
    static let limit = 20

    /// Adds a passkey.
    ///
    /// - Throws: a ``Problem``: `tooManyPasskeys`; `passkeyKnown` where a passkey of that id is registered already (section 7.1, step 22).
    static func insert(_ passkey: PasskeyRecord, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws {
        try permit.check([.firstPasskey, .addPasskey, .addDevicePasskey], of: passkey.personID)
        guard try count(of: passkey.personID, in: tx) < limit else {
            throw Problem.conflict(.tooManyPasskeys, "An account has at most \(limit) passkeys; remove one first.")
        }
        guard try find(credentialID: passkey.credentialID, in: tx) == nil else {
            throw Problem.conflict(.passkeyKnown, "This passkey was added already.")
        }
        try tx.execute(
            """
            INSERT INTO passkey (
                id, personId, credentialId, publicKey, signCount, backupEligible, backedUp, name, createdAt, lastUsedAt
            ) VALUES (
                \(passkey.id), \(passkey.personID), \(passkey.credentialID), \(passkey.publicKey), \(Int64(passkey.signCount)),
                \(passkey.isBackupEligible), \(passkey.isBackedUp), \(passkey.name), \(passkey.createdAt), \(passkey.lastUsedAt)
            )
            """
        )
        try AccountFactorStore.remember(.passkey, of: passkey.personID, at: passkey.createdAt, in: tx)
    }

    /// The passkey that browsers call by an id.
    static func find(credentialID: [UInt8], in tx: any ReadTransaction) throws -> PasskeyRecord? {
        try tx.first("SELECT * FROM passkey WHERE credentialId = \(credentialID)").map(PasskeyRecord.init)
    }

    /// The passkey with an id, if it is the person's.
    static func find(_ id: String, of personID: String, in tx: any ReadTransaction) throws -> PasskeyRecord? {
        try tx.first("SELECT * FROM passkey WHERE id = \(id) AND personId = \(personID)").map(PasskeyRecord.init)
    }

    /// The passkeys of a person, oldest first.
    static func list(of personID: String, in tx: any ReadTransaction) throws -> [PasskeyRecord] {
        try tx.rows("SELECT * FROM passkey WHERE personId = \(personID) ORDER BY createdAt, id").map(PasskeyRecord.init)
    }

    /// How many passkeys a person has.
    static func count(of personID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM passkey WHERE personId = \(personID)")?.get("count") ?? 0
    }

    /// Writes what may change: the counter, whether it is backed up, the name, when it was used.
    static func update(_ passkey: PasskeyRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE passkey SET signCount = \(Int64(passkey.signCount)), backedUp = \(passkey.isBackedUp), name = \(passkey.name),
                lastUsedAt = \(passkey.lastUsedAt)
            WHERE id = \(passkey.id)
            """
        )
    }

    /// Keeps where a passkey's counter stands after an answer.
    ///
    /// - Returns: whether the counter still goes on: not where another answer came in between, or the passkey is gone.
    static func advance(_ passkey: PasskeyRecord, in tx: any WriteTransaction) throws -> Bool {
        let count = Int64(passkey.signCount)
        return try tx.execute(
            """
            UPDATE passkey SET signCount = \(count), backedUp = \(passkey.isBackedUp), lastUsedAt = \(passkey.lastUsedAt)
            WHERE id = \(passkey.id) AND (signCount < \(count) OR (signCount = 0 AND \(count) = 0))
            """
        ) == 1
    }

    /// Removes a passkey.
    ///
    /// One that is a device's key goes with it.
    static func delete(_ passkey: PasskeyRecord, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws {
        try permit.check(
            [.removePasskey, .removeDevice],
            of: passkey.personID,
            about: [passkey.id] + (passkey.deviceID.map { [$0] } ?? [])
        )
        try tx.execute("DELETE FROM passkey WHERE id = \(passkey.id)")
        try ErasureStore.add(.passkey(passkey.id), at: now, in: tx)
    }
}

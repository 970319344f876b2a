import ParaphStorage
import ParaphWire
import ServerKit

/// A device that can answer challenges by its own key: a P-256 key, or a passkey.
struct DeviceRecord: Hashable, Sendable {
    let id: String
    let personID: String
    /// The P-256 key, uncompressed: 65 bytes; or the passkey's in COSE.
    let publicKey: [UInt8]
    /// The passkey that is the key, where it is one.
    let passkeyID: String?
    /// Whether that passkey may be copied to other devices.
    let isSynced: Bool
    var name: String
    var kind: DeviceKey.Kind
    var model: String?
    var osVersion: String?
    let addedBy: Origin
    let createdAt: Timestamp
    var lastUsedAt: Timestamp?

    /// How a device came to be trusted; `recovery` is by a recovery code or a passkey.
    enum Origin: String, Sendable { case registration, approval, recovery, administrator }

    init(_ device: DeviceKey, personID: String, addedBy: Origin, at now: Timestamp) {
        id = Identifier.random()
        self.personID = personID
        publicKey = device.publicKey.bytes
        passkeyID = nil
        isSynced = false
        name = device.name
        kind = device.kind
        model = device.model
        osVersion = device.osVersion
        self.addedBy = addedBy
        createdAt = now
    }

    init(row: Row) throws {
        id = try row.get("id")
        personID = try row.get("personId")
        publicKey = try row.get("publicKey")
        passkeyID = try row.find("passkeyId")
        isSynced = try row.find("synced") ?? false
        name = try row.get("name")
        kind = try row.choice("kind")
        model = try row.find("model")
        osVersion = try row.find("osVersion")
        addedBy = try row.choice("addedBy")
        createdAt = try row.timestamp("createdAt")
        lastUsedAt = try row.timestampIfAny("lastUsedAt")
    }

    /// The device as its person sees it.
    func wire(currentDeviceID: String?) -> Device {
        Device(
            id: id,
            name: name,
            kind: kind,
            model: model,
            osVersion: osVersion,
            createdAt: createdAt,
            lastUsedAt: lastUsedAt,
            isCurrent: id == currentDeviceID,
            key: passkeyID == nil ? .p256 : .passkey,
            passkeyId: passkeyID,
            isSynced: passkeyID == nil ? nil : isSynced
        )
    }
}

/// The rows of devices.
enum DeviceStore {
    /// The most devices of one person.
    static let limit = 20

    /// Devices, each with the passkey that is its key.
    private static let devices: SQL = """
        SELECT device.*, passkey.id AS passkeyId, passkey.backupEligible AS synced
        FROM device LEFT JOIN passkey ON passkey.deviceId = device.id
        """

    /// Adds a device, or finds the one that the person has under the same key.
    ///
    /// - Throws: a `tooManyDevices` ``Problem`` beyond the limit.
    static func insert(_ device: DeviceRecord, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws -> DeviceRecord {
        try permit.check([.firstDevice, .addDevice, .recoverDevice], of: device.personID)
        let known = try tx.first("\(devices) WHERE device.personId = \(device.personID) AND device.publicKey = \(device.publicKey)")
        if let known { return try DeviceRecord(row: known) }
        guard try list(of: device.personID, in: tx).count < limit else {
            throw Problem.conflict(.tooManyDevices, "An account has at most \(limit) devices; remove one first.")
        }
        try tx.execute(
            """
            INSERT INTO device (id, personId, publicKey, name, kind, model, osVersion, addedBy, createdAt, lastUsedAt)
            VALUES (\(device.id), \(device.personID), \(device.publicKey), \(device.name), \(device.kind.rawValue), \(device.model),
                \(device.osVersion), \(device.addedBy.rawValue), \(device.createdAt), \(device.lastUsedAt))
            """
        )
        try MailAccountStore.delete(device.personID, in: tx)
        try AccountFactorStore.remember(.device, of: device.personID, at: device.createdAt, in: tx)
        return device
    }

    /// The device with an id, if it is the person's.
    static func find(_ id: String, of personID: String, in tx: any ReadTransaction) throws -> DeviceRecord? {
        try tx.first("\(devices) WHERE device.id = \(id) AND device.personId = \(personID)").map(DeviceRecord.init)
    }

    /// The devices of a person, oldest first.
    static func list(of personID: String, in tx: any ReadTransaction) throws -> [DeviceRecord] {
        try tx.rows("\(devices) WHERE device.personId = \(personID) ORDER BY device.createdAt, device.id").map(DeviceRecord.init)
    }

    /// Notes that a device answered.
    static func touch(_ id: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE device SET lastUsedAt = \(now) WHERE id = \(id)")
    }

    /// Makes a passkey of the same person a device's key, in place of the one that it had; a passkey that was it stays as another factor.
    static func setKey(
        of device: DeviceRecord,
        to passkey: PasskeyRecord,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.protectDevice], of: device.personID)
        try tx.execute("UPDATE passkey SET deviceId = NULL WHERE deviceId = \(device.id)")
        try tx.execute("UPDATE passkey SET deviceId = \(device.id) WHERE id = \(passkey.id)")
        try tx.execute("UPDATE device SET publicKey = \(passkey.publicKey) WHERE id = \(device.id)")
        try ErasureStore.add(.deviceKey(device.id), at: now, in: tx)
    }

    /// Removes a device of a person with its sessions, open challenges and counters, and with the passkey that is its key.
    ///
    /// - Returns: whether there was one.
    static func delete(
        _ id: String,
        of personID: String,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Bool {
        let device = try find(id, of: personID, in: tx)
        try permit.check([.removeDevice, .removePasskey], of: personID, about: [id] + (device?.passkeyID.map { [$0] } ?? []))
        try AttemptStore.succeed(AttemptStore.scope(deviceID: id), in: tx)
        guard let device else { return false }
        if let passkey = try device.passkeyID.flatMap({ try PasskeyStore.find($0, of: personID, in: tx) }) {
            try PasskeyStore.delete(passkey, permit: permit, at: now, in: tx)
        }
        // They would go with the device, and its person would not be told.
        try SessionStore.revokeAll(device: id, in: tx)
        try HandOverStore.delete("deviceId = \(id)", in: tx)
        try tx.execute("DELETE FROM device WHERE id = \(id)")
        try ErasureStore.add(.device(id), at: now, in: tx)
        return true
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// A new device that waits for approval.
struct DeviceRequestRecord: Hashable, Sendable {
    let id: String
    /// `nil` for a decoy: the account does not exist, which cannot be told from outside.
    let personID: String?
    /// The code that the new device shows, sealed.
    let sealedCode: [UInt8]
    let publicKey: [UInt8]
    let name: String
    let kind: DeviceKey.Kind
    let model: String?
    let osVersion: String?
    var status: Status
    /// The wrong codes given so far, of either kind.
    var tries: Int
    var deviceID: String?
    /// Until when the device may open the session that its approval is good for; `nil` where there is none, or it is open already.
    var sessionUntil: Timestamp?
    /// Where the request came from; for the order of the list, never shown.
    let network: String?
    let createdAt: Timestamp
    let expiresAt: Timestamp

    enum Status: String, Sendable { case pending, approved, declined }

    func isPending(at now: Timestamp) -> Bool { status == .pending && now < expiresAt }

    /// The key as if it had just been sent; its proof was checked when it was.
    var key: DeviceKey {
        DeviceKey(publicKey: Base64URL(publicKey), proof: Base64URL([]), name: name, kind: kind, model: model, osVersion: osVersion)
    }

    /// The request as others see it; the code and the secret are told to the new device once.
    func wire(at now: Timestamp, code: OneTimeCode? = nil, secret: Secret? = nil) -> DeviceRequest {
        let status: DeviceRequest.Status =
            switch self.status {
            case .approved: .approved
            case .declined: .declined
            case .pending: now < expiresAt ? .pending : .expired
            }
        return DeviceRequest(
            id: id,
            status: status,
            code: code?.digits,
            secret: secret?.text,
            name: name,
            kind: kind,
            model: model,
            createdAt: createdAt,
            expiresAt: expiresAt,
            deviceId: status == .approved ? deviceID : nil
        )
    }
}

/// The rows of device requests.
enum DeviceRequestStore {
    static func insert(_ request: DeviceRequestRecord, secret: Secret, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO deviceRequest (
                id, personId, secretHash, sealedCode, publicKey, name, kind, model, osVersion, status, tries, deviceId, sessionUntil, network,
                createdAt, expiresAt
            ) VALUES (
                \(request.id), \(request.personID), \(secret.hash), \(request.sealedCode), \(request.publicKey), \(request.name),
                \(request.kind.rawValue), \(request.model), \(request.osVersion), \(request.status.rawValue), \(request.tries),
                \(request.deviceID), \(request.sessionUntil), \(request.network), \(request.createdAt), \(request.expiresAt)
            )
            """
        )
        if let personID = request.personID { try ChangeLog.note(.deviceRequest, request.id, for: [personID], in: tx) }
    }

    static func update(_ request: DeviceRequestRecord, in tx: any WriteTransaction) throws {
        let updated: SQL =
            """
            UPDATE deviceRequest SET status = \(request.status.rawValue), tries = \(request.tries), deviceId = \(request.deviceID),
                sessionUntil = \(request.sessionUntil)
            WHERE id = \(request.id) RETURNING id, personId
            """
        try ChangeLog.note(.deviceRequest, changedBy: updated, in: tx)
    }

    /// The request with an id, for who knows its secret.
    static func find(_ id: String, secret: String, in tx: any ReadTransaction) throws -> DeviceRequestRecord? {
        try tx.first("SELECT * FROM deviceRequest WHERE id = \(id) AND secretHash = \(SecretHash(of: secret))").map(record)
    }

    /// The request with an id, if it is for the person's account.
    static func find(_ id: String, of personID: String, in tx: any ReadTransaction) throws -> DeviceRequestRecord? {
        try tx.first("SELECT * FROM deviceRequest WHERE id = \(id) AND personId = \(personID)").map(record)
    }

    /// Some requests that wait for a person: those from a network first, then the newest of each other one, so that a network which
    /// sends many hides none but its own.
    static func pending(of personID: String, near network: String?, limit: Int, at now: Timestamp, in tx: any ReadTransaction) throws
        -> [DeviceRequestRecord]
    {
        try tx.rows(
            """
            SELECT * FROM (
                SELECT deviceRequest.*, ROW_NUMBER() OVER (PARTITION BY network ORDER BY createdAt DESC, id) AS place
                FROM deviceRequest WHERE personId = \(personID) AND status = 'pending' AND expiresAt > \(now)
            ) AS waiting
            WHERE place <= \(limit)
            ORDER BY CASE WHEN COALESCE(network, '') = \(network ?? "") THEN 0 ELSE 1 END, place, createdAt DESC, id LIMIT \(limit)
            """
        ).map(record)
    }

    /// Every request that waits for a person, the newest first; at most so many.
    static func pending(of personID: String, limit: Int, at now: Timestamp, in tx: any ReadTransaction) throws -> [DeviceRequestRecord] {
        try tx.rows(
            """
            SELECT * FROM deviceRequest WHERE personId = \(personID) AND status = 'pending' AND expiresAt > \(now)
            ORDER BY createdAt DESC, id LIMIT \(limit)
            """
        ).map(record)
    }

    /// Deletes a request that waits: its device gave it up, and there is nothing to approve any more.
    static func withdraw(_ id: String, in tx: any WriteTransaction) throws {
        let deleted: SQL = "DELETE FROM deviceRequest WHERE id = \(id) AND status = 'pending' RETURNING id, personId"
        try ChangeLog.note(.deviceRequest, changedBy: deleted, isRemoved: true, in: tx)
    }

    /// Deletes every request for a person's account, answered or not.
    static func deleteAll(of personID: String, in tx: any WriteTransaction) throws {
        let deleted: SQL = "DELETE FROM deviceRequest WHERE personId = \(personID) RETURNING id, personId"
        try ChangeLog.note(.deviceRequest, changedBy: deleted, isRemoved: true, in: tx)
    }

    /// Deletes requests whose time has been over for an hour, and says how many; until then their end can still be told.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -3600)
        let deleted: SQL =
            """
            DELETE FROM deviceRequest
            WHERE id IN (SELECT id FROM deviceRequest WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit)) RETURNING id, personId
            """
        return try ChangeLog.note(.deviceRequest, changedBy: deleted, isRemoved: true, in: tx)
    }

    private static func record(_ row: Row) throws -> DeviceRequestRecord {
        DeviceRequestRecord(
            id: try row.get("id"),
            personID: try row.find("personId"),
            sealedCode: try row.get("sealedCode"),
            publicKey: try row.get("publicKey"),
            name: try row.get("name"),
            kind: try row.choice("kind"),
            model: try row.find("model"),
            osVersion: try row.find("osVersion"),
            status: try row.choice("status"),
            tries: try row.get("tries"),
            deviceID: try row.find("deviceId"),
            sessionUntil: try row.timestampIfAny("sessionUntil"),
            network: try row.find("network"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }
}

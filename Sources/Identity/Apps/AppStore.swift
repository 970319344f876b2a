import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of apps.
enum AppStore {
    /// Keeps a new app under the hash of its key.
    static func insert(
        _ app: AppRecord,
        contact: EmailAddress,
        key: AppKey,
        permit: borrowing StepUp.Permit,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.registerApp], of: app.ownerID)
        let counted = try app.ownerID.map { try source(of: $0, at: app.createdAt, keys: keys, in: tx) }
        try tx.execute(
            """
            INSERT INTO app (id, ownerId, name, nameApproved, bundleId, website, keyHash, disabled, restricted, createdAt, source)
            VALUES (\(app.id), \(app.ownerID), \(app.name), \(app.nameApproved), \(app.bundleID), \(app.website),
                \(key.hash), \(app.disabled), \(app.restricted), \(app.createdAt), \(counted))
            """
        )
        try setContact(contact, of: app, keys: keys, in: tx)
    }

    /// Writes what may change of an app, but for its contact.
    static func update(_ app: AppRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE app SET name = \(app.name), nameApproved = \(app.nameApproved), website = \(app.website),
                disabled = \(app.disabled), restricted = \(app.restricted)
            WHERE id = \(app.id)
            """
        )
        try ErasureStore.set(.disabledApp(app.id), app.disabled, at: now, in: tx)
    }

    /// Gives an app another key; the old one opens nothing from then on.
    static func setKey(_ key: AppKey, of appID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction)
        throws
    {
        let ownerID: String? = try tx.first("SELECT ownerId FROM app WHERE id = \(appID)")?.find("ownerId")
        try permit.check([.renewAppKey], of: ownerID, about: [appID])
        try tx.execute("UPDATE app SET keyHash = \(key.hash) WHERE id = \(appID)")
        try ErasureStore.add(.appKey(appID), at: now, in: tx)
    }

    /// The app that a key belongs to, enabled or not.
    static func find(byKey key: String, in tx: any ReadTransaction) throws -> AppRecord? {
        guard let key = AppKey(shown: key) else { return nil }
        return try tx.first("\(apps) WHERE app.keyHash = \(key.hash)").map(AppRecord.init)
    }

    /// The app with an id.
    static func find(_ id: String, in tx: any ReadTransaction) throws -> AppRecord? {
        try tx.first("\(apps) WHERE app.id = \(id)").map(AppRecord.init)
    }

    /// The app of an owner with an id.
    static func find(_ id: String, ownedBy ownerID: String, in tx: any ReadTransaction) throws -> AppRecord? {
        try tx.first("\(apps) WHERE app.id = \(id) AND app.ownerId = \(ownerID)").map(AppRecord.init)
    }

    /// The apps of an owner, or of everybody, oldest first.
    static func list(ownedBy ownerID: String? = nil, in tx: any ReadTransaction) throws -> [AppRecord] {
        try tx.rows("\(apps) WHERE \(ownerID) IS NULL OR app.ownerId = \(ownerID) ORDER BY app.createdAt, app.id").map(AppRecord.init)
    }

    /// Every column of an app, and how its owner stands.
    private static let apps: SQL = """
        SELECT app.*, person.status AS ownerStatus FROM app LEFT JOIN person ON person.id = app.ownerId
        """

    /// How many accounts work in an app alone, because their addresses are not proved yet.
    static func accountCount(of appID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM person WHERE ownerAppId = \(appID)")?.get("count") ?? 0
    }

    /// Deletes an app with whatever works through it alone: sessions, templates made for it, and unproved accounts.
    ///
    /// - Returns: the blobs to delete once this is committed.
    static func delete(
        _ app: AppRecord,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        keys: KeyRing,
        people: PersonErasure,
        in tx: any WriteTransaction
    ) throws -> [BlobAddress] {
        try permit.check([.deleteApp], of: app.ownerID, about: [app.id])
        var blobs: [BlobAddress] = []
        for person in try tx.rows("SELECT id FROM person WHERE ownerAppId = \(app.id) ORDER BY id") {
            blobs += try people.erase(try person.get("id"), permit: permit, at: now, in: tx)
        }
        try SessionStore.revokeAll(app: app.id, in: tx)
        try TemplateStore.deleteAll(ofApp: app.id, keys: keys, in: tx)
        try keys.destroy(object: contact(app.id), in: tx)
        try tx.execute("DELETE FROM app WHERE id = \(app.id)")
        try ErasureStore.add(.app(app.id), at: now, in: tx)
        return blobs
    }

    /// An app as clients see it.
    static func wire(_ app: AppRecord, key: AppKey? = nil, keys: KeyRing, in tx: any ReadTransaction) throws -> RegisteredApp {
        app.wire(email: try contact(of: app, keys: keys, in: tx), hasIcon: try hasIcon(app.id, in: tx), key: key)
    }

    // MARK: Icons

    /// Keeps a picture that was sanitised as an app's icon.
    static func setIcon(_ icon: Photo, of appID: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO appIcon (appId, mediaType, bytes) VALUES (\(appID), \(icon.mediaType.rawValue), \(icon.bytes))
            ON CONFLICT (appId) DO UPDATE SET mediaType = excluded.mediaType, bytes = excluded.bytes
            """
        )
    }

    /// An app's icon and its media type.
    static func icon(of appID: String, in tx: any ReadTransaction) throws -> (mediaType: String, bytes: [UInt8])? {
        try tx.first("SELECT mediaType, bytes FROM appIcon WHERE appId = \(appID)").map { (try $0.get("mediaType"), try $0.get("bytes")) }
    }

    /// Whether an app has an icon.
    static func hasIcon(_ appID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT appId FROM appIcon WHERE appId = \(appID)") != nil
    }
}

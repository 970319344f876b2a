import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// The pictures that apps, and the web app, send with signatures: kept of matches only, within quotas, and for as long as a document needs them.
struct AppPhotos: Sendable {
    let environment: IdentityEnvironment

    /// How much is kept of one person.
    struct Quota: Hashable, Sendable {
        let count: Int
        let bytes: Int
    }

    /// From restricted apps together.
    static let restricted = Quota(count: 50, bytes: 50_000_000)
    /// From the organisation's apps together, and from the web app.
    static let organisation = Quota(count: 500, bytes: 500_000_000)
    /// The most accounts of one app with an unproved address that have a picture in their profile; in a restricted app none has.
    static let unprovedProfiles = 1000
    /// How long a picture waits for its signature to come to stand on a document, in seconds; then it goes.
    static let patience = DrawingStore.patience

    /// Whether there is no picture of a signature that an app sent.
    func isMissing(of signatureID: String) async throws -> Bool {
        try await environment.database.read { try Self.isMissing(of: signatureID, in: $0) }
    }

    private static func isMissing(of signatureID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM capture WHERE id = \(signatureID) AND photoBlob IS NULL") != nil
    }

    /// Keeps the picture of a signature that matched and has none; where the quota is used up, the oldest go that stand on no document, else it is not kept.
    func keep(_ photo: Photo, of signatureID: String, personID: String, app: AppRecord?) async throws {
        let stored = try await environment.photos.store(photo)
        let isKept = try await environment.database.write { [environment] tx -> Bool in
            let now = environment.time.now()
            // The same request may have come twice at once.
            guard try Self.isMissing(of: signatureID, in: tx) else { return false }
            guard try makeRoom(for: photo.bytes.count, personID: personID, app: app, at: now, in: tx) else { return false }
            let changed = try tx.execute(
                """
                UPDATE capture SET photoBlob = \(stored.reference.address), photoType = \(stored.reference.mediaType),
                    photoOrientation = \(stored.reference.orientation), photoBytes = \(photo.bytes.count),
                    photoUntil = \(now.adding(seconds: Self.patience))
                WHERE id = \(signatureID) AND personId = \(personID)
                """
            )
            guard changed == 1 else { return false }
            try PhotoStore.claim(stored.unclaimed, for: .signature(signatureID), of: personID, keys: environment.keys, in: tx)
            return true
        }
        if !isKept { await environment.deleteBlobs([stored.reference.address]) }
    }

    /// Whether an account that an app made may have the picture that the app sent.
    func mayHaveProfilePicture(_ personID: String, app: AppRecord) async throws -> Bool {
        try await environment.database.read { tx in
            guard let person = try PersonStore.find(personID, keys: environment.keys, in: tx) else { return false }
            if person.emailProved { return true }
            guard !app.restricted else { return false }
            let row = try tx.first("SELECT COUNT(*) AS count FROM person WHERE ownerAppId = \(app.id) AND photoBlob IS NOT NULL")
            return try row?.get("count", as: Int.self) ?? 0 < Self.unprovedProfiles
        }
    }

    /// Keeps those pictures for good whose time to wait is over and whose signature stands on a document, and deletes the others.
    ///
    /// - Returns: how many were looked at.
    static func settle(
        at now: Timestamp,
        limit: Int,
        documents: (any SignedDocuments)?,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws -> Int {
        let rows = try tx.rows("SELECT id, photoBlob FROM capture WHERE photoUntil <= \(now) ORDER BY photoUntil, id LIMIT \(limit)")
        let ids = try rows.map { try $0.get("id", as: String.self) }
        let used = ids.isEmpty ? [] : try documents?.signaturesOnDocuments(ids, in: tx) ?? []
        for row in rows {
            let id: String = try row.get("id")
            if used.contains(id) {
                try tx.execute("UPDATE capture SET photoUntil = NULL WHERE id = \(id)")
            } else {
                try drop(id, blob: row.find("photoBlob"), at: now, keys: keys, in: tx)
            }
        }
        return ids.count
    }

    private func makeRoom(for bytes: Int, personID: String, app: AppRecord?, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool
    {
        let quota = app?.restricted == true ? Self.restricted : Self.organisation
        let sender = app.map { $0.restricted ? 1 : 0 } ?? 2
        let rows = try tx.rows(
            """
            SELECT capture.id, capture.photoBlob, capture.photoBytes FROM capture LEFT JOIN app ON app.id = capture.appId
            WHERE capture.personId = \(personID) AND capture.photoBlob IS NOT NULL
                AND CASE WHEN capture.appId IS NULL THEN 2 ELSE COALESCE(app.restricted, 1) END = \(sender)
            ORDER BY capture.at, capture.id
            """
        )
        var (count, total) = (rows.count, try rows.reduce(0) { try $0 + ($1.find("photoBytes", as: Int.self) ?? 0) })
        let isFull = { count + 1 > quota.count || total + bytes > quota.bytes }
        guard isFull() else { return true }
        let used = try environment.documents?.signaturesOnDocuments(rows.map { try $0.get("id") }, in: tx) ?? []
        for row in rows where isFull() {
            let id: String = try row.get("id")
            guard !used.contains(id) else { continue }
            try Self.drop(id, blob: row.find("photoBlob"), at: now, keys: environment.keys, in: tx)
            count -= 1
            total -= try row.find("photoBytes", as: Int.self) ?? 0
        }
        return !isFull()
    }

    /// Forgets the picture of a signature.
    static func drop(_ id: String, blob: BlobAddress?, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE capture SET photoBlob = NULL, photoType = NULL, photoOrientation = NULL, photoBytes = NULL, photoUntil = NULL
            WHERE id = \(id)
            """
        )
        try PhotoStore.shred(.signature(id), keys: keys, in: tx)
        if let blob { try OrphanedBlobStore.release([blob], at: now, in: tx) }
    }
}

import Foundation
import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// What an app told of one registration or signature, or the web app of one for a document; sealed by the person's key.
struct CaptureRecord: Sendable {
    /// The id of the signature, or of the registration.
    let id: String
    let personID: String
    /// `nil` for the web app.
    let appID: String?
    var kind: Kind
    var details: CaptureDetails
    /// The picture that was taken at signing.
    var photo: PersonRecord.PhotoReference?
    let at: Timestamp
    /// Of the request that told it, where the same may be sent again.
    var callDigest: [UInt8]?

    enum Kind: String, Sendable { case registration, signature }
}

/// The rows of what apps told.
enum CaptureStore {
    private static let detailsVersion = 1

    /// Keeps a capture.
    static func insert(_ capture: CaptureRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let details = Array(try JSONEncoder().encode(capture.details))
        let sealed = try keys.seal(details, holder: capture.personID, table: "capture", row: capture.id, version: detailsVersion, in: tx)
        try tx.execute(
            """
            INSERT INTO capture (id, personId, appId, kind, sealedDetails, photoBlob, photoType, photoOrientation, at,
                callDigest)
            VALUES (\(capture.id), \(capture.personID), \(capture.appID), \(capture.kind.rawValue), \(sealed),
                \(capture.photo?.address), \(capture.photo?.mediaType), \(capture.photo?.orientation), \(capture.at), \(capture.callDigest))
            """
        )
    }

    /// The signature that an app sent by the very same request since a moment.
    static func signature(
        calledBy digest: [UInt8],
        of personID: String,
        inApp appID: String,
        since moment: Timestamp,
        in tx: any ReadTransaction
    ) throws -> String? {
        try tx.first(
            """
            SELECT id FROM capture WHERE personId = \(personID) AND appId = \(appID) AND at > \(moment) AND callDigest = \(digest)
            ORDER BY at, id LIMIT 1
            """
        )?.get("id")
    }

    /// How many signatures that did not match are kept of one person from restricted apps, and from the organisation's, besides those on
    /// documents.
    static let refusedLimit = 100
    /// The same of those that matched: an app's owner who signs by their own hand must not fill the disk.
    static let matchedLimit = 1_000

    /// Deletes the oldest signatures that stand on no document, with what apps told of them, beyond those that are kept.
    ///
    /// Of those that matched the digests stay: a copy is known for good.
    static func dropOldest(
        matched: Bool,
        of personID: String,
        restricted: Bool,
        documents: (any SignedDocuments)?,
        at now: Timestamp,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        // The word itself, so that the index for it is used.
        let matches: SQL = matched ? "signatureSample.isMatch = 1" : "signatureSample.isMatch = 0"
        let rows = try tx.rows(
            """
            SELECT signatureSample.id, capture.photoBlob FROM signatureSample LEFT JOIN app ON app.id = signatureSample.appId
                LEFT JOIN capture ON capture.id = signatureSample.id
            WHERE signatureSample.personId = \(personID) AND \(matches) AND signatureSample.appId IS NOT NULL
                AND COALESCE(app.restricted, 1) = \(restricted)
            ORDER BY signatureSample.at DESC, signatureSample.id LIMIT 50 OFFSET \(matched ? matchedLimit : refusedLimit)
            """
        )
        let ids = try rows.map { try $0.get("id", as: String.self) }
        let used = ids.isEmpty ? [] : try documents?.signaturesOnDocuments(ids, in: tx) ?? []
        for (id, row) in zip(ids, rows) where !used.contains(id) {
            if let photo = try row.find("photoBlob", as: BlobAddress.self) {
                try AppPhotos.drop(id, blob: photo, at: now, keys: keys, in: tx)
            }
            try tx.execute("DELETE FROM capture WHERE id = \(id) AND personId = \(personID)")
            try tx.execute("DELETE FROM signatureSample WHERE id = \(id) AND personId = \(personID)")
        }
    }

    /// What an app told of a signature.
    static func find(_ id: String, keys: KeyRing, in tx: any ReadTransaction) throws -> CaptureRecord? {
        try tx.first("SELECT * FROM capture WHERE id = \(id)").map { try record($0, keys: keys, in: tx) }
    }

    /// Some of what apps told of a person, oldest first, after one of them and until a time.
    static func page(
        of personID: String,
        after last: CaptureRecord?,
        until end: Timestamp,
        limit: Int,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> [CaptureRecord] {
        let (at, id) = (last?.at.milliseconds ?? .min, last?.id ?? "")
        return try tx.rows(
            """
            SELECT * FROM capture WHERE personId = \(personID) AND at <= \(end) AND (at > \(at) OR (at = \(at) AND id > \(id)))
            ORDER BY at, id LIMIT \(limit)
            """
        ).map { try record($0, keys: keys, in: tx) }
    }

    /// Where the pictures of a person's captures lie.
    static func photos(of personID: String, in tx: any ReadTransaction) throws -> [BlobAddress] {
        try tx.rows("SELECT photoBlob FROM capture WHERE personId = \(personID) AND photoBlob IS NOT NULL").map { try $0.get("photoBlob") }
    }

    private static func record(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> CaptureRecord {
        let id: String = try row.get("id")
        let personID: String = try row.get("personId")
        let details = try keys.open(
            try row.get("sealedDetails"),
            holder: personID,
            table: "capture",
            row: id,
            version: detailsVersion,
            in: tx
        )
        return CaptureRecord(
            id: id,
            personID: personID,
            appID: try row.find("appId"),
            kind: try row.choice("kind"),
            details: try JSONDecoder().decode(CaptureDetails.self, from: Data(details)),
            photo: try row.find("photoBlob", as: BlobAddress.self).map {
                .init(address: $0, mediaType: try row.get("photoType"), orientation: try row.get("photoOrientation"))
            },
            at: try row.timestamp("at")
        )
    }
}

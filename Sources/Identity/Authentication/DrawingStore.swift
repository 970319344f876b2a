import ParaphStorage
import ParaphWire
import ServerKit

/// How signatures look that stand on documents, or may come to stand on one; each sealed by its person's key.
///
/// The samples themselves, with their times and pressure, are kept nowhere: a drawing is for showing only.
enum DrawingStore {
    /// What a signature was given for.
    enum Purpose: Sendable {
        /// A document in the web app: only one that matches comes to stand on it.
        case document
        /// An app, which may save it on a document whatever the similarity is.
        case app
    }

    /// How long a drawing waits for its document, in seconds: browsers and apps save it after days without a connection too.
    static let patience: Int64 = 30 * 86_400

    /// Keeps the drawing of a signature until a time, and from then on only if it stands on a document.
    static func insert(
        _ drawing: [UInt8],
        of signatureID: String,
        personID: String,
        until: Timestamp,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        let sealed = try keys.seal(drawing, holder: personID, table: table, row: signatureID, version: version, in: tx)
        try tx.execute(
            """
            INSERT INTO signatureDrawing (signatureId, personId, sealed, unclaimedUntil)
            VALUES (\(signatureID), \(personID), \(sealed), \(until))
            """
        )
    }

    /// The drawing of a signature in ParaphInk's binary form; `nil` where none is kept.
    static func find(_ signatureID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8]? {
        let row = try tx.first("SELECT personId, sealed FROM signatureDrawing WHERE signatureId = \(signatureID)")
        return try row.map { row in
            let holder: String = try row.get("personId")
            return try keys.open(try row.get("sealed"), holder: holder, table: table, row: signatureID, version: version, in: tx)
        }
    }

    /// Whether the drawing of a signature is kept.
    static func contains(_ signatureID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT signatureId FROM signatureDrawing WHERE signatureId = \(signatureID)") != nil
    }

    /// Keeps those drawings for good whose time to wait is over and that stand on a document, and deletes the others.
    ///
    /// - Returns: how many were looked at.
    static func settle(
        at now: Timestamp,
        limit: Int,
        documents: (any SignedDocuments)?,
        in tx: any WriteTransaction
    ) throws -> Int {
        let rows = try tx.rows(
            "SELECT signatureId FROM signatureDrawing WHERE unclaimedUntil <= \(now) ORDER BY unclaimedUntil, signatureId LIMIT \(limit)"
        )
        let ids = try rows.map { try $0.get("signatureId", as: String.self) }
        let used = ids.isEmpty ? [] : try documents?.signaturesOnDocuments(ids, in: tx) ?? []
        for id in ids {
            if used.contains(id) {
                try tx.execute("UPDATE signatureDrawing SET unclaimedUntil = NULL WHERE signatureId = \(id)")
            } else {
                try tx.execute("DELETE FROM signatureDrawing WHERE signatureId = \(id)")
            }
        }
        return ids.count
    }

    /// Deletes every drawing of a person.
    static func delete(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM signatureDrawing WHERE personId = \(personID)")
    }

    private static let table = "signatureDrawing"
    private static let version = 1
}

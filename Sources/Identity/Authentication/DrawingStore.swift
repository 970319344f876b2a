import ParaphInk
import ParaphStorage
import ParaphWire

/// How signatures look that stand on documents, or may come to stand on one; each sealed by its person's key.
///
/// The samples themselves, with their times and pressure, are kept nowhere: a drawing is for showing only.
enum DrawingStore {
    /// What a signature was given for.
    enum Purpose: Sendable {
        /// A document in the web app: only one that matches comes to stand on it, within minutes.
        case document
        /// An app, which may save it on a document whatever the similarity is, and after days without a connection.
        case app

        /// How long a drawing waits for its document, in seconds.
        var patience: Int64 {
            switch self {
            case .document: 86_400
            case .app: 30 * 86_400
            }
        }
    }

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
            INSERT INTO signatureDrawing (signatureId, personId, sealed, looseUntil)
            VALUES (\(signatureID), \(personID), \(sealed), \(until))
            """
        )
    }

    /// The drawing of a signature in ParaphInk's binary form; `nil` where none is kept.
    static func find(_ signatureID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8]? {
        try tx.first("SELECT personId, sealed FROM signatureDrawing WHERE signatureId = \(signatureID)").map { row in
            try keys.open(
                try row.get("sealed"),
                holder: try row.get("personId"),
                table: table,
                row: signatureID,
                version: version,
                in: tx
            )
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
            "SELECT signatureId FROM signatureDrawing WHERE looseUntil <= \(now) ORDER BY looseUntil, signatureId LIMIT \(limit)"
        )
        let ids = try rows.map { try $0.get("signatureId", as: String.self) }
        let used = ids.isEmpty ? [] : try documents?.signaturesOnDocuments(ids, in: tx) ?? []
        for id in ids {
            if used.contains(id) {
                try tx.execute("UPDATE signatureDrawing SET looseUntil = NULL WHERE signatureId = \(id)")
            } else {
                try tx.execute("DELETE FROM signatureDrawing WHERE signatureId = \(id)")
            }
        }
        return ids.count
    }

    /// Puts drawings in the place of samples, which were kept of signatures before there were drawings.
    ///
    /// One that cannot be opened stays, for whoever restores its key.
    /// - Returns: how many samples went.
    static func replaceSamples(at now: Timestamp, limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        let rows = try tx.rows(
            "SELECT id, personId, sealedInk FROM signatureSample WHERE sealedInk IS NOT NULL ORDER BY at, id LIMIT \(limit)"
        )
        var count = 0
        for row in rows {
            let (id, personID): (String, String) = (try row.get("id"), try row.get("personId"))
            let encoded: [UInt8]
            do {
                let version = SignatureStore.inkVersion
                let sealed: [UInt8] = try row.get("sealedInk")
                encoded = try keys.open(sealed, holder: personID, table: "signatureSample", row: id, version: version, in: tx)
            } catch let error as StorageError where error.code == .undecryptable {
                continue
            }
            if let sample = try? Sample(decoding: encoded), let drawing = InkDrawing(sample) {
                // What it was given for is not told, so it waits as long as any.
                let until = now.adding(seconds: Purpose.app.patience)
                try insert(drawing.encoded(), of: id, personID: personID, until: until, keys: keys, in: tx)
            }
            try tx.execute("UPDATE signatureSample SET sealedInk = NULL WHERE id = \(id)")
            count += 1
        }
        return count
    }

    /// Deletes every drawing of a person.
    static func delete(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM signatureDrawing WHERE personId = \(personID)")
    }

    private static let table = "signatureDrawing"
    private static let version = 1
}

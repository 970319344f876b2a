import ParaphInk
import ParaphStorage
import ParaphWire

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
            INSERT INTO signatureDrawing (signatureId, personId, sealed, looseUntil)
            VALUES (\(signatureID), \(personID), \(sealed), \(until))
            """
        )
    }

    /// The drawing of a signature in ParaphInk's binary form, also where its sample waits to be replaced by one; `nil` where none is kept.
    static func find(_ signatureID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8]? {
        if let row = try tx.first("SELECT personId, sealed FROM signatureDrawing WHERE signatureId = \(signatureID)") {
            let holder: String = try row.get("personId")
            return try keys.open(try row.get("sealed"), holder: holder, table: table, row: signatureID, version: version, in: tx)
        }
        let sample = try tx.first("SELECT id, personId, sealedInk FROM signatureSample WHERE id = \(signatureID) AND sealedInk IS NOT NULL")
        return try sample.flatMap { try InkDrawing(self.sample(in: $0, keys: keys, tx))?.encoded() }
    }

    /// Whether the drawing of a signature is kept, or its sample still.
    static func contains(_ signatureID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT signatureId FROM signatureDrawing WHERE signatureId = \(signatureID)
            UNION ALL SELECT id FROM signatureSample WHERE id = \(signatureID) AND sealedInk IS NOT NULL
            """
        ) != nil
    }

    /// The sample of a row of `signatureSample`.
    private static func sample(in row: Row, keys: KeyRing, _ tx: any ReadTransaction) throws -> Sample {
        let (id, holder): (String, String) = (try row.get("id"), try row.get("personId"))
        let version = SignatureStore.inkVersion
        return try Sample(
            decoding: try keys.open(
                try row.get("sealedInk"),
                holder: holder,
                table: "signatureSample",
                row: id,
                version: version,
                in: tx
            )
        )
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
    /// One that cannot be opened or read stays, for whoever restores its key or mends the reading; those behind it do not wait for it.
    /// - Returns: how many samples were looked at, 0 where none of them could be replaced.
    static func replaceSamples(at now: Timestamp, limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        var last = (at: Int64.min, id: "")
        var (looked, replaced) = (0, 0)
        for _ in 0..<mostPages {
            let rows = try tx.rows(
                """
                SELECT id, at, personId, sealedInk FROM signatureSample
                WHERE sealedInk IS NOT NULL AND (at > \(last.at) OR (at = \(last.at) AND id > \(last.id))) ORDER BY at, id LIMIT \(limit)
                """
            )
            for row in rows {
                let (id, personID): (String, String) = (try row.get("id"), try row.get("personId"))
                last = (try row.get("at"), id)
                looked += 1
                let sample: Sample
                do {
                    sample = try self.sample(in: row, keys: keys, tx)
                } catch is InkError {
                    continue
                } catch let error as StorageError where error.code == .undecryptable {
                    continue
                }
                if let drawing = InkDrawing(sample) {
                    // What it was given for is not told, so it waits as long as any.
                    try insert(drawing.encoded(), of: id, personID: personID, until: now.adding(seconds: patience), keys: keys, in: tx)
                }
                try tx.execute("UPDATE signatureSample SET sealedInk = NULL WHERE id = \(id)")
                replaced += 1
            }
            if replaced > 0 || rows.count < limit { break }
        }
        return replaced > 0 ? looked : 0
    }

    /// How many batches without a sample that can be opened are looked through in one turn.
    private static let mostPages = 20

    /// Deletes every drawing of a person.
    static func delete(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM signatureDrawing WHERE personId = \(personID)")
    }

    private static let table = "signatureDrawing"
    private static let version = 1
}

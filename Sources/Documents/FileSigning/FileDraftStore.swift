import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

/// Signatures on files that are prepared, as the table `fileDraft` has them.
struct FileDraftStore: Sendable {
    let keys: KeyRing

    /// How long a draft is good, in seconds; as long as a signature may be put on its document after it was drawn.
    static let lifetime: Int64 = 900
    /// How long one is kept after that, so that a request that is sent again is answered, in seconds.
    private static let memory: Int64 = 86_400
    /// How many drafts of one person are good at a time.
    static let most = 10

    /// A draft, without what is sealed of it.
    struct Record: Hashable, Sendable {
        let id: String
        let fileID: String
        /// The number of the version that it lies on.
        let base: Int
        /// The document's id in the registry, which has it from the first signature on.
        let documentID: String
        let personID: String
        let signatureID: String
        /// The hash that the signature was drawn for.
        let seen: DocumentHash
        /// The SHA-256 of what the seal will cover.
        let digest: [UInt8]
        /// Where in the whole file the seal goes.
        let contents: Range<Int>
        /// How far the file will be signed; `nil` for a draft from before that was noted.
        var count: PDFSignatureCount?
        /// Whether it is a signature on free paper and nothing else.
        let isOnFreePaper: Bool
        /// Whether it replaces a value of the form that an earlier signer has read.
        let isReplacing: Bool
        let expiresAt: Timestamp
        /// The SHA-256 of the request that the device authorised; `nil` while there is none.
        var accepted: [UInt8]?
        /// The number of the version that came of it; `nil` while it waits.
        var version: Int?
    }

    /// Keeps a draft, in the place of those that the person had for the same signature.
    ///
    /// - Returns: `nil`; else the moment from which on there is room for it, where the person has too many, with nothing written.
    func insert(_ draft: Record, update: [UInt8], at now: Timestamp, in tx: any WriteTransaction) throws -> Timestamp? {
        try tx.execute(
            """
            DELETE FROM fileDraft
            WHERE personId = \(draft.personID) AND signatureId = \(draft.signatureID) AND version IS NULL
            """
        )
        let open = try tx.rows(
            """
            SELECT expiresAt FROM fileDraft WHERE personId = \(draft.personID) AND version IS NULL AND expiresAt > \(now)
            ORDER BY expiresAt
            """
        )
        if open.count >= Self.most, let first = open.first { return try first.timestamp("expiresAt") }
        let sealed = try keys.seal(update, holder: draft.personID, table: "fileDraft", row: draft.id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO fileDraft (
                id, fileId, base, documentId, personId, signatureId, seenHash, digest, contentsStart, contentsEnd, signatures, openFields,
                onFreePaper, replacing, sealedUpdate, expiresAt
            ) VALUES (
                \(draft.id), \(draft.fileID), \(draft.base), \(draft.documentID), \(draft.personID), \(draft.signatureID),
                \(draft.seen.text), \(draft.digest), \(draft.contents.lowerBound), \(draft.contents.upperBound),
                \(draft.count?.signatures), \(draft.count?.openFields), \(draft.isOnFreePaper), \(draft.isReplacing), \(sealed),
                \(draft.expiresAt)
            )
            """
        )
        return nil
    }

    /// A person's draft on a file.
    func find(_ id: String, on fileID: String, of personID: String, in tx: any ReadTransaction) throws -> Record? {
        let row = try tx.first("SELECT * FROM fileDraft WHERE id = \(id) AND fileId = \(fileID) AND personId = \(personID)")
        return try row.map { row in
            Record(
                id: id,
                fileID: fileID,
                base: try row.get("base"),
                documentID: try row.get("documentId"),
                personID: personID,
                signatureID: try row.get("signatureId"),
                seen: DocumentHash(stored: try row.get("seenHash")),
                digest: try row.get("digest"),
                contents: try row.get("contentsStart")..<(try row.get("contentsEnd")),
                count: try Self.count(row),
                isOnFreePaper: try row.get("onFreePaper"),
                isReplacing: try row.get("replacing"),
                expiresAt: try row.timestamp("expiresAt"),
                accepted: try row.find("accepted"),
                version: try row.find("version")
            )
        }
    }

    /// How far the file will be signed, as a row says; `nil` where it does not.
    private static func count(_ row: Row) throws -> PDFSignatureCount? {
        guard let signatures = try row.find("signatures", as: Int.self), let openFields = try row.find("openFields", as: Int.self) else {
            return nil
        }
        return PDFSignatureCount(signatures: signatures, openFields: openFields)
    }

    /// What a draft that waits appends to the file.
    func update(of draft: Record, in tx: any ReadTransaction) throws -> [UInt8] {
        guard let row = try tx.first("SELECT sealedUpdate FROM fileDraft WHERE id = \(draft.id) AND version IS NULL") else { return [] }
        return try keys.open(try row.get("sealedUpdate"), holder: draft.personID, table: "fileDraft", row: draft.id, version: 1, in: tx)
    }

    /// Whether a device authorised a request for a draft.
    static func accepts(_ request: [UInt8], for id: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM fileDraft WHERE id = \(id) AND accepted = \(request)") != nil
    }

    /// Notes the SHA-256 of the request that a device authorised for a draft.
    static func accept(_ request: [UInt8], for id: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE fileDraft SET accepted = \(request) WHERE id = \(id)")
    }

    /// Notes the version that came of a draft, for good.
    ///
    /// - Returns: whether none had come of it before.
    func finish(_ draft: Record, as version: Int, in tx: any WriteTransaction) throws -> Bool {
        let nothing: [UInt8] = []
        return try tx.execute(
            "UPDATE fileDraft SET version = \(version), sealedUpdate = \(nothing) WHERE id = \(draft.id) AND version IS NULL"
        ) == 1
    }

    /// Forgets every draft, as after a restore.
    static func deleteAll(in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM fileDraft")
    }

    /// Forgets a person's drafts.
    static func deleteAll(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM fileDraft WHERE personId = \(personID)")
    }

    /// Some files that drafts lie on, behind one, by id.
    static func files(after id: String, limit: Int, in tx: any ReadTransaction) throws -> [String] {
        let rows = try tx.rows("SELECT DISTINCT fileId FROM fileDraft WHERE fileId > \(id) ORDER BY fileId LIMIT \(limit)")
        return try rows.map { try $0.get("fileId") }
    }

    /// Forgets the drafts on files that are gone.
    static func delete(onFiles ids: some Sequence<String>, in tx: any WriteTransaction) throws {
        for id in ids { try tx.execute("DELETE FROM fileDraft WHERE fileId = \(id)") }
    }

    /// Deletes drafts that nothing came of once they are good no more, and others a day later; says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.milliseconds
        return try tx.execute(
            """
            DELETE FROM fileDraft WHERE id IN (
                SELECT id FROM fileDraft
                WHERE expiresAt <= \(end) AND (version IS NULL OR expiresAt <= \(end - memory * 1000))
                ORDER BY expiresAt LIMIT \(limit)
            )
            """
        )
    }
}

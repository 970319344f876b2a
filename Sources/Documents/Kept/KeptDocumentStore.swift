import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of kept documents, of their parts and versions, and of who was let in.
///
/// Whatever names a blob claims it, and whatever stops naming it releases it, in the same transaction.
struct KeptDocumentStore: Sendable {
    let seals: KeptSeals

    /// Adds a file that is announced, and its key.
    func insert(_ document: KeptDocumentRecord, in tx: any WriteTransaction) throws {
        try seals.create(document.id, in: tx)
        let name = try seals.sealName(document.name, number: document.nameNumber, keptID: document.id, in: tx)
        try tx.execute(
            """
            INSERT INTO keptDocument (id, ownerId, sealedFileName, nameNumber, size, received, partCount, version, createdAt, changedAt)
            VALUES (\(document.id), \(document.ownerID), \(name), \(document.nameNumber), \(document.size), \(document.received),
                \(document.partCount), \(document.version), \(document.createdAt.milliseconds), \(document.changedAt.milliseconds))
            """
        )
        try noteChange(of: document.id, in: tx)
    }

    /// The document with an id, whoever asks.
    func find(_ keptID: String, in tx: any ReadTransaction) throws -> KeptDocumentRecord? {
        try tx.first("SELECT * FROM keptDocument WHERE id = \(keptID)").map { try record($0, in: tx) }
    }

    /// A document that a person may read: the owner, and, once all of it is here, whoever was let in.
    func find(_ keptID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> KeptDocumentRecord? {
        guard let document = try find(keptID, in: tx) else { return nil }
        if document.ownerID == personID { return document }
        return try document.isComplete && isReader(personID, of: keptID, in: tx) ? document : nil
    }

    /// A document of its owner.
    func find(_ keptID: String, ownedBy ownerID: String, in tx: any ReadTransaction) throws -> KeptDocumentRecord? {
        try tx.first("SELECT * FROM keptDocument WHERE id = \(keptID) AND ownerId = \(ownerID)").map { try record($0, in: tx) }
    }

    /// A page of what a person keeps and was let into, newest first; `place` is the moment and the id of the last one of the page before.
    func list(for personID: String, after place: (Timestamp, String)? = nil, limit: Int, in tx: any ReadTransaction) throws
        -> [KeptDocumentRecord]
    {
        let (at, id) = place.map { ($0.milliseconds, $1) } ?? (.max, "")
        let own = try tx.rows(
            """
            SELECT * FROM keptDocument WHERE ownerId = \(personID) AND (changedAt, id) < (\(at), \(id))
            ORDER BY changedAt DESC, id DESC LIMIT \(limit)
            """
        )
        let others = try tx.rows(
            """
            SELECT keptDocument.* FROM keptReader JOIN keptDocument ON keptDocument.id = keptReader.keptId
            WHERE keptReader.personId = \(personID) AND keptDocument.version > 0 AND (changedAt, id) < (\(at), \(id))
            ORDER BY changedAt DESC, id DESC LIMIT \(limit)
            """
        )
        let records = try (own + others).map { try record($0, in: tx) }
        return Array(records.sorted { ($0.changedAt, $0.id) > ($1.changedAt, $1.id) }.prefix(limit))
    }

    /// How many documents an owner has, and how many bytes they take or will take.
    func usage(of ownerID: String, in tx: any ReadTransaction) throws -> (count: Int, bytes: Int) {
        // SUM answers a numeric on PostgreSQL.
        let row = try tx.first(
            """
            SELECT COUNT(*) AS count, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM keptDocument WHERE ownerId = \(ownerID)
            """
        )
        return (try row?.get("count") ?? 0, try row?.get("bytes") ?? 0)
    }

    /// Gives a document another name.
    func rename(_ document: KeptDocumentRecord, to name: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        let number = document.nameNumber + 1
        let sealed = try seals.sealName(name, number: number, keptID: document.id, in: tx)
        try tx.execute(
            """
            UPDATE keptDocument SET sealedFileName = \(sealed), nameNumber = \(number), changedAt = \(now.milliseconds)
            WHERE id = \(document.id)
            """
        )
        try noteChange(of: document.id, in: tx)
    }

    /// Deletes a document with every version, and its key.
    ///
    /// - Returns: the blobs to delete once this is committed; they are doomed.
    func delete(_ keptID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let blobs = try tx.rows("SELECT address FROM keptPart WHERE keptId = \(keptID)").map { try $0.get("address", as: BlobAddress.self) }
        try noteChange(of: keptID, isRemoved: true, in: tx)
        try tx.execute("DELETE FROM keptDocument WHERE id = \(keptID)")
        try seals.destroy(keptID, in: tx)
        try OrphanedBlobStore.release(blobs, at: now, in: tx)
        return blobs
    }

    /// Deletes an owner's file that is announced and of which nothing is here, and its key; says whether it was such a one.
    func withdraw(_ keptID: String, ownedBy ownerID: String, in tx: any WriteTransaction) throws -> Bool {
        let deleted = try tx.execute(
            "DELETE FROM keptDocument WHERE id = \(keptID) AND ownerId = \(ownerID) AND version = 0 AND received = 0"
        )
        guard deleted == 1 else { return false }
        try ChangeLog.note(.keptDocument, keptID, for: [ownerID], isRemoved: true, in: tx)
        try seals.destroy(keptID, in: tx)
        return true
    }

    /// Deletes some files that were announced before a moment and are not here yet: at most `limit`, and no more once as many parts are gone.
    ///
    /// - Returns: whether there may be more, and the blobs to delete once this is committed.
    func deleteUnfinished(before moment: Timestamp, at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> (
        isMore: Bool, blobs: [BlobAddress]
    ) {
        let rows = try tx.rows(
            "SELECT id FROM keptDocument WHERE version = 0 AND createdAt <= \(moment.milliseconds) ORDER BY createdAt LIMIT \(limit)"
        )
        var blobs: [BlobAddress] = []
        for row in rows {
            if blobs.count >= limit { return (true, blobs) }
            blobs += try delete(try row.get("id"), at: now, in: tx)
        }
        return (rows.count == limit, blobs)
    }

    /// Deletes the documents whose keys were destroyed: a backup that was restored is older than their deletion.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func deleteUnreadable(at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let ids = try tx.rows("SELECT id FROM keptDocument ORDER BY id").map { try $0.get("id", as: String.self) }
        return try ids.filter { try !seals.isThere($0, in: tx) }.flatMap { try delete($0, at: now, in: tx) }
    }

    /// Every blob that rows name.
    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try tx.rows("SELECT address FROM keptPart ORDER BY address").map { try $0.get("address") }
    }

    private func record(_ row: Row, in tx: any ReadTransaction) throws -> KeptDocumentRecord {
        try KeptDocumentRecord(row: row, seals: seals, in: tx)
    }
}

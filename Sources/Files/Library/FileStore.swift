import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of files, of their parts and versions, and of their readers.
///
/// Whatever names a blob claims it, and whatever stops naming it releases it, in the same transaction.
struct FileStore: Sendable {
    let seals: FileSeals

    /// Adds a file that is announced, and its key.
    func insert(_ file: FileRecord, in tx: any WriteTransaction) throws {
        try seals.create(file.id, in: tx)
        let name = try seals.sealName(file.name, number: file.nameNumber, fileID: file.id, in: tx)
        try tx.execute(
            """
            INSERT INTO file (id, ownerId, sealedFileName, nameNumber, size, received, partCount, version, createdAt, changedAt)
            VALUES (\(file.id), \(file.ownerID), \(name), \(file.nameNumber), \(file.size), \(file.received),
                \(file.partCount), \(file.version), \(file.createdAt), \(file.changedAt))
            """
        )
        try noteChange(of: file.id, in: tx)
    }

    /// The file with an id, without a look at the caller.
    func find(_ fileID: String, in tx: any ReadTransaction) throws -> FileRecord? {
        try tx.first("SELECT * FROM file WHERE id = \(fileID)").map { try record($0, in: tx) }
    }

    /// A file that a person may read: the owner, and, once all of it is here, its readers.
    func find(_ fileID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> FileRecord? {
        guard let file = try find(fileID, in: tx) else { return nil }
        if file.ownerID == personID { return file }
        return try file.isComplete && isReader(personID, of: fileID, in: tx) ? file : nil
    }

    /// A file of its owner.
    func find(_ fileID: String, ownedBy ownerID: String, in tx: any ReadTransaction) throws -> FileRecord? {
        try tx.first("SELECT * FROM file WHERE id = \(fileID) AND ownerId = \(ownerID)").map { try record($0, in: tx) }
    }

    /// The file that a document is and that a person may read, the one that was changed last where there are several.
    func find(document documentID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> FileRecord? {
        try tx.first(
            """
            SELECT * FROM file WHERE documentId = \(documentID) AND version > 0 AND (
                ownerId = \(personID) OR EXISTS (SELECT at FROM fileReader WHERE fileId = file.id AND personId = \(personID))
            ) ORDER BY changedAt DESC, id LIMIT 1
            """
        ).map { try record($0, in: tx) }
    }

    /// A page of what a person keeps and may read of others, newest first; `place` is the moment and the id of the last one of the page before.
    func list(for personID: String, after place: (Timestamp, String)? = nil, limit: Int, in tx: any ReadTransaction) throws
        -> [FileRecord]
    {
        let (at, id) = place.map { ($0.milliseconds, $1) } ?? (.max, "")
        let own = try tx.rows(
            """
            SELECT * FROM file WHERE ownerId = \(personID) AND (changedAt, id) < (\(at), \(id))
            ORDER BY changedAt DESC, id DESC LIMIT \(limit)
            """
        )
        let others = try tx.rows(
            """
            SELECT file.* FROM fileReader JOIN file ON file.id = fileReader.fileId
            WHERE fileReader.personId = \(personID) AND file.version > 0 AND (changedAt, id) < (\(at), \(id))
            ORDER BY changedAt DESC, id DESC LIMIT \(limit)
            """
        )
        let records = try (own + others).map { try record($0, in: tx) }
        return Array(records.sorted { ($0.changedAt, $0.id) > ($1.changedAt, $1.id) }.prefix(limit))
    }

    /// How many files an owner has, and how many bytes they take or will take.
    func usage(of ownerID: String, in tx: any ReadTransaction) throws -> (count: Int, bytes: Int) {
        // SUM answers a numeric on PostgreSQL.
        let row = try tx.first(
            """
            SELECT COUNT(*) AS count, CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM file WHERE ownerId = \(ownerID)
            """
        )
        return (try row?.get("count") ?? 0, try row?.get("bytes") ?? 0)
    }

    /// Gives a file another name; it keeps its place in every list.
    func rename(_ file: FileRecord, to name: String, in tx: any WriteTransaction) throws {
        let number = file.nameNumber + 1
        let sealed = try seals.sealName(name, number: number, fileID: file.id, in: tx)
        try tx.execute(
            """
            UPDATE file SET sealedFileName = \(sealed), nameNumber = \(number) WHERE id = \(file.id)
            """
        )
        try noteChange(of: file.id, in: tx)
    }

    /// Deletes a file with every version, and its key.
    ///
    /// - Returns: the blobs to delete once this is committed; they are released.
    func delete(_ fileID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let blobs = try tx.rows("SELECT address FROM filePart WHERE fileId = \(fileID)").map { try $0.get("address", as: BlobAddress.self) }
        try noteChange(of: fileID, isRemoved: true, in: tx)
        try tx.execute("DELETE FROM file WHERE id = \(fileID)")
        try seals.destroy(fileID, in: tx)
        try OrphanedBlobStore.release(blobs, at: now, in: tx)
        return blobs
    }

    /// Deletes an owner's file that is announced and of which nothing is here, and its key; says whether it was such a one.
    func withdraw(_ fileID: String, ownedBy ownerID: String, in tx: any WriteTransaction) throws -> Bool {
        let deleted = try tx.execute(
            "DELETE FROM file WHERE id = \(fileID) AND ownerId = \(ownerID) AND version = 0 AND received = 0"
        )
        guard deleted == 1 else { return false }
        try ChangeLog.note(.file, fileID, for: [ownerID], isRemoved: true, in: tx)
        try seals.destroy(fileID, in: tx)
        return true
    }

    /// Deletes some files that were announced before a moment and are not here yet: at most `limit`, and no more once as many parts are gone.
    ///
    /// - Returns: whether there may be more, and the blobs to delete once this is committed.
    func deleteUnfinished(before moment: Timestamp, at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> (
        isMore: Bool, blobs: [BlobAddress]
    ) {
        let rows = try tx.rows(
            "SELECT id FROM file WHERE version = 0 AND createdAt <= \(moment) ORDER BY createdAt LIMIT \(limit)"
        )
        var blobs: [BlobAddress] = []
        for row in rows {
            if blobs.count >= limit { return (true, blobs) }
            blobs += try delete(try row.get("id"), at: now, in: tx)
        }
        return (rows.count == limit, blobs)
    }

    /// Deletes the files whose keys were destroyed: a backup that was restored is older than their deletion.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func deleteUnreadable(at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let ids = try tx.rows("SELECT id FROM file ORDER BY id").map { try $0.get("id", as: String.self) }
        return try ids.filter { try !seals.isThere($0, in: tx) }.flatMap { try delete($0, at: now, in: tx) }
    }

    /// Every blob that rows name.
    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try tx.rows("SELECT address FROM filePart ORDER BY address").map { try $0.get("address") }
    }

    private func record(_ row: Row, in tx: any ReadTransaction) throws -> FileRecord {
        try FileRecord(row: row, seals: seals, in: tx)
    }
}

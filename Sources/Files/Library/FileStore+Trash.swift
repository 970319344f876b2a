import ParaphStorage
import ParaphWire
import ServerKit

/// The trash: files that their owners deleted and may restore.
///
/// A file in it keeps versions, readers and key, and is there for no reader, list or signer.
extension FileStore {
    /// Puts a file that is here whole into the trash.
    func trash(_ fileID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE file SET trashedAt = \(now) WHERE id = \(fileID)")
        try noteChange(of: fileID, isRemoved: true, in: tx)
    }

    /// Takes a file out of the trash; it is again what it was, for its readers too.
    func restore(_ fileID: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE file SET trashedAt = NULL WHERE id = \(fileID)")
        try noteChange(of: fileID, in: tx)
    }

    /// The file with an id, in the trash or not, without a look at the caller.
    func findEvenTrashed(_ fileID: String, in tx: any ReadTransaction) throws -> FileRecord? {
        try tx.first("SELECT * FROM file WHERE id = \(fileID)").map { try record($0, in: tx) }
    }

    /// A page of what an owner deleted since a moment, the latest first; `place` is the moment and the id of the last one of the page before.
    func trashed(
        of ownerID: String,
        since moment: Timestamp,
        after place: (Timestamp, String)? = nil,
        limit: Int,
        in tx: any ReadTransaction
    ) throws -> [FileRecord] {
        let (at, id) = place.map { ($0.milliseconds, $1) } ?? (.max, "")
        return try tx.rows(
            """
            SELECT * FROM file WHERE ownerId = \(ownerID) AND trashedAt > \(moment) AND (trashedAt, id) < (\(at), \(id))
            ORDER BY trashedAt DESC, id DESC LIMIT \(limit)
            """
        ).map { try record($0, in: tx) }
    }

    /// Deletes some files for good that were put into the trash before a moment: at most `limit`, and no more once as many parts are gone.
    ///
    /// - Returns: whether there may be more, and the blobs to delete once this is committed.
    func deleteTrashed(before moment: Timestamp, at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> (
        isMore: Bool, blobs: [BlobAddress]
    ) {
        let ids = try tx.rows("SELECT id FROM file WHERE trashedAt <= \(moment) ORDER BY trashedAt, id LIMIT \(limit)")
        return try delete(ids, at: now, limit: limit, in: tx)
    }
}

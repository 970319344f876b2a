import ParaphStorage
import ParaphWire
import ServerKit

extension FileStore {
    /// Lets a reader in.
    ///
    /// - Returns: whether they were not in before.
    func addReader(_ personID: String, to fileID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        let added = try tx.execute(
            """
            INSERT INTO fileReader (fileId, personId, at) VALUES (\(fileID), \(personID), \(now.milliseconds))
            ON CONFLICT (fileId, personId) DO NOTHING
            """
        )
        if added == 1 { try noteChange(of: fileID, in: tx) }
        return added == 1
    }

    /// Takes a reader out.
    ///
    /// - Returns: whether they were in.
    func removeReader(_ personID: String, from fileID: String, in tx: any WriteTransaction) throws -> Bool {
        guard try tx.execute("DELETE FROM fileReader WHERE fileId = \(fileID) AND personId = \(personID)") == 1 else { return false }
        try ChangeLog.note(.file, fileID, for: [personID], isRemoved: true, in: tx)
        try noteChange(of: fileID, in: tx)
        return true
    }

    /// Whether a person is a reader.
    func isReader(_ personID: String, of fileID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT at FROM fileReader WHERE fileId = \(fileID) AND personId = \(personID)") != nil
    }

    /// The ids of the readers, in the order in which they were let in.
    func readers(of fileID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT personId FROM fileReader WHERE fileId = \(fileID) ORDER BY at, personId").map { try $0.get("personId") }
    }

    /// The ids of the files that a person keeps, by id.
    func owned(by personID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM file WHERE ownerId = \(personID) ORDER BY id").map { try $0.get("id") }
    }

    /// Deletes what a person keeps, and takes them out of what others keep.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func deleteAll(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try tx.execute("DELETE FROM fileReader WHERE personId = \(personID)")
        for counter in FileCounter.allCases { try counter.delete(of: personID, in: tx) }
        try deleteTraces(of: personID, in: tx)
        return try owned(by: personID, in: tx).flatMap { try delete($0, at: now, in: tx) }
    }
}

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
            INSERT INTO fileReader (fileId, personId, at) VALUES (\(fileID), \(personID), \(now))
            ON CONFLICT (fileId, personId) DO NOTHING
            """
        )
        guard added == 1 else { return false }
        try ErasureStore.remove(.fileReader, ErasureKind.reader(personID, of: fileID), in: tx)
        // It stands first in the list of who was let in, too.
        try tx.execute("UPDATE file SET changedAt = \(now) WHERE id = \(fileID)")
        try noteChange(of: fileID, in: tx)
        return true
    }

    /// Takes a reader out; no restore of an older backup lets them in again.
    ///
    /// - Returns: whether they were in.
    func removeReader(_ personID: String, from fileID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        guard try tx.execute("DELETE FROM fileReader WHERE fileId = \(fileID) AND personId = \(personID)") == 1 else { return false }
        try ErasureStore.add(.fileReader, ErasureKind.reader(personID, of: fileID), at: now, in: tx)
        try ChangeLog.note(.file, fileID, for: [personID], isRemoved: true, in: tx)
        try noteChange(of: fileID, in: tx)
        return true
    }

    /// Whether a person is a reader.
    func isReader(_ personID: String, of fileID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT at FROM fileReader WHERE fileId = \(fileID) AND personId = \(personID)") != nil
    }

    /// The ids of the readers, in the order in which they were added.
    func readers(of fileID: String, in tx: any ReadTransaction) throws -> [String] {
        try invitations(to: fileID, in: tx).map(\.personID)
    }

    /// The readers with the moments at which they were let in, the first of them first.
    func invitations(to fileID: String, in tx: any ReadTransaction) throws -> [(personID: String, at: Timestamp)] {
        try tx.rows("SELECT personId, at FROM fileReader WHERE fileId = \(fileID) ORDER BY at, personId").map {
            (try $0.get("personId"), try $0.timestamp("at"))
        }
    }

    /// The ids of the readers who signed none of the versions up to some number, in the order in which they were let in.
    func unsignedReaders(of fileID: String, upTo number: Int, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows(
            """
            SELECT personId FROM fileReader WHERE fileId = \(fileID) AND NOT EXISTS (
                SELECT number FROM fileVersion WHERE fileVersion.fileId = \(fileID) AND fileVersion.number <= \(number)
                    AND fileVersion.personId = fileReader.personId AND fileVersion.signatureId IS NOT NULL
            ) ORDER BY at, personId
            """
        ).map { try $0.get("personId") }
    }

    /// How many people signed one of the versions up to some number who are no readers any more, the owner aside: they left, were dismissed, or
    /// deleted their account.
    func formerSigners(of file: FileRecord, upTo number: Int, in tx: any ReadTransaction) throws -> Int {
        let row = try tx.first(
            """
            SELECT COUNT(DISTINCT personId) AS count FROM fileVersion
            WHERE fileId = \(file.id) AND number <= \(number) AND signatureId IS NOT NULL AND personId <> \(file.ownerID) AND NOT EXISTS (
                SELECT at FROM fileReader WHERE fileReader.fileId = \(file.id) AND fileReader.personId = fileVersion.personId
            )
            """
        )
        return try row?.get("count") ?? 0
    }

    /// The ids of the files that a person was let into, by id, with when.
    func shared(with personID: String, in tx: any ReadTransaction) throws -> [(id: String, since: Timestamp)] {
        try tx.rows("SELECT fileId, at FROM fileReader WHERE personId = \(personID) ORDER BY fileId")
            .map { (try $0.get("fileId"), try $0.timestamp("at")) }
    }

    /// The ids of the files that a person keeps, by id.
    func owned(by personID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM file WHERE ownerId = \(personID) ORDER BY id").map { try $0.get("id") }
    }

    /// Deletes what a person keeps, and takes them out of what others keep.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func deleteAll(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let read = try tx.rows("DELETE FROM fileReader WHERE personId = \(personID) RETURNING fileId").map {
            try $0.get("fileId", as: String.self)
        }
        for fileID in read.sorted() { try noteChange(of: fileID, in: tx) }
        for counter in FileCounter.allCases { try counter.delete(of: personID, in: tx) }
        try deleteTraces(of: personID, in: tx)
        return try owned(by: personID, in: tx).flatMap { try delete($0, at: now, in: tx) }
    }
}

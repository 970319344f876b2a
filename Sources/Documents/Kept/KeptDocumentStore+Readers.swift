import ParaphStorage
import ParaphWire
import ServerKit

extension KeptDocumentStore {
    /// Lets somebody in.
    ///
    /// - Returns: whether they were not in before.
    func addReader(_ personID: String, to keptID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        let added = try tx.execute(
            """
            INSERT INTO keptReader (keptId, personId, at) VALUES (\(keptID), \(personID), \(now.milliseconds))
            ON CONFLICT (keptId, personId) DO NOTHING
            """
        )
        if added == 1 { try noteChange(of: keptID, in: tx) }
        return added == 1
    }

    /// Lets somebody in no more.
    ///
    /// - Returns: whether they were in.
    func removeReader(_ personID: String, from keptID: String, in tx: any WriteTransaction) throws -> Bool {
        guard try tx.execute("DELETE FROM keptReader WHERE keptId = \(keptID) AND personId = \(personID)") == 1 else { return false }
        try ChangeLog.note(.keptDocument, keptID, for: [personID], isRemoved: true, in: tx)
        try noteChange(of: keptID, in: tx)
        return true
    }

    /// Whether somebody was let in.
    func isReader(_ personID: String, of keptID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT at FROM keptReader WHERE keptId = \(keptID) AND personId = \(personID)") != nil
    }

    /// The ids of who was let in, in that order.
    func readers(of keptID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT personId FROM keptReader WHERE keptId = \(keptID) ORDER BY at, personId").map { try $0.get("personId") }
    }

    /// The ids of the documents that a person keeps, by id.
    func owned(by personID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM keptDocument WHERE ownerId = \(personID) ORDER BY id").map { try $0.get("id") }
    }

    /// Deletes what a person keeps, and takes them out of what others keep.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func deleteAll(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try tx.execute("DELETE FROM keptReader WHERE personId = \(personID)")
        for counter in KeptCounter.allCases { try counter.delete(of: personID, in: tx) }
        try KeptDraftStore.deleteAll(of: personID, in: tx)
        return try owned(by: personID, in: tx).flatMap { try delete($0, at: now, in: tx) }
    }
}

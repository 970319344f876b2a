import ParaphStorage
import ParaphWire
import ServerKit

extension FileStore {
    /// Notes that a reader has a file open, from when on its owner knows them by name.
    ///
    /// - Returns: whether they never had before.
    func noteOpened(_ fileID: String, by personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        let opened = try tx.execute(
            """
            UPDATE fileReader SET openedAt = \(now)
            WHERE fileId = \(fileID) AND personId = \(personID) AND openedAt IS NULL
            """
        )
        guard opened == 1 else { return false }
        try noteChange(of: fileID, in: tx)
        return true
    }

    /// Whether a reader ever had a file open.
    func hasOpened(_ fileID: String, _ personID: String, in tx: any ReadTransaction) throws -> Bool {
        let row = try tx.first("SELECT openedAt FROM fileReader WHERE fileId = \(fileID) AND personId = \(personID)")
        return try row?.find("openedAt", as: Int64.self) != nil
    }

    /// What a file's owner knows a reader by: the address that they let in, and the name once the reader opened the file.
    func name(of reader: FilePerson, among fileID: String, in tx: any ReadTransaction) throws -> String {
        try hasOpened(fileID, reader.id, in: tx) ? reader.name : reader.email
    }

    /// How many files of one owner a reader was let into and never opened, those in the trash among them: they may come back.
    func unopened(of ownerID: String, for personID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first(
            """
            SELECT COUNT(*) AS count FROM fileReader JOIN file ON file.id = fileReader.fileId
            WHERE fileReader.personId = \(personID) AND fileReader.openedAt IS NULL AND file.ownerId = \(ownerID)
            """
        )?.get("count") ?? 0
    }

    /// Takes a reader out who leaves, for good: the owner does not let them in again.
    ///
    /// - Returns: whether they were in.
    func leave(_ fileID: String, by personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        guard try removeReader(personID, from: fileID, at: now, in: tx) else { return false }
        try ErasureStore.add(.fileLeaver, ErasureKind.reader(personID, of: fileID), at: now, in: tx)
        try tx.execute(
            """
            INSERT INTO fileLeaver (fileId, personId, at) VALUES (\(fileID), \(personID), \(now))
            ON CONFLICT (fileId, personId) DO NOTHING
            """
        )
        return true
    }

    /// Whether a person left a file.
    func hasLeft(_ fileID: String, _ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT at FROM fileLeaver WHERE fileId = \(fileID) AND personId = \(personID)") != nil
    }

    /// Counts a signed or shared file that its owner deletes, so that they are told of all at once.
    func noteRemoval(by ownerID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO fileRemoval (personId, removed, since) VALUES (\(ownerID), 1, \(now))
            ON CONFLICT (personId) DO UPDATE SET removed = fileRemoval.removed + 1
            """
        )
    }

    /// Takes out some of the owners who deleted files before a moment, with how many.
    func takeRemovals(before moment: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> [(ownerID: String, count: Int)] {
        let rows = try tx.rows(
            "SELECT personId, removed FROM fileRemoval WHERE since <= \(moment) ORDER BY since, personId LIMIT \(limit)"
        )
        return try rows.map { row in
            let ownerID: String = try row.get("personId")
            try tx.execute("DELETE FROM fileRemoval WHERE personId = \(ownerID)")
            return (ownerID, try row.get("removed"))
        }
    }

    /// Forgets who a person left, and what they deleted.
    func deleteTraces(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM fileLeaver WHERE personId = \(personID)")
        try tx.execute("DELETE FROM fileRemoval WHERE personId = \(personID)")
    }
}

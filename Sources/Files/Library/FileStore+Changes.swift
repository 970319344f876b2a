import ParaphStorage
import ServerKit

extension FileStore {
    /// Notes that a file changed, for its owner and its readers.
    func noteChange(of fileID: String, isRemoved: Bool = false, in tx: any WriteTransaction) throws {
        let rows = try tx.rows(
            """
            SELECT ownerId AS personId FROM file WHERE id = \(fileID)
            UNION SELECT personId FROM fileReader WHERE fileId = \(fileID)
            """
        )
        let people = try rows.map { try $0.get("personId", as: String.self) }
        try ChangeLog.note(.file, fileID, for: people, isRemoved: isRemoved, in: tx)
    }
}

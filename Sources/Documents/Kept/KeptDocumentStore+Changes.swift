import ParaphStorage
import ServerKit

extension KeptDocumentStore {
    /// Notes that a document changed, for its owner and whoever was let in.
    func noteChange(of keptID: String, isRemoved: Bool = false, in tx: any WriteTransaction) throws {
        let rows = try tx.rows(
            """
            SELECT ownerId AS personId FROM keptDocument WHERE id = \(keptID)
            UNION SELECT personId FROM keptReader WHERE keptId = \(keptID)
            """
        )
        let people = try rows.map { try $0.get("personId", as: String.self) }
        try ChangeLog.note(.keptDocument, keptID, for: people, isRemoved: isRemoved, in: tx)
    }
}

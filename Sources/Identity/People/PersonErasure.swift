import ParaphStorage
import ParaphWire
import ServerKit

/// Ends people with all that every domain keeps of them, by a permit.
struct PersonErasure: Sendable {
    private let data: PersonalData

    init(_ data: PersonalData) { self.data = data }

    /// What is kept of a person, opened.
    func export(of personID: String, in tx: any ReadTransaction) throws -> [ExportedMember] { try data.export(of: personID, in: tx) }

    /// Deletes what is kept of a person; an app that is deleted takes the accounts along that it made.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func erase(_ personID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress]
    {
        if permit.allows([.deleteAccount]) {
            try permit.check([.deleteAccount], of: personID)
        } else {
            let app = try tx.first(
                "SELECT app.id, app.ownerId FROM person JOIN app ON app.id = person.ownerAppId WHERE person.id = \(personID)"
            )
            guard let app else { throw Problem.approvalRequired }
            try permit.check([.deleteApp], of: try app.find("ownerId"), about: [try app.get("id")])
        }
        return try data.erase(personID, at: now, in: tx)
    }
}

public import ParaphStorage

/// What other domains may know of documents: which signatures and people stand on one.
public struct DocumentReferences: Sendable {
    public init() {}

    /// Which of some signatures stand on a document.
    public func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(try ids.filter { try tx.first("SELECT documentId FROM documentSignature WHERE signatureId = \($0)") != nil })
    }

    /// Whether a person signed or saved a document.
    public func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT documentId FROM documentVersion WHERE personId = \(personID)
            UNION ALL SELECT documentId FROM documentSignature WHERE personId = \(personID) LIMIT 1
            """
        ) != nil
    }
}

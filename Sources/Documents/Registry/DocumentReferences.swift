public import ParaphStorage

/// What other domains may know of documents: which signatures and people stand on one.
public struct DocumentReferences: Sendable {
    public init() {}

    /// Which of some signatures stand on a document.
    public func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(try ids.filter { try tx.first("SELECT documentId FROM documentSignature WHERE signatureId = \($0)") != nil })
    }

    /// Whether a person's signature stands on a file, by its hash: it came with that version of a document, or with one that it was made from.
    public func isSigned(hash: String, by personID: String, in tx: any ReadTransaction) throws -> Bool {
        let versions = try tx.rows(
            "SELECT documentId, number FROM documentVersion WHERE hash = \(hash) AND signed = 1 ORDER BY at DESC LIMIT 20"
        )
        for version in versions {
            let documentID: String = try version.get("documentId")
            let signatures = try tx.rows(
                "SELECT DISTINCT number FROM documentSignature WHERE documentId = \(documentID) AND personId = \(personID)"
            )
            let signed: Set<Int> = Set(try signatures.map { try $0.get("number") })
            var number: Int? = signed.isEmpty ? nil : try version.get("number")
            while let current = number {
                if signed.contains(current) { return true }
                number = try tx.first("SELECT previous FROM documentVersion WHERE documentId = \(documentID) AND number = \(current)")?
                    .find("previous")
            }
        }
        return false
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

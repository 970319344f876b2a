public import ParaphStorage

/// What other domains may know of documents: which signatures stand on one.
public struct DocumentWitness: Sendable {
    public init() {}

    /// Which of some signatures stand on a document.
    public func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(try ids.filter { try tx.first("SELECT documentId FROM documentSignature WHERE signatureId = \($0)") != nil })
    }
}

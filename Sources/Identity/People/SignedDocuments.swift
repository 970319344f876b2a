public import ParaphStorage

/// Tells which signatures stand on a document.
public protocol SignedDocuments: Sendable {
    /// Which of some signatures stand on a document.
    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String>
}

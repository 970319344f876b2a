public import ParaphStorage

/// Tells what stands on documents.
public protocol SignedDocuments: Sendable {
    /// Which of some signatures stand on a document.
    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String>

    /// Whether a person signed or saved a document.
    func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool
}

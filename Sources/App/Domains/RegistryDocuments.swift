import Documents
import Identity
import ParaphStorage

/// What stands on documents, from Documents.
struct RegistryDocuments: SignedDocuments {
    private let references = DocumentReferences()

    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        try references.signaturesOnDocuments(ids, in: tx)
    }

    func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try references.isOnDocuments(personID, in: tx)
    }
}

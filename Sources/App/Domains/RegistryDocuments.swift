import Documents
import Identity
import ParaphStorage

/// What stands on documents, from Documents.
struct RegistryDocuments: SignedDocuments {
    private let witness = DocumentWitness()

    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        try witness.signaturesOnDocuments(ids, in: tx)
    }

    func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try witness.isOnDocuments(personID, in: tx)
    }
}

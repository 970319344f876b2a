import Documents
import Identity
import ParaphStorage

/// Which signatures stand on documents, from Documents.
struct RegistryDocuments: SignedDocuments {
    private let witness = DocumentWitness()

    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        try witness.signaturesOnDocuments(ids, in: tx)
    }
}

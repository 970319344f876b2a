import Documents
import Identity
import ParaphStorage
import ParaphWire

/// What Identity tells people of the documents that they signed, from Documents.
struct RegistryDocuments: SignedDocuments {
    private let witness = DocumentWitness()

    func documents(of personID: String, in tx: any ReadTransaction) throws -> [SignedDocument] {
        try witness.versions(of: personID, in: tx).map { version in
            SignedDocument(
                documentId: version.documentID,
                version: version.number,
                hash: version.hash,
                savedAt: version.savedAt,
                savedByPerson: version.isSaver,
                signatures: version.signatures.map { SignedDocument.Signature(id: $0.id, at: $0.at) }
            )
        }
    }

    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        try witness.signaturesOnDocuments(ids, in: tx)
    }

    func seals(of personID: String, in tx: any ReadTransaction) throws -> [DocumentSealing] {
        try witness.seals(of: personID, in: tx).map { seal in
            DocumentSealing(
                signatureId: seal.signatureID,
                documentId: seal.documentID,
                previousHash: seal.previousHash,
                digest: Base64URL(seal.digest),
                at: seal.at,
                keptId: seal.keptID
            )
        }
    }
}

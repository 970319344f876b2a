import Documents
import Files
import ParaphStorage

/// Who signed a file before it came here, from Documents.
struct RegistryFileSignatures: FileSignatures {
    private let references = DocumentReferences()

    func isSigned(hash: String, by personID: String, in tx: any ReadTransaction) throws -> Bool {
        try references.isSigned(hash: hash, by: personID, in: tx)
    }
}

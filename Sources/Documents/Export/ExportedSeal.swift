import ParaphStorage
import ParaphWire

/// A digest that a person had sealed, as their export tells of it: what was to become of a document, whether or not it was saved afterwards.
struct ExportedSeal: Codable, Hashable, Sendable {
    /// The signature that it was sealed for; one of the export's `signatures` with the same id.
    var signatureId: String
    var documentId: String
    /// The hash of the version that the signature was drawn for, in lower-case hexadecimal.
    var previousHash: String
    /// SHA-256 of what the seal covers.
    var digest: Base64URL
    var at: Timestamp
    /// The file on the server that the seal went into; absent for documents that stay in the browser.
    var fileId: String?

    /// What a person had sealed, the oldest first.
    static func all(of personID: String, in tx: any ReadTransaction) throws -> [ExportedSeal] {
        try SealStore.all(of: personID, in: tx).map { seal in
            ExportedSeal(
                signatureId: seal.signatureID,
                documentId: seal.documentID,
                previousHash: seal.previous.text,
                digest: Base64URL(seal.digest),
                at: seal.at,
                fileId: seal.fileID
            )
        }
    }
}

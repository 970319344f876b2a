import ParaphStorage
import ParaphWire

/// Which signatures were given for documents in the web app, each for one.
enum DocumentSignatureStore {
    /// Notes that a signature was given for a document.
    static func insert(_ signatureID: String, documentHash: String, in tx: any WriteTransaction) throws {
        try tx.execute("INSERT INTO signatureForDocument (signatureId, documentHash) VALUES (\(signatureID), \(documentHash))")
    }

    /// The hash of the document that a signature was given for; `nil` for signatures that were given for something else.
    static func documentHash(of signatureID: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT documentHash FROM signatureForDocument WHERE signatureId = \(signatureID)")?.get("documentHash")
    }
}

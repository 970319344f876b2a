import ParaphStorage
import ParaphWire
import ServerKit

/// Which signatures were given for documents in the web app, each for one.
enum DocumentSignatureStore {
    /// Notes that a signature was given for a document; `placedBy` is the device that places it where that is not the one that drew.
    static func insert(_ signatureID: String, documentHash: String, placedBy: String?, in tx: any WriteTransaction) throws {
        try tx.execute(
            "INSERT INTO signatureForDocument (signatureId, documentHash, placedBy) VALUES (\(signatureID), \(documentHash), \(placedBy))"
        )
    }

    /// The device that places a signature in the stead of the one that drew; `nil` where the latter does.
    static func placer(of signatureID: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT placedBy FROM signatureForDocument WHERE signatureId = \(signatureID)")?.find("placedBy")
    }

    /// The hash of the document that a signature was given for; `nil` for signatures that were given for something else.
    static func documentHash(of signatureID: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT documentHash FROM signatureForDocument WHERE signatureId = \(signatureID)")?.get("documentHash")
    }
}

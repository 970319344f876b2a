import ParaphStorage
import ParaphWire
import ServerKit

/// The digests that were sealed: one for each signature.
enum SealStore {
    /// A digest that was sealed.
    struct Record: Hashable, Sendable {
        let signatureID: String
        let documentID: String
        let personID: String
        /// The hash of the file that the signature was drawn for: the one that was opened; of a file on the server, a version of it.
        let previous: DocumentHash
        /// SHA-256 of what the seal covers.
        let digest: [UInt8]
        let at: Timestamp
        /// The file on the server that the seal went into; `nil` for documents that stay in the browser.
        var fileID: String?
        /// The SHA-256 of the request that the device authorised last; `nil` for files on the server, whose drafts have it.
        var accepted: [UInt8]?
    }

    /// Notes a digest; a signature has one for good.
    static func insert(_ seal: Record, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO documentSeal (signatureId, documentId, personId, previousHash, digest, at, fileId, accepted)
            VALUES (\(seal.signatureID), \(seal.documentID), \(seal.personID), \(seal.previous.text), \(seal.digest), \(seal.at),
                \(seal.fileID), \(seal.accepted))
            """
        )
    }

    /// What was sealed with a signature.
    static func find(_ signatureID: String, in tx: any ReadTransaction) throws -> Record? {
        try tx.first("SELECT * FROM documentSeal WHERE signatureId = \(signatureID)").map(record)
    }

    /// The hashes that the signatures on a document were drawn for, by their ids; those that were never sealed are not there.
    static func drawnFor(on documentID: String, in tx: any ReadTransaction) throws -> [String: DocumentHash] {
        let rows = try tx.rows(
            """
            SELECT documentSeal.signatureId, documentSeal.previousHash FROM documentSignature
            JOIN documentSeal ON documentSeal.signatureId = documentSignature.signatureId
            WHERE documentSignature.documentId = \(documentID)
            """
        )
        var hashes: [String: DocumentHash] = [:]
        for row in rows { hashes[try row.get("signatureId")] = DocumentHash(stored: try row.get("previousHash")) }
        return hashes
    }

    /// Notes the SHA-256 of another request that a device authorised for the same.
    static func accept(_ request: [UInt8], for signatureID: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE documentSeal SET accepted = \(request) WHERE signatureId = \(signatureID)")
    }

    /// What a person had sealed, the oldest first.
    static func all(of personID: String, in tx: any ReadTransaction) throws -> [Record] {
        try tx.rows("SELECT * FROM documentSeal WHERE personId = \(personID) ORDER BY at, signatureId").map(record)
    }

    private static func record(_ row: Row) throws -> Record {
        Record(
            signatureID: try row.get("signatureId"),
            documentID: try row.get("documentId"),
            personID: try row.get("personId"),
            previous: DocumentHash(stored: try row.get("previousHash")),
            digest: try row.get("digest"),
            at: try row.timestamp("at"),
            fileID: try row.find("fileId"),
            accepted: try row.find("accepted")
        )
    }
}

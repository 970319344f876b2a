import Foundation
import ParaphStorage
import ParaphWire

/// What is sealed of a document: names by the document's own key, which outlives its signers; places by the signer's key, which does not.
struct DocumentSeals: Sendable {
    let keys: KeyRing

    /// Gives a new document its key.
    func create(_ documentID: String, in tx: any WriteTransaction) throws {
        try keys.create(holder: Self.holder(documentID), in: tx)
    }

    func sealSaver(_ name: String, documentID: String, number: Int, in tx: any ReadTransaction) throws -> [UInt8] {
        try keys.seal(
            Array(name.utf8),
            holder: Self.holder(documentID),
            table: "documentVersion",
            row: "\(documentID)/\(number)",
            version: 1,
            in: tx
        )
    }

    func openSaver(_ sealed: [UInt8], documentID: String, number: Int, in tx: any ReadTransaction) throws -> String {
        let bytes = try keys.open(
            sealed,
            holder: Self.holder(documentID),
            table: "documentVersion",
            row: "\(documentID)/\(number)",
            version: 1,
            in: tx
        )
        return String(decoding: bytes, as: UTF8.self)
    }

    func sealSigner(_ signer: SignatureOnDocument.Signer, documentID: String, signatureID: String, in tx: any ReadTransaction) throws
        -> [UInt8]
    {
        try keys.seal(
            Array(try JSONEncoder().encode(signer)),
            holder: Self.holder(documentID),
            table: "documentSignature",
            row: signatureID,
            version: 1,
            in: tx
        )
    }

    func openSigner(_ sealed: [UInt8], documentID: String, signatureID: String, in tx: any ReadTransaction) throws
        -> SignatureOnDocument.Signer
    {
        let bytes = try keys.open(
            sealed,
            holder: Self.holder(documentID),
            table: "documentSignature",
            row: signatureID,
            version: 1,
            in: tx
        )
        return try JSONDecoder().decode(SignatureOnDocument.Signer.self, from: Data(bytes))
    }

    func sealCircumstances(
        _ circumstances: DocumentHistory.Circumstances,
        of personID: String,
        signatureID: String,
        in tx: any ReadTransaction
    ) throws -> [UInt8] {
        try keys.seal(
            Array(try JSONEncoder().encode(circumstances)),
            holder: personID,
            table: "documentSignature",
            row: signatureID,
            version: 2,
            in: tx
        )
    }

    /// Where and on what a signature was drawn; `nil` once the person's key is destroyed.
    func openCircumstances(_ sealed: [UInt8], of personID: String, signatureID: String, in tx: any ReadTransaction) throws
        -> DocumentHistory.Circumstances?
    {
        let bytes: [UInt8]
        do {
            bytes = try keys.open(sealed, holder: personID, table: "documentSignature", row: signatureID, version: 2, in: tx)
        } catch let error as StorageError where error.code == .notFound {
            return nil
        }
        return try JSONDecoder().decode(DocumentHistory.Circumstances.self, from: Data(bytes))
    }

    private static func holder(_ documentID: String) -> String { "document/\(documentID)" }
}

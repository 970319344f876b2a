import ParaphStorage
import ParaphWire
import ServerKit

/// A version of a document that a person saved or signed, as their export tells of it.
struct ExportedVersion: Codable, Hashable, Sendable {
    /// A signature of theirs that came with it; one of the export's `signatures` with the same id.
    struct Signature: Codable, Hashable, Sendable {
        var id: String
        var at: Timestamp
    }

    var documentId: String
    /// Its place in the order of saves, from 1.
    var version: Int
    /// The hash of the whole file in lower-case hexadecimal.
    var hash: String
    var savedAt: Timestamp
    /// Whether the person saved it.
    var savedByPerson: Bool
    var signatures: [Signature]

    /// The versions that a person saved or signed, in the order of saves; linear in their number.
    static func all(of personID: String, in tx: any ReadTransaction) throws -> [ExportedVersion] {
        let signed = try tx.rows(
            """
            SELECT documentId, number, signatureId, at FROM documentSignature WHERE personId = \(personID)
            ORDER BY documentId, number, position
            """
        )
        var signatures: [Key: [Signature]] = [:]
        for row in signed {
            signatures[try Key(row), default: []].append(
                Signature(id: try row.get("signatureId"), at: try row.timestamp("at"))
            )
        }
        return try tx.rows(
            """
            SELECT v.documentId, v.number, v.hash, v.at, v.personId FROM (
                SELECT documentId, number FROM documentVersion WHERE personId = \(personID)
                UNION SELECT documentId, number FROM documentSignature WHERE personId = \(personID)
            ) AS touched JOIN documentVersion v ON v.documentId = touched.documentId AND v.number = touched.number
            ORDER BY v.at, v.documentId, v.number
            """
        ).map { row in
            let key = try Key(row)
            return ExportedVersion(
                documentId: key.documentID,
                version: key.number,
                hash: try row.get("hash"),
                savedAt: try row.timestamp("at"),
                savedByPerson: try row.get("personId", as: String.self) == personID,
                signatures: signatures[key] ?? []
            )
        }
    }

    private struct Key: Hashable {
        let documentID: String
        let number: Int

        init(_ row: Row) throws {
            documentID = try row.get("documentId")
            number = try row.get("number")
        }
    }
}

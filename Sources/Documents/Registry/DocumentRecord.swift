import ParaphStorage
import ParaphWire
import ServerKit

/// A document as the table `document` keeps it: not a byte of it, only its id and how far it has come.
struct DocumentRecord: Hashable, Sendable {
    /// The id that stays with the document, 128 random bits in hexadecimal.
    let id: String
    /// Who saved it first.
    let personID: String
    let versionCount: Int
    let signatureCount: Int
    let createdAt: Timestamp

    init(row: Row) throws {
        id = try row.get("id")
        personID = try row.get("personId")
        versionCount = try row.get("versionCount")
        signatureCount = try row.get("signatureCount")
        createdAt = try row.timestamp("createdAt")
    }
}

/// A version: the hash of a file that was saved, and of which version it was made.
struct VersionRecord: Hashable, Sendable {
    let documentID: String
    let number: Int
    /// The version that it was made from; `nil` for the first.
    let previous: Int?
    let hash: DocumentHash
    /// Whether it, or a version that it comes from, holds a signature.
    let isSigned: Bool
    let personID: String
    let appID: String
    /// Who saved it, as they called themselves then.
    let saver: String
    let at: Timestamp
}

/// A signature on a version, with what its giver may be held to: all that outlives their account, and what does not.
struct SignatureOnDocument: Hashable, Sendable {
    let id: String
    let documentID: String
    let number: Int
    /// Its place among the version's signatures, from 1.
    let position: Int
    let personID: String
    let similarity: Double
    let isMatch: Bool
    let refusal: String?
    let signer: Signer
    /// `nil` where it was not asked for, and once the person's key is destroyed.
    let circumstances: DocumentHistory.Circumstances?
    let at: Timestamp

    /// Who signed, as they called themselves when the document was saved.
    struct Signer: Codable, Hashable, Sendable {
        var name: String
        var companyName: String?
        var position: String?
        var application: String?
    }
}

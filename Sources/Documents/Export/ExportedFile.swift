import ParaphStorage
import ParaphWire

/// A document that somebody keeps on the server, as their export tells of it; the file itself is downloaded.
struct ExportedFile: Codable, Hashable, Sendable {
    var id: String
    var name: String
    /// The bytes of the newest version, or of the file that is on its way.
    var size: Int
    /// The SHA-256 of the newest version in lower-case hexadecimal; absent while the file is on its way.
    var hash: String?
    /// The number of the newest version; 0 while the file is on its way.
    var version: Int
    var createdAt: Timestamp
    var changedAt: Timestamp

    /// What a person keeps, by id; a document whose key is lost is left out.
    static func all(of personID: String, in store: KeptDocumentStore, _ tx: any ReadTransaction) throws -> [ExportedFile] {
        try store.owned(by: personID, in: tx).compactMap { id in
            guard try store.seals.isThere(id, in: tx), let document = try store.find(id, in: tx) else { return nil }
            return ExportedFile(
                id: id,
                name: document.name,
                size: document.size,
                hash: try store.newestVersion(of: id, in: tx)?.hash.text,
                version: document.version,
                createdAt: document.createdAt,
                changedAt: document.changedAt
            )
        }
    }
}

import ParaphStorage
import ParaphWire

/// A file that a person keeps on the server, as their export tells of it; the file itself is downloaded.
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

    /// What a person keeps, by id; a file whose key is lost is left out.
    static func all(of personID: String, in store: FileStore, _ tx: any ReadTransaction) throws -> [ExportedFile] {
        try store.owned(by: personID, in: tx).compactMap { id in
            guard try store.seals.isThere(id, in: tx), let file = try store.find(id, in: tx) else { return nil }
            return ExportedFile(
                id: id,
                name: file.name,
                size: file.size,
                hash: try store.newestVersion(of: id, in: tx)?.hash,
                version: file.version,
                createdAt: file.createdAt,
                changedAt: file.changedAt
            )
        }
    }
}

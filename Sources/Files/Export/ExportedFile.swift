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
    /// When the person deleted it; absent unless it is in the trash, from which it goes a week later.
    var trashedAt: Timestamp?
    /// Whom its owner let read it, in the order in which they were let in.
    var readers: [ExportedReader]

    /// What a person keeps, by id; a file whose key is lost is left out.
    static func all(of personID: String, in store: FileStore, _ tx: any ReadTransaction) throws -> [ExportedFile] {
        try store.owned(by: personID, in: tx).compactMap { id in
            guard try store.seals.isThere(id, in: tx), let file = try store.findEvenTrashed(id, in: tx) else { return nil }
            return ExportedFile(
                id: id,
                name: file.name,
                size: file.size,
                hash: try store.newestVersion(of: id, in: tx)?.hash,
                version: file.version,
                createdAt: file.createdAt,
                changedAt: file.changedAt,
                trashedAt: file.trashedAt,
                readers: try store.invitations(to: id, in: tx).map { ExportedReader(personId: $0.personID, since: $0.at) }
            )
        }
    }
}

/// A reader of a file, as its owner's export tells of them.
struct ExportedReader: Codable, Hashable, Sendable {
    var personId: String
    var since: Timestamp
}

/// A file of another person that a reader was let into, as the reader's export tells of it.
struct ExportedSharedFile: Codable, Hashable, Sendable {
    var id: String
    var name: String
    var ownerId: String
    var since: Timestamp

    /// What a person may read of others', by id; a file whose key is lost is left out.
    static func all(of personID: String, in store: FileStore, _ tx: any ReadTransaction) throws -> [ExportedSharedFile] {
        try store.shared(with: personID, in: tx).compactMap { id, since in
            guard try store.seals.isThere(id, in: tx), let file = try store.find(id, in: tx) else { return nil }
            return ExportedSharedFile(id: id, name: file.name, ownerId: file.ownerID, since: since)
        }
    }
}

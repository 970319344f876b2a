public import ParaphStorage
public import ParaphWire

/// What other domains keep for people: told in their export, and deleted with them in the same transaction.
public protocol Belongings: Sendable {
    /// The documents that a person keeps on the server.
    func documents(of personID: String, in tx: any ReadTransaction) throws -> [KeptBelonging]

    /// Deletes whatever is kept for a person.
    ///
    /// - Returns: the blobs to delete once this is committed; they are doomed.
    func delete(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress]
}

/// A document that a person keeps on the server, as their export tells of it; the file itself is downloaded.
public struct KeptBelonging: Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    /// In bytes.
    public var size: Int
    /// The SHA-256 of the newest version in lower-case hexadecimal; absent while the file is on its way.
    public var hash: String?
    /// The number of the newest version; 0 while the file is on its way.
    public var version: Int
    public var createdAt: Timestamp
    public var changedAt: Timestamp

    public init(id: String, name: String, size: Int, hash: String?, version: Int, createdAt: Timestamp, changedAt: Timestamp) {
        self.id = id
        self.name = name
        self.size = size
        self.hash = hash
        self.version = version
        self.createdAt = createdAt
        self.changedAt = changedAt
    }
}

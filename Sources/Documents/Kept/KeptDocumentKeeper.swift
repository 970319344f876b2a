public import ParaphStorage
public import ParaphWire

/// What other domains may do with the documents that a person keeps: tell of them in an export, and delete them with the person.
public struct KeptDocumentKeeper: Sendable {
    /// A document that somebody keeps.
    public struct Item: Hashable, Sendable {
        public let id: String
        public let name: String
        /// The bytes of the newest version, or of the file that is on its way.
        public let size: Int
        /// The SHA-256 of the newest version in lower-case hexadecimal; `nil` while the file is on its way.
        public let hash: String?
        /// The number of the newest version; 0 while the file is on its way.
        public let version: Int
        public let createdAt: Timestamp
        public let changedAt: Timestamp
    }

    private let store: KeptDocumentStore

    /// Makes the keeper of an instance.
    ///
    /// - Parameters:
    ///   - keys: Opens and destroys what is sealed of documents.
    ///   - loose: Where their blobs are doomed.
    public init(keys: KeyRing, loose: any LooseBlobs) {
        store = KeptDocumentStore(seals: KeptSeals(keys: keys), loose: loose)
    }

    /// What a person keeps, by id; a document whose key is lost is left out.
    public func documents(of personID: String, in tx: any ReadTransaction) throws -> [Item] {
        try store.owned(by: personID, in: tx).compactMap { id in
            guard try store.seals.isThere(id, in: tx), let document = try store.find(id, in: tx) else { return nil }
            return Item(
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

    /// Deletes what a person keeps, and takes them out of what others keep.
    ///
    /// - Returns: the blobs to delete once this is committed; they are doomed.
    public func deleteAll(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try store.deleteAll(of: personID, at: now, in: tx)
    }
}

public import ParaphStorage

/// What a domain works with while it seals anew.
public struct DomainResealing: Sendable {
    /// Opens what was sealed and seals it anew.
    public let keys: KeyRing
    /// Where large things lie.
    public let blobs: any BlobStore
    /// Where its rows live.
    public let database: any Database
    /// Tells the time.
    public let time: any TimeSource

    /// Names the parts of an instance.
    public init(keys: KeyRing, blobs: any BlobStore, database: any Database, time: any TimeSource) {
        self.keys = keys
        self.blobs = blobs
        self.database = database
        self.time = time
    }
}

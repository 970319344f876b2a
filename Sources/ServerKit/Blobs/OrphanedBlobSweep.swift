public import Logging
public import ParaphStorage

/// Deletes orphaned blobs: those that were released, and those whose row did not come within an hour.
public struct OrphanedBlobSweep: Sendable {
    private let database: any Database
    private let blobs: any BlobStore
    private let time: any TimeSource
    private let logger: Logger
    /// The most blobs that one turn deletes.
    private let batch = 200

    /// Sweeps a store by the rows of a database.
    public init(database: any Database, blobs: any BlobStore, time: any TimeSource, logger: Logger) {
        self.database = database
        self.blobs = blobs
        self.time = time
        self.logger = logger
    }

    /// Deletes some; one that cannot be deleted now waits, and lets others go first.
    ///
    /// - Returns: whether there may be more.
    /// - Throws: `StorageError` where the database refuses.
    public func turn() async throws -> Bool {
        let addresses = try await database.write { [now = time.now(), batch] tx in
            try OrphanedBlobStore.releaseOverdue(at: now, limit: batch, in: tx)
        }
        guard !addresses.isEmpty else { return false }
        let gone = Set(await blobs.discard(addresses, logger: logger))
        try await database.write { [now = time.now()] tx in
            try OrphanedBlobStore.forget(addresses.filter(gone.contains), in: tx)
            try OrphanedBlobStore.postpone(addresses.filter { !gone.contains($0) }, at: now, in: tx)
        }
        return gone.count >= batch
    }
}

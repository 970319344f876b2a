import Logging
import ParaphStorage
import ServerKit

/// The bytes of files: each part sealed in a blob of its own, whose address is noted as orphaned before the blob is there.
struct FileContents: Sendable {
    let database: any Database
    let blobs: any BlobStore
    let time: any TimeSource
    let logger: Logger

    /// Seals and stores a part; it is swept after an hour unless a transaction claims it.
    ///
    /// - Parameters:
    ///   - chunks: The bytes, of which no more than one chunk and 64 KiB are held at a time.
    ///   - limit: How many bytes there may be.
    /// - Returns: where it lies, its key and its hash.
    /// - Throws: `StorageError` of code `tooLarge` or `full`, or what the sequence throws; nothing is stored then.
    func store<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, limit: Int) async throws -> SealedContent
    where Chunks.Element == [UInt8] {
        try await blobs.putSealed(chunks, limit: limit) { address in
            try await database.write { [now = time.now()] tx in try OrphanedBlobStore.note(address, at: now, in: tx) }
        }
    }

    /// Seals and stores a part that is in memory.
    func store(_ bytes: [UInt8]) async throws -> SealedContent {
        let chunks = AsyncStream<[UInt8]> { continuation in
            continuation.yield(bytes)
            continuation.finish()
        }
        return try await store(chunks, limit: bytes.count)
    }

    /// Deletes blobs that are orphaned at once; what cannot be deleted now is swept later.
    func discard(_ addresses: [BlobAddress]) async {
        await blobs.discard(addresses, logger: logger)
    }

    /// A range of a file's bytes, read as they are asked for, from the parts that hold them, in order.
    func read(_ parts: [FilePart], range: Range<Int>) -> FileContent {
        FileContent(parts: parts, range: range, blobs: blobs)
    }

    /// All the bytes of some parts in memory; at most 100 MB and what signatures added.
    func bytes(of parts: [FilePart]) async throws -> [UInt8] {
        guard let first = parts.first, let last = parts.last else { return [] }
        let range = first.range.lowerBound..<last.range.upperBound
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for try await piece in read(parts, range: range) { bytes += piece }
        return bytes
    }
}

/// Keeps bytes too many for a row, each under the hash of what it stores: a folder, or an S3-compatible store.
///
/// What is stored is what is given: callers seal before they put, so that an address tells nothing of the plaintext.
/// A row that names a blob is written after the put returned, and deleted before the blob is.
public protocol BlobStore: Sendable {
    /// Stores the bytes of a sequence, and returns once they are durable; storing the same again changes nothing.
    ///
    /// - Parameters:
    ///   - chunks: The bytes in pieces of any length; no more than one piece is held at a time.
    ///   - limit: How many bytes there may be.
    ///   - note: Told the address once all the bytes came and before they are in place, so that what a crash leaves is known.
    /// - Returns: Where the bytes are found, and how many they are.
    /// - Throws: ``StorageError`` of code `tooLarge` or `full`, or what the sequence or `note` throws; nothing is stored then.
    func put<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, limit: Int, noting note: @Sendable (BlobAddress) async throws -> Void)
        async throws -> StoredBlob where Chunks.Element == [UInt8]

    /// Opens a blob to read it in pieces.
    ///
    /// - Parameters:
    ///   - address: Where the blob is found.
    ///   - range: Which bytes to read, within the blob; `nil` reads it whole.
    /// - Returns: The pieces, read as they are asked for; reading throws `corrupt` where the blob was damaged.
    /// - Throws: ``StorageError`` of code `notFound` where there is no such blob, `unexpectedValue` where the range lies outside it.
    func get(_ address: BlobAddress, range: Range<Int>?) async throws -> BlobContent

    /// Deletes a blob for good; who reads it already reads on.
    ///
    /// - Parameter address: Where the blob is found.
    /// - Returns: Whether it was there.
    /// - Throws: ``StorageError`` where the store does not answer.
    @discardableResult
    func delete(_ address: BlobAddress) async throws -> Bool

    /// Every blob that is there; those put or deleted meanwhile may or may not be among them.
    func addresses() async throws -> [BlobAddress]
}

extension BlobStore {
    /// Stores the bytes of a sequence whose address need not be known before.
    public func put<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, limit: Int) async throws -> StoredBlob
    where Chunks.Element == [UInt8] {
        try await put(chunks, limit: limit) { _ in }
    }

    /// Stores bytes that are in memory already.
    public func put(_ bytes: [UInt8]) async throws -> StoredBlob {
        try await put(.once(bytes), limit: bytes.count)
    }

    /// Opens a whole blob to read it in pieces.
    public func get(_ address: BlobAddress) async throws -> BlobContent {
        try await get(address, range: nil)
    }
}

extension AsyncSequence where Self == AsyncStream<[UInt8]> {
    /// Bytes that are in memory already, in one piece.
    static func once(_ bytes: [UInt8]) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            continuation.yield(bytes)
            continuation.finish()
        }
    }
}

/// Contents that are sealed on their way into a store, and opened on their way out, in constant memory.
extension BlobStore {
    /// Seals the bytes of a sequence by a new key and stores them; returns once they are durable.
    ///
    /// - Parameters:
    ///   - chunks: The bytes in pieces of any length; no more than one is held at a time.
    ///   - limit: How many bytes there may be.
    ///   - note: Told the address before anything lies there, so that what a crash leaves is known.
    /// - Returns: Where the content is found, and what it was.
    /// - Throws: ``StorageError`` of code `tooLarge` or `full`, or what the sequence or `note` throws; nothing is stored then.
    public func putSealed<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        limit: Int,
        noting note: @Sendable (BlobAddress) async throws -> Void = { _ in }
    ) async throws -> SealedContent where Chunks.Element == [UInt8] {
        // Made here, so that no key seals two contents: their nonces are the same.
        let (tally, key) = (ContentTally(), ContentKey())
        let sealed = SealedSequence(chunks: chunks, key: key, limit: limit, tally: tally)
        let blob = try await put(sealed, limit: SealedPieces.sealedSize(of: limit), noting: note)
        return SealedContent(address: blob.address, key: key, size: tally.size, digest: tally.digest)
    }

    /// Seals bytes that are in memory already by a new key and stores them; returns once they are durable.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - note: Told the address before anything lies there, so that what a crash leaves is known.
    /// - Returns: Where the content is found, and what opens it.
    /// - Throws: ``StorageError`` of code `full`, or what `note` throws; nothing is stored then.
    public func putSealed(_ bytes: [UInt8], noting note: @Sendable (BlobAddress) async throws -> Void = { _ in }) async throws
        -> SealedContent
    {
        try await putSealed(.once(bytes), limit: bytes.count, noting: note)
    }

    /// Opens a sealed content to read it, or a range of it, in pieces; each was checked when it comes.
    ///
    /// A range takes only the pieces that it touches from the store.
    /// - Parameters:
    ///   - address: Where it is stored.
    ///   - key: Its key.
    ///   - size: How many bytes it has, as it was put.
    ///   - range: Which of them to read; `nil` reads all.
    /// - Returns: The pieces, read as they are asked for; reading throws `corrupt` where the blob was changed or has another key or size.
    /// - Throws: ``StorageError`` of code `notFound` where there is no such blob, `unexpectedValue` where the range lies outside the content,
    ///   `corrupt` where the blob is not as long as such a content.
    public func getSealed(_ address: BlobAddress, key: ContentKey, size: Int, range: Range<Int>? = nil) async throws -> BlobContent {
        let range = range ?? 0..<size
        guard range.lowerBound >= 0, range.upperBound <= size else {
            throw StorageError(.unexpectedValue, "the range \(range) lies outside the content's \(size) bytes")
        }
        let damaged = StorageError(.corrupt, "the blob \(address) is damaged, or has another key; restore it from a backup")
        let pieceLength = SealedPieces.pieceLength
        let first = range.lowerBound / pieceLength
        let last = SealedPieces.count(of: size) - 1
        let end = max(first, (range.upperBound - 1) / pieceLength)
        let whole = SealedPieces.sealedSize(of: size)
        let isWhole = range == 0..<size
        let wanted = first * SealedPieces.sealedLength..<min((end + 1) * SealedPieces.sealedLength, whole)
        if range.isEmpty, !isWhole { return BlobContent(size: size, range: range) { { nil } } }
        let stored = try await get(address, range: isWhole ? nil : wanted)
        guard stored.size == whole else { throw damaged }
        return BlobContent(size: size, range: range) {
            let sealed = stored.makeAsyncIterator()
            var waiting: ArraySlice<UInt8> = []
            var number = first
            return {
                guard number <= end else { return nil }
                while waiting.count < SealedPieces.sealedLength, let piece = try await sealed.next() {
                    waiting += piece
                }
                let piece = waiting.prefix(SealedPieces.sealedLength)
                waiting = waiting.dropFirst(piece.count)
                guard let opened = try key.open(piece, number: number, isLast: number == last) else { throw damaged }
                let start = number * pieceLength
                number += 1
                let part = max(range.lowerBound - start, 0)..<min(range.upperBound - start, opened.count)
                return part == opened.indices ? opened : Array(opened[part])
            }
        }
    }

    /// Opens a whole sealed content whose length was not kept: the blob's tells it.
    ///
    /// - Throws: ``StorageError`` of code `notFound` where there is no such blob, `corrupt`, at once or while it is read, where it was changed
    ///   or has another key.
    public func getSealed(_ address: BlobAddress, key: ContentKey) async throws -> BlobContent {
        let sealed = try await get(address).size
        let pieces = max(1, (sealed + SealedPieces.sealedLength - 1) / SealedPieces.sealedLength)
        return try await getSealed(address, key: key, size: max(0, sealed - pieces * SealedPieces.tagLength))
    }
}

/// A content that was sealed and stored.
public struct SealedContent: Sendable {
    /// Where it is stored.
    public let address: BlobAddress
    /// What opens it; to be sealed in the row that names the blob.
    public let key: ContentKey
    /// How many bytes it has, unsealed.
    public let size: Int
    /// The SHA-256 of its bytes, unsealed.
    public let digest: [UInt8]
}

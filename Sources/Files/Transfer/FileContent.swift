import ParaphStorage

/// A range of a file's bytes over any number of its parts, in pieces of at most 64 KiB; one part is open at a time.
///
/// Each piece was checked when it comes; reading throws `StorageError` of code `corrupt` or `notFound` where a blob was damaged or lost.
struct FileContent: AsyncSequence, Sendable {
    let parts: [FilePart]
    let range: Range<Int>
    let blobs: any BlobStore

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: parts[...], range: range, blobs: blobs)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ArraySlice<FilePart>
        fileprivate let range: Range<Int>
        fileprivate let blobs: any BlobStore
        private var open: BlobContent.Iterator?

        fileprivate init(rest: ArraySlice<FilePart>, range: Range<Int>, blobs: any BlobStore) {
            self.rest = rest
            self.range = range
            self.blobs = blobs
        }

        mutating func next() async throws -> [UInt8]? {
            while true {
                if let piece = try await open?.next() { return piece }
                guard let part = rest.popFirst() else { return nil }
                let wanted = range.clamped(to: part.range)
                if wanted.isEmpty { continue }
                let start = part.range.lowerBound
                open = try await blobs.getSealed(
                    part.address,
                    key: part.secret.key,
                    size: part.range.count,
                    range: wanted.lowerBound - start..<wanted.upperBound - start
                )
                .makeAsyncIterator()
            }
        }
    }
}

/// The bytes of a blob, or of a range of it, in pieces that are read as they are asked for.
///
/// Where the whole blob is read it is checked against its address, and its last piece comes only when it matches.
public struct BlobContent: AsyncSequence, Sendable {
    /// How many bytes the whole blob holds.
    public let size: Int
    /// Which of them come.
    public let range: Range<Int>
    private let pieces: @Sendable () -> () async throws -> [UInt8]?

    /// Makes a content; stores call it.
    ///
    /// - Parameters:
    ///   - size: How many bytes the whole blob holds.
    ///   - range: Which of them come.
    ///   - pieces: Begins to read, and returns what yields each piece in turn and then `nil`.
    public init(size: Int, range: Range<Int>, pieces: @escaping @Sendable () -> () async throws -> [UInt8]?) {
        self.size = size
        self.range = range
        self.pieces = pieces
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(piece: pieces())
    }

    /// Reads every piece into memory.
    public func collect() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for try await piece in self { bytes += piece }
        return bytes
    }

    /// Reads piece by piece.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let piece: () async throws -> [UInt8]?

        public func next() async throws -> [UInt8]? {
            try await piece()
        }
    }
}

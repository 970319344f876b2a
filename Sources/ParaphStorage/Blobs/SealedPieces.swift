import Crypto
import Synchronization

/// How a sealed content is cut: pieces of 65,536 bytes, the last as long as what is left, each followed by its tag of 16 bytes.
///
/// Any piece opens by itself, so that a range of a large content is read without what lies before it; an empty content is one empty piece.
enum SealedPieces {
    static let pieceLength = 65_536
    static let tagLength = 16
    static let sealedLength = pieceLength + tagLength

    /// How many pieces a content has.
    static func count(of size: Int) -> Int { max(1, (size + pieceLength - 1) / pieceLength) }

    /// How many bytes a content takes once it is sealed.
    static func sealedSize(of size: Int) -> Int { size + count(of: size) * tagLength }
}

/// What a content was, known once all of it was read.
final class ContentTally: Sendable {
    private let state = Mutex((size: 0, hash: SHA256()))

    var size: Int { state.withLock { $0.size } }
    var digest: [UInt8] { state.withLock { Array($0.hash.finalize()) } }

    /// Counts a chunk in, unless there are more than `limit` bytes with it.
    func add(_ chunk: [UInt8], limit: Int) throws {
        try state.withLock { state in
            guard chunk.count <= limit - state.size else { throw StorageError(.tooLarge, "the content is longer than \(limit) bytes") }
            state.size += chunk.count
            state.hash.update(data: chunk)
        }
    }
}

/// The bytes of a sequence, sealed piece by piece; no more than one chunk of it and one piece are held at a time.
struct SealedSequence<Chunks: AsyncSequence & Sendable>: AsyncSequence, Sendable where Chunks.Element == [UInt8] {
    let chunks: Chunks
    let key: ContentKey
    let limit: Int
    let tally: ContentTally

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), sequence: self)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var chunks: Chunks.AsyncIterator
        fileprivate let sequence: SealedSequence
        private var waiting: ArraySlice<UInt8> = []
        private var number = 0
        private var isOver = false

        fileprivate init(chunks: Chunks.AsyncIterator, sequence: SealedSequence) {
            self.chunks = chunks
            self.sequence = sequence
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
            if isOver { return nil }
            // Whether a piece is the last is known once something follows it.
            while waiting.count <= SealedPieces.pieceLength, let chunk = try await chunks.next(isolation: actor) {
                try sequence.tally.add(chunk, limit: sequence.limit)
                waiting += chunk
            }
            isOver = waiting.count <= SealedPieces.pieceLength
            // A sequence may end early, as if it were complete, where its task is cancelled.
            if isOver { try Task.checkCancellation() }
            let piece = waiting.prefix(SealedPieces.pieceLength)
            waiting = waiting.dropFirst(piece.count)
            defer { number += 1 }
            return try sequence.key.seal(piece, number: number, isLast: isOver)
        }
    }
}

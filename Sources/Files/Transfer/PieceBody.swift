import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// The bytes of a piece on their way in: exactly as many as were announced, and, where the file begins with it, of a PDF.
///
/// What is refused is read to its end without being kept, within bounds, so that the client gets to hear why.
struct PieceBody: AsyncSequence, Sendable {
    let body: IncomingBody
    /// How many bytes there must be.
    let count: Int
    let beginsFile: Bool
    /// When all of it must be here.
    let end: ContinuousClock.Instant

    /// How far in a PDF's header may begin (ISO 32000-1, annex H.3, note 13).
    static let headLength = 1024

    func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), left: count, head: beginsFile ? [] : nil, end: end)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var body: IncomingBody.Iterator
        fileprivate var left: Int
        /// The first bytes, until it is known whether they are a PDF's; `nil` from then on.
        fileprivate var head: [UInt8]?
        fileprivate let end: ContinuousClock.Instant

        mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> [UInt8]? {
            guard let chunk = try await body.next(isolation: actor) else {
                guard left == 0 else {
                    throw Problem.malformed("The body is \(left) bytes shorter than Content-Range says; nothing of it was kept.")
                }
                return nil
            }
            guard ContinuousClock.now < end else { throw Problem.tooSlow }
            guard chunk.readableBytes <= left else {
                try await refuse(.malformed("The body is longer than Content-Range says; nothing of it was kept."), actor)
            }
            left -= chunk.readableBytes
            let bytes = Array(chunk.readableBytesView)
            if var seen = head {
                seen += bytes.prefix(PieceBody.headLength + 4 - seen.count)
                head = seen
                if Self.isPDF(seen) {
                    head = nil
                } else if left == 0 || seen.count == PieceBody.headLength + 4 {
                    try await refuse(.notPDF, actor)
                }
            }
            return bytes
        }

        private static func isPDF(_ bytes: [UInt8]) -> Bool {
            let mark = Array("%PDF-".utf8)
            guard bytes.count >= mark.count else { return false }
            return (0...bytes.count - mark.count).contains { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
        }

        private mutating func refuse(_ problem: Problem, _ actor: isolated (any Actor)?) async throws -> Never {
            var count = 0
            while count <= FileLimits.pieceSize.upperBound, let chunk = try await body.next(isolation: actor) {
                count += chunk.readableBytes
            }
            throw problem
        }
    }
}

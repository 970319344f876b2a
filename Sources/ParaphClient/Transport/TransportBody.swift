/// The body of an answer, piece by piece, to be read once.
public struct TransportBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = any Error

    private let begin: @Sendable () -> Iterator

    /// A body that comes from elsewhere.
    public init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces) where Pieces.Element == [UInt8] {
        begin = {
            var iterator = pieces.makeAsyncIterator()
            return Iterator { actor in try await iterator.next(isolation: actor) }
        }
    }

    /// A body that is there whole.
    public init(_ bytes: [UInt8]) {
        begin = {
            var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
            return Iterator { _ in
                defer { rest = nil }
                return rest
            }
        }
    }

    public func makeAsyncIterator() -> Iterator { begin() }

    /// Gives the pieces one after another.
    public struct Iterator: AsyncIteratorProtocol {
        private let following: (isolated (any Actor)?) async throws -> [UInt8]?

        fileprivate init(_ following: @escaping (isolated (any Actor)?) async throws -> [UInt8]?) {
            self.following = following
        }

        public mutating func next() async throws -> [UInt8]? { try await following(nil) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? { try await following(actor) }
    }

    /// All of it.
    ///
    /// - Throws: ``ClientError`` of code `unreadable` where it is longer than `limit`; what the transport throws.
    package func bytes(upTo limit: Int) async throws -> [UInt8] {
        var whole: [UInt8] = []
        for try await piece in self {
            guard whole.count + piece.count <= limit else { throw ClientError(.unreadable, "the answer is longer than \(limit) bytes") }
            whole += piece
        }
        return whole
    }
}

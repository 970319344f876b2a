import NIOCore

@testable import FilesTestSupport

/// A body that comes once something else happened.
struct LateBody: AsyncSequence, Sendable {
    let bytes: [UInt8]
    let before: @Sendable () async throws -> Void

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var body: LateBody?

        mutating func next() async throws -> ByteBuffer? {
            guard let body else { return nil }
            self.body = nil
            try await body.before()
            return ByteBuffer(bytes: body.bytes)
        }
    }
}

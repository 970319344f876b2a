public import Hummingbird
public import Logging
public import NIOCore

/// The bytes of a request's body as they come.
///
/// Where the client goes away before the end of it, ``BodyBrokenOff`` is thrown, whatever the connection called that.
public struct IncomingBody: AsyncSequence, Sendable {
    private let body: RequestBody

    /// Takes the body of a request, which is read once.
    public init(_ body: RequestBody) {
        self.body = body
    }

    public func makeAsyncIterator() -> Iterator { Iterator(body: body.makeAsyncIterator()) }

    /// Reads it.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var body: RequestBody.AsyncIterator

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> ByteBuffer? {
            do {
                return try await body.next(isolation: actor)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw BodyBrokenOff(cause: "\(type(of: error))")
            }
        }
    }
}

/// A client went away in the middle of a body, or sent it so slowly that the connection was closed with 408.
///
/// No client waits for the answer, and nothing is wrong here; it is told and logged as 408 too.
public struct BodyBrokenOff: Error {
    /// What the connection called it.
    public let cause: String

    /// What is answered, to a client that only shut its side of the connection.
    public static let answer = "The body ended before all of it was here."

    /// Logs it as what it is.
    public func log(to logger: Logger) {
        logger.info("a client went away in the middle of a body", metadata: ["cause": "\(cause)"])
    }
}

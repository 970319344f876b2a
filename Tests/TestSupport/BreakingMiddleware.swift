import Hummingbird
import NIOCore
import ServerKit

/// Puts in the place of each body one that ends before its end, as where the connection was closed because it came too slowly.
struct BreakingMiddleware: RouterMiddleware {
    private struct Broken: Error {}

    private struct Breaking: AsyncSequence, AsyncIteratorProtocol, Sendable {
        func makeAsyncIterator() -> Breaking { self }
        mutating func next() async throws -> ByteBuffer? { throw Broken() }
    }

    func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var request = request
        request.body = RequestBody(asyncSequence: Breaking())
        return try await next(request, context)
    }
}

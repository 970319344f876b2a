import HTTPTypes
public import Hummingbird
import ParaphWire

/// Refuses bodies that announce more than any call takes, before a byte of them is read; calls have tighter limits of their own.
public struct BodyLimitMiddleware: RouterMiddleware {
    private let limit: Int

    /// Makes the middleware with the largest body in bytes.
    public init(limit: Int) {
        self.limit = limit
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        if let announced = request.headers[.contentLength] {
            guard let length = Int(announced), length >= 0 else { throw Problem.malformed("Content-Length is not a number.") }
            guard length <= limit else {
                await request.discardBody()
                throw Problem.tooLarge(limit: limit)
            }
        }
        return try await next(request, context)
    }
}

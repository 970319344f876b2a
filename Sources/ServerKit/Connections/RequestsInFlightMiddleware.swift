public import Hummingbird
import ParaphWire

/// Bounds how many requests of one client are answered at a time, wherever they come in: on streams of one connection, or past a proxy.
///
/// Stands inside ``AddressLimitMiddleware``, which knows the client. Calls of `dialects` answer a refusal in their own form.
public struct RequestsInFlightMiddleware: RouterMiddleware {
    private let register: ConnectionRegister
    private let dialects: Set<String>

    /// Makes the middleware.
    public init(register: ConnectionRegister, dialects: Set<String> = []) {
        (self.register, self.dialects) = (register, dialects)
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        guard !context.isInProcess, let network = context.clientAddress.map(ClientNetwork.of) else {
            return try await next(request, context)
        }
        guard register.began(network) else {
            let problem = Problem.tooMany(retryAfter: 1)
            guard dialects.contains(request.firstPathPart) else { throw problem }
            var context = context
            context.overLimit = problem
            return try await next(request, context)
        }
        defer { register.ended(network) }
        return try await next(request, context)
    }
}

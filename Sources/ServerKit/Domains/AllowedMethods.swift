import HTTPTypes
public import Hummingbird
import ParaphWire
import Synchronization

/// Answers 405 with `Allow` (RFC 9110, section 15.5.6) where a path exists but not with the method that was asked for.
///
/// The routes are told after they are all added; until then every miss is a 404. A miss costs O(routes).
public final class AllowedMethods: RouterMiddleware {
    private struct Route: Sendable {
        let parts: [String?]
        let method: String
    }

    private let routes = Mutex<[Route]>([])

    public init() {}

    /// Tells which routes there are.
    public func learn(_ descriptions: [Router<ParaphContext>.RouteDescription]) {
        let learnt = descriptions.map { description in
            Route(
                parts: description.path.description.split(separator: "/").map {
                    $0.hasPrefix("{") || $0.hasPrefix(":") || $0 == "**" ? nil : String($0)
                },
                method: description.method.rawValue
            )
        }
        routes.withLock { $0 = learnt }
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let allowed = methods(for: request.uri.path)
            guard !allowed.isEmpty else { throw Problem.notFound("address") }
            let problem = Problem(
                code: .methodNotAllowed,
                title: "This address does not take \(request.method.rawValue.prefix(20))",
                detail: "It takes \(allowed.joined(separator: ", "))."
            )
            var response = try problem.response(from: request, context: context)
            response.headers[.allow] = allowed.joined(separator: ", ")
            return response
        }
    }

    private func methods(for path: String) -> [String] {
        let parts = path.split(separator: "/")
        let found = routes.withLock { routes in
            routes.filter { route in
                route.parts.count == parts.count && zip(route.parts, parts).allSatisfy { $0 == nil || $0.map { Substring($0) } == $1 }
            }
        }
        return Set(found.map(\.method)).sorted()
    }
}

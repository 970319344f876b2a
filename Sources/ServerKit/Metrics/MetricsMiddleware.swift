import HTTPTypes
public import Hummingbird
import Synchronization

/// Counts and times requests by route, method and status; stands outermost.
public struct MetricsMiddleware: RouterMiddleware {
    private static let requests = Metrics.Family(
        "paraph_http_requests_total",
        "Requests that were answered.",
        labels: ["method", "route", "status"]
    )
    private static let durations = Metrics.Family(
        "paraph_http_request_duration_seconds",
        "Time from a request's head to its answer's head.",
        labels: ["route"]
    )
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    private let metrics: Metrics

    /// Makes the middleware.
    public init(metrics: Metrics) {
        self.metrics = metrics
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        guard !context.isInProcess else { return try await next(request, context) }
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let taken = start.duration(to: .now).components
        let route = context.endpointPath ?? "none"
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "other"
        metrics.count(Self.requests, [method, route, "\(response.status.code)"])
        metrics.observe(Self.durations, [route], seconds: Double(taken.seconds) + Double(taken.attoseconds) * 1e-18)
        return response
    }
}

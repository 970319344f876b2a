import HTTPTypes
public import Hummingbird
import Logging
import ParaphStorage

/// Gives each request its id and language, and logs what became of it; stands outside ``ProblemMiddleware``, which never throws.
///
/// The log holds the method, the route's pattern, the status, the time taken and the id; never the address asked for, its query, a header
/// or a body, for these name people.
public struct RequestLogMiddleware: RouterMiddleware {
    public init() {}

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if context.requestID.isEmpty { context.requestID = Identifier.random() }
        context.logger[metadataKey: "request"] = "\(context.requestID)"
        context.language = Language(chosen: request.cookies[Language.cookieName]?.value, acceptLanguage: request.headers[.acceptLanguage])
        let start = ContinuousClock.now
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        log(request, context, response.status, since: start)
        return response
    }

    private func log(_ request: Request, _ context: ParaphContext, _ status: HTTPResponse.Status, since start: ContinuousClock.Instant) {
        let taken = start.duration(to: .now).components
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method)", "route": "\(context.endpointPath ?? "-")", "status": "\(status.code)",
                "ms": "\(taken.seconds * 1000 + taken.attoseconds / 1_000_000_000_000_000)",
            ]
        )
    }
}

extension Language {
    /// The cookie that keeps the language that a person chose.
    public static let cookieName = "paraph_language"

    /// The language that the person chose, else the browser's.
    init(chosen: String?, acceptLanguage: String?) {
        self = chosen.flatMap(Language.init(rawValue:)) ?? Language(acceptLanguage: acceptLanguage)
    }
}

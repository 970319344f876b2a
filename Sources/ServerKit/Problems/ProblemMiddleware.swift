import HTTPTypes
public import Hummingbird
import Logging
import ParaphStorage
public import ParaphWire

/// The one place where errors become HTTP.
///
/// An unforeseen error is logged with its type and code, never with its values, and answered as ``ParaphWire/Problem/fault``.
public struct ProblemMiddleware: RouterMiddleware {
    /// Makes a page of a problem for a browser; `nil` where it has none.
    public typealias PageRenderer = @Sendable (Problem, ParaphContext) async -> Response?

    private let page: PageRenderer

    /// Makes the middleware; `page` is asked for requests whose `Accept` prefers HTML.
    public init(page: @escaping PageRenderer = { _, _ in nil }) {
        self.page = page
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            var problem = Self.problem(for: error, context: context)
            problem.instance = context.requestID
            if request.prefersHTML, let response = await page(problem, context) { return response }
            return try problem.response(from: request, context: context)
        }
    }

    /// The code for what the HTTP framework refuses by itself.
    private static func code(of status: HTTPResponse.Status) -> ProblemCode {
        switch status.code {
        case 401: .unauthenticated
        case 403: .forbidden
        case 404: .notFound
        case 405: .methodNotAllowed
        case 408: .timeout
        case 413: .tooLarge
        case 415: .unsupportedMediaType
        case 429: .tooMany
        case 503: .unavailable
        case 400..<500: .malformed
        default: .fault
        }
    }

    /// The problem that an error is told as.
    static func problem(for error: any Error, context: ParaphContext) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case let error as HTTPError:
            return Problem(code: code(of: error.status), title: error.status.reasonPhrase, detail: error.body)
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            return Problem(code: .tooLarge, title: "The request is too large")
        case let error as StorageError:
            context.logger.error("storage failed", metadata: ["code": "\(error.code)", "message": "\(error.message)"])
            return [.busy, .full, .closed, .unavailable].contains(error.code) ? .unavailable() : .fault
        case let error as BodyBrokenOff:
            error.log(to: context.logger)
            return Problem(code: .timeout, title: "The request did not come whole", detail: BodyBrokenOff.answer)
        case is CancellationError:
            return .unavailable()
        default:
            context.logger.error("unforeseen error", metadata: ["type": "\(type(of: error))"])
            return .fault
        }
    }
}

extension Request {
    /// Whether a browser asks for a page rather than data.
    public var prefersHTML: Bool {
        headers[.accept]?.contains("text/html") ?? false
    }
}

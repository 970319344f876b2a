import HTTPTypes
public import Hummingbird
import Logging
import ParaphStorage
import ParaphWire
public import ServerKit

/// An app that shows its key at a call of Sign To Login's API.
public protocol SignToLoginApp: Sendable {
    /// Under what its calls are counted: its own id, or what it shares with the other apps of who is responsible for it.
    var source: String { get }
}

/// The routes of Sign To Login's API, the same for every call whatever domain answers it: reads the parameters, authenticates the app by
/// its key, counts the call, and turns whatever happens into an answer of the dialect.
public struct SignToLoginRoutes<App: SignToLoginApp>: Sendable {
    /// Answers a call of an authenticated app.
    public typealias Call = @Sendable (SignToLoginParameters, App, ParaphContext) async throws -> any Encodable & Sendable

    /// How many times its size a compressed body may become, or so many bytes: ink comes to a twentieth, and reading what a kilobyte became must
    /// not cost what ten megabytes cost.
    private static var expansion: Int { 50 }
    private static var freeExpansion: Int { 1_048_576 }

    private let app: @Sendable (_ key: String) async throws -> App?

    /// Makes the routes of an instance.
    ///
    /// - Parameter app: Finds the enabled app of a key.
    public init(app: @escaping @Sendable (_ key: String) async throws -> App?) {
        self.app = app
    }

    /// Adds a call; it is found with and without a slash at the end.
    public func add(_ name: String, to router: Router<ParaphContext>, call: @escaping Call) {
        router.post(RouterPath("/\(name)")) { request, context in
            try await respond(to: request, context: context, call: call)
        }
    }

    private func respond(to request: Request, context: ParaphContext, call: Call) async throws -> Response {
        var key: String?
        do {
            if let refusal = context.overLimit { throw refusal }
            let parameters = try SignToLoginParameters(
                body: try await body(of: request),
                contentType: request.headers[.contentType]
            )
            let shown = try parameters.requiredLine("apikey", limit: 1000)
            key = shown
            guard let app = try await app(shown) else {
                try await context.admitStranger()
                return try JSONBody.response(SignToLoginFailure.appRefused(key: shown))
            }
            if parameters.ignored.count > 0 {
                let names = parameters.ignored.names.joined(separator: " ")
                context.logger.notice(
                    "unknown parameters were ignored",
                    metadata: ["app": "\(app.source)", "count": "\(parameters.ignored.count)", "names": "\(names)"]
                )
            }
            try await context.admit(.app(app.source, network: context.network))
            return try JSONBody.response(try await call(parameters, app, context))
        } catch let failure as SignToLoginFailure {
            return try JSONBody.response(failure)
        } catch let refusal as SignToLoginRefusal {
            return try JSONBody.response(Self.failure(refusal))
        } catch let problem as Problem {
            return try Self.response(to: problem, key: key, context: context)
        } catch let error as BodyBrokenOff {
            error.log(to: context.logger)
            return try JSONBody.response(SignToLoginFailure.wrong(parameter: nil, error: BodyBrokenOff.answer), status: .requestTimeout)
        } catch let error as CancellationError {
            throw error
        } catch {
            let code = (error as? StorageError)?.code.description ?? ""
            context.logger.error("unforeseen error", metadata: ["type": "\(type(of: error))", "code": "\(code)"])
            return try JSONBody.response(SignToLoginFailure.fault(reference: context.requestID))
        }
    }

    private func body(of request: Request) async throws -> [UInt8] {
        let limit = SignToLoginParameters.bodyLimit
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity":
            return try await request.bytes(upTo: limit)
        case "gzip", "x-gzip":
            let packed = try await request.bytes(upTo: limit)
            let most = min(limit, max(Self.freeExpansion, packed.count * Self.expansion))
            switch Gzip.expanded(packed, upTo: most) {
            case .whole(let bytes): return bytes
            case .malformed: throw SignToLoginRefusal(body: "The body is not whole gzip members and nothing else")
            case .overLimit: throw Problem.tooLarge(limit: most)
            }
        case let encoding?:
            throw SignToLoginRefusal(body: "Content-Encoding \(encoding.prefix(40)) is not taken; send gzip, or the body as it is")
        }
    }

    private static func failure(_ refusal: SignToLoginRefusal) -> SignToLoginFailure {
        .wrong(parameter: refusal.parameter, error: refusal.error, reason: refusal.reason)
    }

    private static func response(to problem: Problem, key: String?, context: ParaphContext) throws -> Response {
        switch problem.code {
        case .appRefused:
            return try JSONBody.response(SignToLoginFailure.appRefused(key: key ?? ""))
        case .notEnrolled, .consentRequired:
            return try JSONBody.response(SignToLoginFailure.registrationRequired)
        case .tooLarge:
            let error =
                "The body is too large: at most \(SignToLoginParameters.bodyLimit) bytes are taken, of gzip \(Self.expansion) times what was sent"
            return try JSONBody.response(SignToLoginFailure.wrong(parameter: nil, error: error), status: .contentTooLarge)
        case _ where problem.retryAfter != nil:
            let error = "\(problem.title); \(problem.detail ?? "try again later")"
            var response = try JSONBody.response(SignToLoginFailure.tooMany(error: error, retryAfter: problem.retryAfter))
            response.headers[.retryAfter] = String(problem.retryAfter ?? 0)
            return response
        case _ where problem.status == 400:
            let parameter = problem.fields?.first?.name
            return try JSONBody.response(SignToLoginFailure.wrong(parameter: parameter, error: problem.detail ?? problem.title))
        default:
            context.logger.error("unforeseen problem", metadata: ["code": "\(problem.code)"])
            return try JSONBody.response(SignToLoginFailure.fault(reference: context.requestID))
        }
    }
}

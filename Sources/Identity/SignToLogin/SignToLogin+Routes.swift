import HTTPTypes
import Hummingbird
import Logging
import ParaphStorage
import ParaphWire
import ServerKit

extension SignToLogin {
    /// Adds the dialect's calls; each is found with and without a slash at the end.
    func addRoutes(to router: Router<ParaphContext>) {
        add("register", to: router) { try await register($0, app: $1, context: $2) }
        add("login", to: router) { parameters, app, _ in try await login(parameters, app: app) }
        add("authenticate", to: router) { parameters, app, _ in try await authenticate(parameters, app: app) }
    }

    private typealias Call = @Sendable (SignToLoginParameters, AppRecord, ParaphContext) async throws -> SignToLoginAnswer

    private func add(_ name: String, to router: Router<ParaphContext>, call: @escaping Call) {
        router.post(RouterPath("/\(name)")) { request, context in
            try await respond(to: request, context: context, call: call)
        }
    }

    /// Reads the body, lets the app in, and turns whatever happens into an answer of the dialect.
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
            guard let app = try await gate.app(key: shown) else {
                try await context.admitStranger()
                return try Self.response(.appRefused(key: shown))
            }
            try await context.admit(.app(app.id))
            return try Self.response(try await call(parameters, app, context))
        } catch let refusal as SignToLoginRefusal {
            return try Self.response(.wrong(parameter: refusal.parameter, error: refusal.error))
        } catch let problem as Problem {
            return try Self.response(to: problem, key: key, context: context)
        } catch let error as CancellationError {
            throw error
        } catch {
            let code = (error as? StorageError)?.code.description ?? ""
            context.logger.error("unforeseen error", metadata: ["type": "\(type(of: error))", "code": "\(code)"])
            return try Self.response(.fault(reference: context.requestID))
        }
    }

    private func body(of request: Request) async throws -> [UInt8] {
        if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw SignToLoginRefusal(body: "Content-Encoding \(encoding.prefix(40)) is not taken; send the body as it is")
        }
        return try await request.bytes(upTo: SignToLoginParameters.bodyLimit)
    }

    private static func response(to problem: Problem, key: String?, context: ParaphContext) throws -> Response {
        switch problem.code {
        case Problem.appRefused.code:
            return try response(.appRefused(key: key ?? ""))
        case Problem.notEnrolled.code, Problem.consentRequired.code:
            return try response(.registrationRequired)
        case "tooLarge":
            let error = "The body is too large: at most \(SignToLoginParameters.bodyLimit) bytes are taken"
            return try response(.wrong(parameter: nil, error: error), status: .contentTooLarge)
        case _ where problem.retryAfter != nil:
            let error = "\(problem.title); \(problem.detail ?? "try again later")"
            let headers: HTTPFields = [.retryAfter: String(problem.retryAfter ?? 0)]
            return try response(.tooMany(error: error, retryAfter: problem.retryAfter), headers: headers)
        case _ where problem.status == 400:
            return try response(.wrong(parameter: problem.fields?.first?.name, error: problem.detail ?? problem.title))
        default:
            context.logger.error("unforeseen problem", metadata: ["code": "\(problem.code)"])
            return try response(.fault(reference: context.requestID))
        }
    }

    private static func response(
        _ answer: SignToLoginAnswer,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) throws -> Response {
        var response = try JSONBody.response(answer, status: status)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }
}

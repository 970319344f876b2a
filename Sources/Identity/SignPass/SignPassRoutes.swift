import HTTPTypes
import Hummingbird
import ParaphWire
import ServerKit

/// The calls of SignPass's own formats (spec 003): JSON or XML in, the same out.
struct SignPassRoutes: Sendable {
    let environment: IdentityEnvironment

    func addRoutes(to router: Router<ParaphContext>) {
        let service = SignPassService(environment: environment)
        router.post("/signpass/request") { request, context in
            try await answer(request, context, to: "request") { parameters, client, encoding in
                try await service.ask(parameters, for: client, in: encoding)
            }
        }
        router.post("/signpass/result") { request, context in
            try await answer(request, context, to: "result") { parameters, client, _ in
                try await service.result(parameters, for: client, patience: RequestWait.Patience(of: request))
            }
        }
        router.get("/signpass/result") { request, context in
            try await answer(request, context, to: "result") { parameters, client, _ in
                try await service.result(parameters, for: client, patience: RequestWait.Patience(of: request))
            }
        }
    }

    /// Answers a client in the form that it speaks, refusals too.
    private func answer(
        _ request: Request,
        _ context: ParaphContext,
        to name: String,
        _ call: @Sendable (OAuthParameters, ClientRecord, SignPassEncoding) async throws -> SignPassMessage
    ) async throws -> Response {
        let encoding = SignPassEncoding(answering: request)
        return try await context.answerProgram(refusal: { OAuthError($0) }, writing: { try Self.refuse($0, in: encoding) }) {
            if let refusal = context.overLimit { throw refusal }
            let parameters = try await Self.parameters(of: request, name: name, encoding)
            let client = try await ClientAuthentication(request, parameters).client(
                calling: request.uri.path,
                in: environment,
                context: context
            )
            return try encoding.response(try await call(parameters, client, encoding))
        }
    }

    private static func parameters(of request: Request, name: String, _ encoding: SignPassEncoding) async throws -> OAuthParameters {
        if request.method == .get { return try OAuthParameters((request.uri.query ?? "").utf8) }
        let mediaType = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard ["application/json", "application/xml", "text/xml"].contains(mediaType ?? "") else {
            throw OAuthError("invalid_request", "Send application/json or application/xml.", status: 415)
        }
        return try encoding.decode(try await request.bytes(upTo: SignPassEncoding.bodyLimit), name: name)
    }

    private static func refuse(_ error: OAuthError, in encoding: SignPassEncoding) throws -> Response {
        let message = SignPassMessage(name: "error", members: [("error_code", .text(error.code)), ("error", .text(error.description))])
        var response = try encoding.response(message, status: HTTPResponse.Status(code: error.status))
        if let retryAfter = error.retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if error.status == 401 { response.headers[.wwwAuthenticate] = "Basic realm=\"Paraph\"" }
        return response
    }
}

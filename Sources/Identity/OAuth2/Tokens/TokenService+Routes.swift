import HTTPTypes
import Hummingbird
import ServerKit

extension TokenService {
    /// The most bytes of a form.
    private static let bodyLimit = 16_384

    /// Adds the calls that programs make, and what tells them how.
    func addRoutes(to router: Router<ParaphContext>) {
        router.post("/oauth2/token") { request, context in
            try await answer(request, context) { parameters, client in
                try JSONBody.response(try await token(parameters, for: client, patience: RequestWait.Patience(of: request)))
            }
        }
        router.post("/oauth2/revoke") { request, context in
            try await answer(request, context) { parameters, client in
                try await revoke(parameters.required("token"), of: client)
                return Response(status: .ok, headers: [.cacheControl: "no-store"])
            }
        }
        router.post("/oauth2/bc-authorize") { request, context in
            try await answer(request, context) { parameters, client in
                let service = BackchannelService(environment: environment)
                return try JSONBody.response(try await service.ask(parameters, for: client))
            }
        }
        for name in ["oauth-authorization-server", "openid-configuration"] {
            router.get("/.well-known/\(name)") { [environment] _, _ -> Response in
                try JSONBody.response(AuthorizationServerMetadata(site: environment.site, scopes: environment.domains.scopes))
            }
        }
    }

    /// Answers a client, and turns refusals into OAuth's form.
    private func answer(
        _ request: Request,
        _ context: ParaphContext,
        _ call: @Sendable (OAuthParameters, ClientRecord) async throws -> Response
    ) async throws -> Response {
        try await context.answerProgram(challenge: "Basic realm=\"Paraph\"", refusal: { OAuthError($0) }) {
            if let refusal = context.overLimit { throw refusal }
            let mediaType = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
            guard mediaType == "application/x-www-form-urlencoded" else {
                throw OAuthError.invalidRequest("Send a form: Content-Type: application/x-www-form-urlencoded.")
            }
            let parameters = try OAuthParameters(try await request.bytes(upTo: Self.bodyLimit))
            let client = try await ClientAuthentication(request, parameters).client(
                calling: request.uri.path,
                in: environment,
                context: context
            )
            return try await call(parameters, client)
        }
    }
}

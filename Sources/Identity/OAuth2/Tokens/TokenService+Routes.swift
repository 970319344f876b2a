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
                var service = self
                service.keyThumbprint = try await environment.provenKey(of: request)
                return try JSONBody.response(try await service.token(parameters, for: client, patience: RequestWait.Patience(of: request)))
            }
        }
        router.post("/oauth2/revoke") { request, context in
            try await answer(request, context) { parameters, client in
                try await revoke(parameters.required("token"), of: client)
                return Response(status: .ok, headers: [.cacheControl: "no-store"])
            }
        }
        router.post("/oauth2/introspect") { request, context in
            try await answer(request, context) { parameters, client in
                try JSONBody.response(try await introspect(parameters.required("token"), of: client))
            }
        }
        router.post("/oauth2/par") { request, context in
            try await answer(request, context) { parameters, client in
                let key = try await environment.provenKey(of: request)
                return try await PushedRequestService(environment: environment).push(parameters, for: client, holding: key)
            }
        }
        router.post("/oauth2/device_authorization") { request, context in
            try await answer(request, context) { parameters, client in
                try JSONBody.response(try await DeviceGrantService(environment: environment).begin(parameters, for: client))
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
                let metadata = AuthorizationServerMetadata(site: environment.site, scopes: environment.domains.scopes)
                return CrossOriginAccess.open(try JSONBody.response(metadata))
            }
        }
        CrossOriginAccess(environment: environment).addRoutes(to: router)
    }

    /// Answers a client, and turns refusals into OAuth's form.
    private func answer(
        _ request: Request,
        _ context: ParaphContext,
        _ call: @Sendable (OAuthParameters, ClientRecord) async throws -> Response
    ) async throws -> Response {
        var response = try await context.answerProgram(challenge: "Basic realm=\"Paraph\"", refusal: { OAuthError($0) }) {
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
        // Who sends proofs learns what the next one must say (RFC 9449, section 8.2).
        if request.headers[.dpop] != nil { response.headers[.dpopNonce] = try await ProofNonce.current(in: environment) }
        return try await CrossOriginAccess(environment: environment).open(response, to: request)
    }
}

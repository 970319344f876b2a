import HTTPTypes
import Hummingbird
import ParaphWire
import ServerKit

/// The Cloud Signature Consortium's API, version 2, at `/csc/v2`: lets programs in by their tokens and refuses in the API's own form.
struct CSCRoutes: Sendable {
    let environment: DocumentsEnvironment

    /// The calls that a program's token opens.
    static let tokenRoutes = methods.filter { $0 != "info" }.map { TokenRoute("POST", path($0)) }

    /// After how many seconds a program that waits for the person should ask again.
    private static let pause = 1

    /// How a program is told to prove itself (RFC 6750, section 3).
    private static let challenge = "Bearer error=\"invalid_token\""

    private typealias Call = @Sendable (CSCParameters, Principal) async throws -> any Encodable & Sendable

    private static let methods = [
        "info", "credentials/list", "credentials/info", "credentials/authorize", "credentials/authorizeCheck", "signatures/signHash",
        "signatures/timestamp",
    ]

    private static func path(_ method: String) -> String { "/csc/v2/\(method)" }

    func addRoutes(to router: Router<ParaphContext>) {
        let service = CSCService(environment: environment)
        let timestamps = CSCTimestamps(authority: environment.authority)
        router.post("/csc/v2/info") { request, context in
            try await answer(context) {
                if let refusal = context.overLimit { throw refusal }
                _ = try CSCParameters(try await request.bytes(upTo: CSCParameters.bodyLimit)).text("lang")
                return try JSONBody.response(info)
            }
        }
        add("credentials/list", to: router) { try await service.list($0, $1) }
        add("credentials/info", to: router) { try await service.info($0, $1) }
        add("credentials/authorize", to: router) { try await service.authorize($0, $1) }
        add("credentials/authorizeCheck", to: router) { try await service.check($0, $1) }
        add("signatures/signHash", to: router) { try await service.sign($0, $1) }
        add("signatures/timestamp", to: router) { parameters, _ in try await timestamps.timestamp(parameters) }
        for unknown in ["/csc/v2/{group}", "/csc/v2/{group}/{method}"] as [RouterPath] {
            router.post(unknown) { _, _ -> Response in
                let refusal = OAuthError("invalid_request", "This method is not implemented; see info", status: 501)
                return try refusal.response(challenge: Self.challenge)
            }
        }
    }

    private func add(_ method: String, to router: Router<ParaphContext>, call: @escaping Call) {
        router.post(RouterPath(Self.path(method))) { request, context in
            try await answer(context) {
                let principal = try await program(request, context)
                let parameters = try CSCParameters(try await request.bytes(upTo: CSCParameters.bodyLimit))
                let answer = try await call(parameters, principal)
                guard case CSCAuthorization.pending? = answer as? CSCAuthorization else { return try JSONBody.response(answer) }
                var response = try JSONBody.response(answer, status: .accepted)
                response.headers[.retryAfter] = String(Self.pause)
                return response
            }
        }
    }

    /// The program that asks.
    private func program(_ request: Request, _ context: ParaphContext) async throws -> Principal {
        if let refusal = context.overLimit { throw refusal }
        if let header = request.headers[.authorization], !header.lowercased().hasPrefix("bearer ") {
            throw OAuthError.request("Malformed authorization header")
        }
        guard let principal = context.principal else {
            try await context.admitStranger()
            throw context.lacksScope ? OAuthError.wrongToken : .invalidToken
        }
        try await context.admit(principal)
        guard principal.program != nil else { throw OAuthError.wrongToken }
        return principal
    }

    private func answer(_ context: ParaphContext, _ work: () async throws -> Response) async throws -> Response {
        try await context.answerProgram(challenge: Self.challenge, refusal: { OAuthError(csc: $0) }, work)
    }

    private var info: CSCServiceInfo {
        CSCServiceInfo(
            name: environment.authority.settings.organisation ?? "Paraph",
            logo: "\(environment.settings.publicURL)/static/logo/Base/icon-180.png",
            oauth2: "\(environment.settings.publicURL)/",
            methods: Self.methods
        )
    }
}

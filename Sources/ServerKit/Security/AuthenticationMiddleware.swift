import HTTPTypes
public import Hummingbird
import ParaphWire

/// Turns a credential into who it stands for; Identity does.
public protocol Authenticator: Sendable {
    /// The principal of a bearer token or session cookie; `nil` where it is unknown, expired or revoked, or bound to a key.
    func principal(token: String) async throws -> Principal?

    /// The principal of a token that is bound to a key, by the proof that the caller holds the key; `nil` where the token is unknown, expired or
    /// revoked, or bound to another key or none.
    ///
    /// - Throws: ``TokenProofRefusal``.
    func principal(token: String, proof: TokenProof) async throws -> Principal?

    /// Whether a token that was taken before would be taken still.
    func isGood(token: String) async throws -> Bool
}

/// What holds where no token is bound to a key.
extension Authenticator {
    public func principal(token: String, proof: TokenProof) async throws -> Principal? { nil }

    public func isGood(token: String) async throws -> Bool { try await principal(token: token) != nil }
}

/// Finds out who asks, by `Authorization: Bearer` (RFC 6750), by `Authorization: DPoP` with a proof (RFC 9449, section 7.1) or by the session cookie;
/// strangers pass as strangers.
public struct AuthenticationMiddleware: RouterMiddleware {
    private let authenticator: any Authenticator
    private let cookie: SessionCookie

    /// Makes the middleware.
    public init(authenticator: any Authenticator, cookie: SessionCookie) {
        self.authenticator = authenticator
        self.cookie = cookie
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let header = request.headers[.authorization] {
            if header.lowercased().hasPrefix("bearer ") {
                try await signIn(&context, by: String(header.dropFirst(7)))
            } else if header.lowercased().hasPrefix("dpop ") {
                let refusal = try await signIn(&context, by: String(header.dropFirst(5)), request)
                return try await answer(request, context, refusal, next)
            }
        } else if let token = cookie.token(in: request) {
            try await signIn(&context, by: token)
            context.usesCookie = context.principal != nil
        }
        return try await next(request, context)
    }

    private func signIn(_ context: inout ParaphContext, by token: String) async throws {
        guard (16...512).contains(token.utf8.count), let principal = try await authenticator.principal(token: token) else { return }
        context.principal = principal
        context.isStillSignedIn = { [authenticator] in try await authenticator.isGood(token: token) }
    }

    /// Signs in by a token and the proof beside it.
    ///
    /// - Returns: why the proof is refused; `nil` where it is not.
    private func signIn(_ context: inout ParaphContext, by token: String, _ request: Request) async throws -> TokenProofRefusal? {
        let proofs = request.headers[values: .dpop]
        guard proofs.count == 1, let text = proofs.first else { return TokenProofRefusal("invalid_dpop_proof") }
        guard (16...512).contains(token.utf8.count) else { return nil }
        do {
            let proof = TokenProof(text: text, method: request.method.rawValue, path: request.uri.path)
            guard let principal = try await authenticator.principal(token: token, proof: proof) else { return nil }
            context.principal = principal
            context.isStillSignedIn = { [authenticator] in try await authenticator.isGood(token: token) }
            return nil
        } catch let refusal as TokenProofRefusal {
            return refusal
        }
    }

    /// Answers who came with a proof; where they are not let in, how to come (RFC 9449, section 7.1).
    private func answer(
        _ request: Request,
        _ context: ParaphContext,
        _ refusal: TokenProofRefusal?,
        _ next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let problem as Problem where problem.status == 401 {
            response = try problem.response(from: request, context: context)
        }
        guard response.status == .unauthorized else { return response }
        response.headers[.wwwAuthenticate] = "DPoP error=\"\(refusal?.code ?? "invalid_token")\", algs=\"ES256 PS256\""
        if let nonce = refusal?.nonce { response.headers[.dpopNonce] = nonce }
        return response
    }
}

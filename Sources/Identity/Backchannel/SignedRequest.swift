import ParaphStorage
import ParaphWire
import ServerKit

/// What a client signed of what it asks (CIBA Core 1.0, section 7.1.1): every parameter stands in the JWT, and none beside it counts.
struct SignedRequest: Sendable {
    let token: ClientJWT
    /// The parameters that it holds.
    let parameters: OAuthParameters

    /// How far its end may be from its beginning, and its beginning from now, in seconds (FAPI-CIBA, section 5.2.2).
    private static let longest: Int64 = 3600

    /// Those that the form may hold beside it: they say who the client is.
    private static let beside: Set<String> = [
        "request", "client_id", "client_secret", "client_assertion", "client_assertion_type",
    ]

    /// Verifies a request.
    ///
    /// - Throws: `invalid_request`.
    init(_ text: String, of client: ClientRecord, beside form: OAuthParameters, site: Site, at now: Timestamp) throws(OAuthError) {
        if let name = form.names.subtracting(Self.beside).sorted().first {
            throw .invalidRequest("\(name) stands beside the signed request: put every parameter into it.")
        }
        var rule = ClientJWT.Rule(audiences: [site.publicURL])
        // RS256 is refused as FAPI-CIBA does (section 7.10).
        rule.algorithms = ProofAlgorithm.strict
        rule.required = ["iat", "nbf"]
        (rule.longest, rule.oldest) = (Self.longest, Self.longest)
        do throws(ClientTokenFault) {
            token = try ClientJWT(compact: text, of: client, rule: rule, at: now)
        } catch {
            throw .invalidRequest("request is refused. \(error.words)")
        }
        var parameters: [(name: String, text: String)] = []
        for (name, value) in token.token.claims where !["iss", "aud", "exp", "iat", "nbf", "jti", "sub"].contains(name) {
            switch value {
            case .string(let text): parameters.append((name, text))
            // Libraries write requested_expiry as either (section 7.1.1).
            case .number(let number) where number == number.rounded() && number.magnitude < 1e9:
                parameters.append((name, String(Int64(number))))
            case .null: break
            default: throw .invalidRequest("\(name) in the signed request must be text.")
            }
        }
        self.parameters = OAuthParameters(parameters)
    }
}

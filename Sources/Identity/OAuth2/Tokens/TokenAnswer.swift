/// The tokens that a client is given (RFC 6749, section 5.1).
struct TokenAnswer: Codable, Sendable {
    let accessToken: String
    var tokenType = "Bearer"
    /// Seconds.
    let expiresIn: Int64
    let refreshToken: String?
    let scope: String
    /// Who the person is to the client (OpenID Connect Core 1.0, section 3.1.3.3).
    var idToken: String?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case scope
        case idToken = "id_token"
    }
}

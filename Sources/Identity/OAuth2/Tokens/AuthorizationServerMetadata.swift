import ServerKit

/// What a program needs to know to ask people here (RFC 8414).
struct AuthorizationServerMetadata: Codable, Sendable {
    var issuer: String
    var authorizationEndpoint: String
    var tokenEndpoint: String
    var revocationEndpoint: String
    var scopesSupported: [String]
    var responseTypesSupported = ["code"]
    var responseModesSupported = ["query"]
    var grantTypesSupported = ClientGrantType.allCases.map(\.rawValue)
    var tokenEndpointAuthMethodsSupported = ["client_secret_basic", "client_secret_post", "none"]
    var revocationEndpointAuthMethodsSupported = ["client_secret_basic", "client_secret_post", "none"]
    var codeChallengeMethodsSupported = ["S256"]
    var authorizationResponseIssParameterSupported = true
    var uiLocalesSupported = Language.allCases.map(\.rawValue)

    /// Describes an instance.
    init(site: Site, scopes: ScopeList) {
        issuer = site.publicURL
        authorizationEndpoint = "\(site.publicURL)/oauth2/authorize"
        tokenEndpoint = "\(site.publicURL)/oauth2/token"
        revocationEndpoint = "\(site.publicURL)/oauth2/revoke"
        scopesSupported = scopes.forClients.map(\.rawValue)
    }

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case revocationEndpoint = "revocation_endpoint"
        case scopesSupported = "scopes_supported"
        case responseTypesSupported = "response_types_supported"
        case responseModesSupported = "response_modes_supported"
        case grantTypesSupported = "grant_types_supported"
        case tokenEndpointAuthMethodsSupported = "token_endpoint_auth_methods_supported"
        case revocationEndpointAuthMethodsSupported = "revocation_endpoint_auth_methods_supported"
        case codeChallengeMethodsSupported = "code_challenge_methods_supported"
        case authorizationResponseIssParameterSupported = "authorization_response_iss_parameter_supported"
        case uiLocalesSupported = "ui_locales_supported"
    }
}

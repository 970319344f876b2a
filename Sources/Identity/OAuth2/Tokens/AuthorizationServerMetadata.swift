import ServerKit

/// What a program needs to know to ask people here (RFC 8414; OpenID Connect Discovery 1.0, section 3; CIBA Core 1.0, section 4).
struct AuthorizationServerMetadata: Codable, Sendable {
    var issuer: String
    var authorizationEndpoint: String
    var tokenEndpoint: String
    var revocationEndpoint: String
    var introspectionEndpoint: String
    var pushedAuthorizationRequestEndpoint: String
    var deviceAuthorizationEndpoint: String
    var userinfoEndpoint: String
    var endSessionEndpoint: String
    var jwksURI: String
    var backchannelAuthenticationEndpoint: String
    var backchannelTokenDeliveryModesSupported = ["poll", "ping"]
    var backchannelRequestSigningAlgorithmsSupported = ProofAlgorithm.strict.map(\.rawValue).sorted()
    var backchannelUserCodeParameterSupported = true
    var subjectTypesSupported = ["pairwise"]
    var idTokenSigningAlgorithmsSupported = SigningAlgorithm.allCases.map(\.rawValue)
    var acrValuesSupported = AuthenticationEvent.classes
    var claimsSupported =
        ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "at_hash"] + PersonClaim.allCases.map(\.rawValue)
    var claimsParameterSupported = true
    var requestParameterSupported = false
    var requestURIParameterSupported = false
    var scopesSupported: [String]
    var responseTypesSupported = ["code"]
    var responseModesSupported = ["query"]
    var grantTypesSupported = ClientGrantType.allCases.map(\.rawValue)
    var tokenEndpointAuthMethodsSupported = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"]
    var tokenEndpointAuthSigningAlgorithmsSupported = ProofAlgorithm.allCases.map(\.rawValue)
    var revocationEndpointAuthMethodsSupported = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"]
    var revocationEndpointAuthSigningAlgorithmsSupported = ProofAlgorithm.allCases.map(\.rawValue)
    var introspectionEndpointAuthMethodsSupported = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
    var introspectionEndpointAuthSigningAlgorithmsSupported = ProofAlgorithm.allCases.map(\.rawValue)
    var promptValuesSupported = ["none", "login", "consent", "select_account"]
    var dpopSigningAlgorithmsSupported = ProofAlgorithm.strict.map(\.rawValue).sorted()
    var codeChallengeMethodsSupported = ["S256"]
    var authorizationResponseIssParameterSupported = true
    var uiLocalesSupported = Language.allCases.map(\.rawValue)

    /// Describes an instance.
    init(site: Site, scopes: ScopeList) {
        issuer = site.publicURL
        authorizationEndpoint = "\(site.publicURL)/oauth2/authorize"
        tokenEndpoint = "\(site.publicURL)/oauth2/token"
        revocationEndpoint = "\(site.publicURL)/oauth2/revoke"
        introspectionEndpoint = "\(site.publicURL)/oauth2/introspect"
        pushedAuthorizationRequestEndpoint = "\(site.publicURL)/oauth2/par"
        deviceAuthorizationEndpoint = "\(site.publicURL)/oauth2/device_authorization"
        userinfoEndpoint = "\(site.publicURL)/oauth2/userinfo"
        endSessionEndpoint = site.publicURL + EndSessionService.path
        jwksURI = "\(site.publicURL)/oauth2/jwks"
        backchannelAuthenticationEndpoint = "\(site.publicURL)/oauth2/bc-authorize"
        scopesSupported = scopes.forClients.map(\.rawValue)
    }

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case revocationEndpoint = "revocation_endpoint"
        case introspectionEndpoint = "introspection_endpoint"
        case introspectionEndpointAuthMethodsSupported = "introspection_endpoint_auth_methods_supported"
        case introspectionEndpointAuthSigningAlgorithmsSupported = "introspection_endpoint_auth_signing_alg_values_supported"
        case pushedAuthorizationRequestEndpoint = "pushed_authorization_request_endpoint"
        case promptValuesSupported = "prompt_values_supported"
        case deviceAuthorizationEndpoint = "device_authorization_endpoint"
        case userinfoEndpoint = "userinfo_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case jwksURI = "jwks_uri"
        case backchannelAuthenticationEndpoint = "backchannel_authentication_endpoint"
        case backchannelTokenDeliveryModesSupported = "backchannel_token_delivery_modes_supported"
        case backchannelRequestSigningAlgorithmsSupported = "backchannel_authentication_request_signing_alg_values_supported"
        case backchannelUserCodeParameterSupported = "backchannel_user_code_parameter_supported"
        case subjectTypesSupported = "subject_types_supported"
        case idTokenSigningAlgorithmsSupported = "id_token_signing_alg_values_supported"
        case acrValuesSupported = "acr_values_supported"
        case claimsSupported = "claims_supported"
        case claimsParameterSupported = "claims_parameter_supported"
        case requestParameterSupported = "request_parameter_supported"
        case requestURIParameterSupported = "request_uri_parameter_supported"
        case scopesSupported = "scopes_supported"
        case responseTypesSupported = "response_types_supported"
        case responseModesSupported = "response_modes_supported"
        case grantTypesSupported = "grant_types_supported"
        case tokenEndpointAuthMethodsSupported = "token_endpoint_auth_methods_supported"
        case tokenEndpointAuthSigningAlgorithmsSupported = "token_endpoint_auth_signing_alg_values_supported"
        case revocationEndpointAuthSigningAlgorithmsSupported = "revocation_endpoint_auth_signing_alg_values_supported"
        case revocationEndpointAuthMethodsSupported = "revocation_endpoint_auth_methods_supported"
        case dpopSigningAlgorithmsSupported = "dpop_signing_alg_values_supported"
        case codeChallengeMethodsSupported = "code_challenge_methods_supported"
        case authorizationResponseIssParameterSupported = "authorization_response_iss_parameter_supported"
        case uiLocalesSupported = "ui_locales_supported"
    }
}

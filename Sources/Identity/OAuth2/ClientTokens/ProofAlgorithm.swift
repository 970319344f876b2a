/// How clients sign what they say themselves (RFC 7518, section 3.1).
enum ProofAlgorithm: String, CaseIterable, Sendable {
    case es256 = "ES256"
    case ps256 = "PS256"
    case rs256 = "RS256"

    /// What FAPI allows (FAPI 2.0 Security Profile, section 5.4.1; FAPI-CIBA, section 7.10): no RSA with PKCS #1 v1.5.
    static let strict: Set<ProofAlgorithm> = [.es256, .ps256]
    static let all = Set(allCases)
}

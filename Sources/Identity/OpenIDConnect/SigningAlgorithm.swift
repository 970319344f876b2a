/// How ID tokens are signed (RFC 7518, section 3.1).
enum SigningAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
}

/// Which claims a person allowed a client one by one, and where they are told; of what was asked for, the names alone.
struct GrantedClaims: Hashable, Sendable {
    var userInfo: Set<PersonClaim> = []
    var idToken: Set<PersonClaim> = []

    private static let (userInfoMark, idTokenMark) = ("userinfo:", "id_token:")

    /// None.
    init() {}

    /// Those that a client asked for.
    init(_ request: ClaimsRequest) {
        (userInfo, idToken) = (request.userInfo, request.idToken)
    }

    /// Reads what was kept.
    init(text: String) {
        for word in text.split(separator: " ") {
            if word.hasPrefix(Self.userInfoMark), let claim = PersonClaim(rawValue: String(word.dropFirst(Self.userInfoMark.count))) {
                userInfo.insert(claim)
            } else if word.hasPrefix(Self.idTokenMark), let claim = PersonClaim(rawValue: String(word.dropFirst(Self.idTokenMark.count))) {
                idToken.insert(claim)
            }
        }
    }

    /// As it is kept.
    var text: String {
        (userInfo.map { Self.userInfoMark + $0.rawValue } + idToken.map { Self.idTokenMark + $0.rawValue }).sorted().joined(separator: " ")
    }
}

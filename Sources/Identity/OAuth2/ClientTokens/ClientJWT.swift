import ParaphStorage
import ParaphWire
import ServerKit

/// What a client says by a JWT that one of its registered keys signed: who it is (RFC 7523, section 3), or what it asks for (RFC 9101, section 4;
/// CIBA Core 1.0, section 7.1.1).
struct ClientJWT: Sendable {
    let token: SignedJWT
    let clientID: String
    /// Names it among all that the client signed (`jti`); it counts once.
    let id: String
    let expiresAt: Timestamp

    /// What one must be like.
    struct Rule: Sendable {
        /// It must be for one of these.
        var audiences: Set<String>
        /// Whether it may name no other audience (FAPI 2.0 Security Profile, section 5.3.2.1, number 8: one text, the issuer).
        var isForOneOnly = false
        var algorithms = ProofAlgorithm.all
        /// Claims that must be there besides `iss`, `aud`, `exp` and `jti`.
        var required: Set<String> = []
        /// The most seconds between its beginning (`nbf`, else now) and its end.
        var longest: Int64 = 3600
        /// How many seconds ago it may have begun at most; `nil` where it does not matter.
        var oldest: Int64?

        init(audiences: Set<String>) { self.audiences = audiences }
    }

    /// By how much a client's clock may go before ours, in seconds (FAPI 2.0 Security Profile, section 5.3.2.1, number 13: 10 are taken, more than 60 never).
    static let clockSkew: Int64 = 10

    /// Verifies a token of a client.
    ///
    /// That it was not used before is for ``use(in:)``.
    ///
    /// - Throws: a ``ClientTokenFault`` in words for the client's developer.
    init(compact text: String, of client: ClientRecord, rule: Rule, at now: Timestamp) throws(ClientTokenFault) {
        let token = try SignedJWT(compact: text, algorithms: rule.algorithms)
        guard let key = client.keys?.key(named: token.headerText("kid")), token.isSigned(by: key) else {
            throw ClientTokenFault("It is not signed by a key that this client was registered with.")
        }
        guard token.text("iss") == client.id, token.claims["sub"] == nil || token.text("sub") == client.id else {
            throw ClientTokenFault("iss, and sub where it is there, must be the client's id.")
        }
        let audiences = token.audiences
        guard !rule.audiences.isDisjoint(with: audiences), !rule.isForOneOnly || token.text("aud") != nil else {
            throw ClientTokenFault("aud must be this server's issuer.")
        }
        for name in rule.required.sorted() where token.claims[name] == nil { throw ClientTokenFault("\(name) is missing.") }
        guard let id = token.text("jti"), (1...256).contains(id.utf8.count) else {
            throw ClientTokenFault("jti must be text of 1 to 256 bytes.")
        }
        guard let end = try token.moment("exp") else { throw ClientTokenFault("exp is missing.") }
        let start = try token.moment("nbf")
        for moment in [start, try token.moment("iat")] where moment ?? now > now.adding(seconds: Self.clockSkew) {
            throw ClientTokenFault("nbf and iat must not be later than now.")
        }
        guard end > now else { throw ClientTokenFault("exp is over.") }
        guard end <= max(start ?? now, now.adding(seconds: -rule.longest)).adding(seconds: rule.longest) else {
            throw ClientTokenFault("exp must be \(rule.longest) seconds after it begins, at most.")
        }
        if let oldest = rule.oldest, let start, start < now.adding(seconds: -oldest) {
            throw ClientTokenFault("nbf must be \(oldest) seconds ago, at most.")
        }
        (self.token, clientID, self.id, expiresAt) = (token, client.id, id, end)
    }

    /// Notes that it was used, for as long as it would be good.
    ///
    /// - Returns: whether this is the first time.
    func use(in tx: any WriteTransaction) throws -> Bool {
        try UsedTokenStore.use(["jwt", clientID, id], until: expiresAt, in: tx)
    }
}

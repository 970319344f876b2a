import Crypto
import ParaphStorage
import ParaphWire
import ServerKit

/// A proof that the sender of a request holds a key (RFC 9449, section 4.2).
struct ProofOfPossession: Sendable {
    /// Names the key (RFC 7638).
    let thumbprint: String
    /// What this server told the client to say, if it did.
    let nonce: String?
    private let id: String
    private let issuedAt: Timestamp

    /// How many seconds old one may be by its own clock, and how far ahead; with a nonce of ours the clock matters less (section 11.1).
    private static let (oldest, newest, skew): (Int64, Int64, Int64) = (60, 10, 300)

    /// Verifies a proof (section 4.3); whether it came before, and its nonce, are for ``use(at:in:)`` and ``ProofNonce``.
    ///
    /// - Throws: a ``ClientTokenFault``.
    init(compact text: String, method: String, url: String, accessToken: String? = nil, at now: Timestamp) throws(ClientTokenFault) {
        let token = try SignedJWT(compact: text, algorithms: ProofAlgorithm.strict)
        guard token.headerText("typ") == "dpop+jwt" else { throw ClientTokenFault("typ of the proof's header must be dpop+jwt.") }
        guard case .object(let members) = token.header["jwk"] else { throw ClientTokenFault("jwk of the proof's header is missing.") }
        let key = try ClientKey(members)
        guard token.isSigned(by: key) else { throw ClientTokenFault("The proof is not signed by the key in its header.") }
        guard let id = token.text("jti"), (1...256).contains(id.utf8.count) else {
            throw ClientTokenFault("jti of the proof must be text of 1 to 256 bytes.")
        }
        guard token.text("htm") == method else { throw ClientTokenFault("htm of the proof must be the method.") }
        guard let target = token.text("htu"), Self.normal(target) == Self.normal(url) else {
            throw ClientTokenFault("htu of the proof must be the address that is called, without query and fragment.")
        }
        if let accessToken {
            let hash = Base64URL(SHA256.hash(data: Array(accessToken.utf8))).text
            guard token.text("ath") == hash else { throw ClientTokenFault("ath of the proof must be the hash of the access token.") }
        }
        guard token.claims["nonce"] == nil || token.text("nonce") != nil else { throw ClientTokenFault("nonce of the proof must be text.") }
        nonce = token.text("nonce")
        guard let issuedAt = try token.moment("iat") else { throw ClientTokenFault("iat of the proof is missing.") }
        let (oldest, newest) = nonce == nil ? (Self.oldest, Self.newest) : (Self.skew, Self.skew)
        guard issuedAt >= now.adding(seconds: -oldest), issuedAt <= now.adding(seconds: newest) else {
            throw ClientTokenFault("iat of the proof is not now.")
        }
        (thumbprint, self.id, self.issuedAt) = (key.thumbprint, id, issuedAt)
    }

    /// Notes that it came, for as long as it would be taken (section 11.1).
    ///
    /// - Returns: whether this is the first time.
    func use(in tx: any WriteTransaction) throws -> Bool {
        try UsedTokenStore.use(["dpop", thumbprint, id], until: issuedAt.adding(seconds: 2 * Self.skew), in: tx)
    }

    /// An address without query and fragment, with scheme and host in small letters (RFC 3986, section 6.2.2.1).
    private static func normal(_ address: String) -> String? {
        let bare = address.prefix { $0 != "?" && $0 != "#" }
        guard let scheme = bare.firstRange(of: "://") else { return nil }
        let end = bare[scheme.upperBound...].firstIndex(of: "/") ?? bare.endIndex
        var origin = bare[..<end].lowercased()
        for (name, port) in [("https://", ":443"), ("http://", ":80")] where origin.hasPrefix(name) && origin.hasSuffix(port) {
            origin.removeLast(port.count)
        }
        return origin + (end == bare.endIndex ? "/" : bare[end...])
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// A program that may act for people who allow it, as the table `oauthClient` keeps it.
struct ClientRecord: Sendable {
    let id: String
    let name: String
    /// `nil` for a public client, which can keep no secret (RFC 6749, section 2.1).
    let secretHash: SecretHash?
    let redirectURIs: [RedirectURI]
    let grants: Set<ClientGrantType>
    /// Whether it asks those people only who allowed it something in the browser before; the organisation's own asks anybody.
    var isRestricted = false
    /// Whether it shows people the number that they type before they sign.
    var showsCode = false
    /// How ID tokens are signed for it.
    var idTokenAlgorithm = SigningAlgorithm.rs256
    let createdAt: Timestamp
    var disabledAt: Timestamp?

    /// Makes a record of a new client.
    ///
    /// - Throws: a `malformed` ``Problem`` that names what is wrong.
    init(name: String, secret: Secret?, redirectURIs: [String], grants: [String], createdAt: Timestamp) throws(Problem) {
        id = Identifier.random()
        self.name = try AppRules.name(name)
        secretHash = secret?.hash
        var types: Set<ClientGrantType> = []
        for grant in grants { types.insert(try ClientGrantType(named: grant)) }
        guard !types.isDisjoint(with: [.authorizationCode, .ciba]) else {
            throw .invalid(
                "grant",
                .missing,
                "must hold authorization_code or \(ClientGrantType.ciba.rawValue); refresh_token goes with them"
            )
        }
        guard !types.contains(.ciba) || secret != nil else {
            throw .invalid("grant", .unknown, "\(ClientGrantType.ciba.rawValue) is for clients that keep a secret")
        }
        guard (types.contains(.authorizationCode) ? 1...20 : 0...0).contains(redirectURIs.count) else {
            let reason = "must be given once to 20 times with authorization_code: where browsers go back to; and not without"
            throw .invalid("redirect-uri", .count, reason)
        }
        var addresses: [RedirectURI] = []
        for text in redirectURIs { addresses.append(try RedirectURI(registering: text)) }
        self.redirectURIs = addresses
        self.grants = types
        self.createdAt = createdAt
    }

    init(row: Row) throws {
        id = try row.get("id")
        name = try row.get("name")
        secretHash = try row.find("secretHash")
        redirectURIs = try row.get("redirectUris", as: String.self).split(separator: "\n").map { RedirectURI(stored: String($0)) }
        grants = Set(try row.get("grants", as: String.self).split(separator: " ").compactMap { ClientGrantType(rawValue: String($0)) })
        isRestricted = try row.get("isRestricted")
        showsCode = try row.get("showsCode")
        idTokenAlgorithm = try row.choice("idTokenAlgorithm")
        createdAt = try row.timestamp("createdAt")
        disabledAt = try row.find("disabledAt", as: Int64.self).map { Timestamp(milliseconds: $0) }
    }

    /// Whether what is shown is the client's secret; never for a public client.
    func accepts(secret: String) -> Bool {
        secretHash.map { $0 == SecretHash(of: secret) } ?? false
    }
}

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
    let createdAt: Timestamp
    var disabledAt: Timestamp?

    /// Makes a record of a new client.
    ///
    /// - Throws: a `malformed` ``Problem`` that names what is wrong.
    init(name: String, secret: Secret?, redirectURIs: [String], grants: [String], createdAt: Timestamp) throws(Problem) {
        id = Identifier.random()
        self.name = try AppRules.name(name)
        secretHash = secret?.hash
        guard (1...20).contains(redirectURIs.count) else {
            throw .invalid("redirect-uri", .count, "must be given once to 20 times: where browsers go back to")
        }
        var addresses: [RedirectURI] = []
        for text in redirectURIs { addresses.append(try RedirectURI(registering: text)) }
        self.redirectURIs = addresses
        var types: Set<ClientGrantType> = []
        for grant in grants { types.insert(try ClientGrantType(named: grant)) }
        guard types.contains(.authorizationCode) else {
            throw .invalid("grant", .missing, "must hold authorization_code; refresh_token goes with it")
        }
        self.grants = types
        self.createdAt = createdAt
    }

    init(row: Row) throws {
        id = try row.get("id")
        name = try row.get("name")
        secretHash = try row.find("secretHash")
        redirectURIs = try row.get("redirectUris", as: String.self).split(separator: "\n").map { RedirectURI(stored: String($0)) }
        grants = Set(try row.get("grants", as: String.self).split(separator: " ").compactMap { ClientGrantType(rawValue: String($0)) })
        createdAt = try row.timestamp("createdAt")
        disabledAt = try row.find("disabledAt", as: Int64.self).map { Timestamp(milliseconds: $0) }
    }

    /// Whether what is shown is the client's secret; never for a public client.
    func accepts(secret: String) -> Bool {
        secretHash.map { $0 == SecretHash(of: secret) } ?? false
    }
}

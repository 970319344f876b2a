import ParaphStorage
import ParaphWire
import ServerKit

/// A program that may act for people who allow it, as the table `oauthClient` keeps it.
struct ClientRecord: Sendable {
    let id: String
    let name: String
    /// What it proves itself by; `nil` for one that does so by ``keys``, and for a public one.
    let secretHash: SecretHash?
    /// By one of which it proves itself, and signs what it says; `nil` for one with a secret, and for a public one.
    var keys: ClientKeySet?
    let redirectURIs: [RedirectURI]
    /// Where browsers may go once the person is signed out (OpenID Connect RP-Initiated Logout 1.0, section 3.1).
    let logoutURIs: [RedirectURI]
    let grants: Set<ClientGrantType>
    /// Whether it is held to the FAPI 2.0 Security Profile.
    var followsFAPI = false
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
    init(_ registration: ClientRegistration, secret: Secret?, createdAt: Timestamp) throws(Problem) {
        id = Identifier.random()
        name = try AppRules.name(registration.name)
        secretHash = secret?.hash
        keys = try registration.keys.map(Self.keys)
        guard registration.keys == nil || (secret == nil && !registration.isPublic) else {
            throw .invalid("jwks", .unknown, "is for clients that prove themselves by a key: they are not public")
        }
        let isPublic = secret == nil && registration.keys == nil
        var types: Set<ClientGrantType> = []
        for grant in registration.grants { types.insert(try ClientGrantType(named: grant)) }
        guard !types.isDisjoint(with: [.authorizationCode, .ciba, .deviceCode]) else {
            throw .invalid(
                "grant",
                .missing,
                "must hold authorization_code, \(ClientGrantType.ciba.rawValue) or \(ClientGrantType.deviceCode.rawValue); refresh_token goes with them"
            )
        }
        guard !types.contains(.ciba) || !isPublic else {
            throw .invalid("grant", .unknown, "\(ClientGrantType.ciba.rawValue) is for clients that keep a secret")
        }
        guard (types.contains(.authorizationCode) ? 1...20 : 0...0).contains(registration.redirectURIs.count) else {
            let reason = "must be given once to 20 times with authorization_code: where browsers go back to; and not without"
            throw .invalid("redirect-uri", .count, reason)
        }
        var addresses: [RedirectURI] = []
        for text in registration.redirectURIs { addresses.append(try RedirectURI(registering: text)) }
        redirectURIs = addresses
        guard registration.logoutURIs.count <= (types.contains(.authorizationCode) ? 20 : 0) else {
            throw .invalid("post-logout-redirect-uri", .count, "may be given 20 times, with authorization_code")
        }
        var exits: [RedirectURI] = []
        for text in registration.logoutURIs { exits.append(try RedirectURI(registering: text, field: "post-logout-redirect-uri")) }
        logoutURIs = exits
        grants = types
        let asks = [registration.isRestricted, registration.showsCode, registration.signsRequests, registration.bringsUserCode].contains(
            true
        )
        guard types.contains(.ciba) || (!asks && registration.notificationURI == nil && registration.callbackURI == nil) else {
            let reason =
                "restricted, shows-code, signed-requests, user-code, notification-uri and callback-uri go with \(ClientGrantType.ciba.rawValue)"
            throw .invalid("grant", .missing, reason)
        }
        guard !registration.signsRequests || keys != nil else {
            throw .invalid("jwks", .missing, "signed requests are for clients with keys")
        }
        guard types.contains(.authorizationCode) || !registration.isRestricted else {
            throw .invalid("grant", .missing, "a restricted client also needs authorization_code, by which people let it ask them")
        }
        followsFAPI = registration.followsFAPI
        if followsFAPI {
            // Sections 5.3.2.1 (numbers 3 and 5) and 5.3.2.2 (number 7).
            guard keys != nil, types.contains(.authorizationCode), addresses.allSatisfy({ $0.text.hasPrefix("https://") }) else {
                throw .invalid("fapi", .unknown, "is for clients with keys, authorization_code and addresses of https")
            }
        }
        (isRestricted, showsCode) = (registration.isRestricted, registration.showsCode)
        guard let algorithm = SigningAlgorithm(rawValue: registration.idTokenAlgorithm) else {
            let names = SigningAlgorithm.allCases.map(\.rawValue).joined(separator: " or ")
            throw .invalid("id-token-alg", .unknown, "must be \(names)")
        }
        idTokenAlgorithm = algorithm
        self.createdAt = createdAt
    }

    init(row: Row) throws {
        id = try row.get("id")
        name = try row.get("name")
        secretHash = try row.find("secretHash")
        keys = try row.find("keys", as: String.self).map { try ClientKeySet(json: $0) }
        redirectURIs = try row.get("redirectUris", as: String.self).split(separator: "\n").map { RedirectURI(stored: String($0)) }
        logoutURIs = try row.get("logoutUris", as: String.self).split(separator: "\n").map { RedirectURI(stored: String($0)) }
        grants = Set(try row.get("grants", as: String.self).split(separator: " ").compactMap { ClientGrantType(rawValue: String($0)) })
        followsFAPI = try row.get("followsFAPI")
        isRestricted = try row.get("isRestricted")
        showsCode = try row.get("showsCode")
        idTokenAlgorithm = try row.choice("idTokenAlgorithm")
        createdAt = try row.timestamp("createdAt")
        disabledAt = try row.find("disabledAt", as: Int64.self).map { Timestamp(milliseconds: $0) }
    }

    /// Whether it can keep no secret (RFC 6749, section 2.1).
    var isPublic: Bool { secretHash == nil && keys == nil }

    /// Reads the keys that an administrator gives.
    static func keys(_ json: String) throws(Problem) -> ClientKeySet {
        do throws(ClientTokenFault) {
            return try ClientKeySet(json: json)
        } catch {
            throw .invalid("jwks", .malformed, error.words)
        }
    }

    /// Whether what is shown is the client's secret; never for one without.
    func accepts(secret: String) -> Bool {
        secretHash.map { $0 == SecretHash(of: secret) } ?? false
    }
}

/// What an administrator says of a client that they register.
public struct ClientRegistration: Hashable, Sendable {
    /// What people are shown when they are asked, 1 to 100 characters.
    public var name: String
    /// Where browsers may go back to, 1 to 20 with `authorization_code`, else none.
    public var redirectURIs: [String]
    /// Where browsers may go once the person is signed out, 20 at most, for clients with `authorization_code`.
    public var logoutURIs: [String] = []
    /// The ways in which it gets tokens: `authorization_code`, `urn:openid:params:grant-type:ciba`, and `refresh_token` with either.
    public var grants: [String]
    /// Whether it can keep no secret, as an app on a phone; it proves itself by PKCE alone.
    public var isPublic = false
    /// A JSON Web Key Set with 1 to 10 public keys, by one of which it proves itself instead of a secret (`private_key_jwt`).
    public var keys: String?
    /// Origins of pages whose scripts are this client, 20 at most; a browser lets them call what clients call.
    public var origins: [String] = []
    /// Whether nothing is taken of it but what the FAPI 2.0 Security Profile allows: requests are pushed, tokens are bound to a key by DPoP, it proves itself
    /// by ``keys``, and addresses are compared byte by byte.
    public var followsFAPI = false
    /// Whether it may ask on their devices only people who allowed it something in the browser before.
    public var isRestricted = false
    /// Whether it shows people the number that comes with each request, which they type before they sign.
    public var showsCode = false
    /// How ID tokens are signed for it: `RS256` or `ES256`.
    public var idTokenAlgorithm = "RS256"

    /// Where it is told that a request is over, by CIBA's ping; `nil` for one that asks only.
    public var notificationURI: String?
    /// Where it is told how requests ended that came by `/signpass`; `nil` for one that asks only.
    public var callbackURI: String?
    /// Whether what it asks of people on their devices counts only where one of its keys signed it (CIBA Core 1.0, section 7.1.1).
    public var signsRequests = false
    /// Whether it brings with each request the code that the person set for requests, and told it; without one it asks no person.
    public var bringsUserCode = false

    /// Says what must be said of any client.
    public init(name: String, redirectURIs: [String] = [], grants: [String]) {
        self.name = name
        self.redirectURIs = redirectURIs
        self.grants = grants
    }
}

/// Who a request comes from, as its credential proves.
public struct Principal: Hashable, Sendable {
    /// The person.
    public var personID: String
    /// What kind of credential was shown.
    public var credential: Credential
    /// The device that the session belongs to, if it belongs to one.
    public var deviceID: String?
    /// The app that the session was opened through, if any.
    public var appID: String?
    /// What a token opens; a session of our own has none and opens everything.
    public var scopes: Set<TokenScope>
    /// The client (RFC 6749) that the token was issued to; `nil` for our own web app, apps, and administrators' tokens.
    public var clientID: String?

    /// What kind of credential was shown.
    public enum Credential: Hashable, Sendable {
        /// A session that the person opened by signing.
        case session(id: String)
        /// A token that an administrator made or a client was issued; it can neither enrol, approve nor sign.
        case token(id: String)
    }

    /// Makes a principal.
    public init(
        personID: String,
        credential: Credential,
        deviceID: String? = nil,
        appID: String? = nil,
        scopes: Set<TokenScope> = [],
        clientID: String? = nil
    ) {
        self.personID = personID
        self.credential = credential
        self.deviceID = deviceID
        self.appID = appID
        self.scopes = scopes
        self.clientID = clientID
    }

    /// Whether a token was shown, which opens what its scopes say and nothing of the person's own.
    public var isToken: Bool {
        if case .token = credential { true } else { false }
    }

    /// The id of the session; `nil` for a token that an administrator made or a client was issued.
    public var sessionID: String? {
        if case .session(let id) = credential { id } else { nil }
    }
}

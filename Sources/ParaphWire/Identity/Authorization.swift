/// What a program asks of a person (RFC 6749, section 4.1.1), as the person is shown it.
public struct AuthorizationQuestion: Codable, Hashable, Sendable, JSONContent {
    /// The program's name.
    public var clientName: String
    /// The host that the browser goes back to, or an app's own scheme.
    public var redirectHost: String
    /// What the program wants, such as `service`.
    public var scopes: [String]
    /// What it can do then, as people read it: each the end of “it can …”, in the language of the request.
    public var rights: [String]
    /// Where the browser goes at once, because this cannot be granted whatever the person says.
    public var location: String?
    /// What comes next; a step that this version does not know is ``Step/ask``.
    public var step: Open<Step>
    /// The query with which to come back once the person signed in, for ``Step/signIn``.
    public var returnQuery: String?

    /// What comes next (OpenID Connect Core 1.0, sections 3.1.2.3 and 3.1.2.4).
    public enum Step: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person says yes or no.
        case ask
        /// The person signs in first: they have not, or the program wants it to be later, or by other means.
        case signIn
        /// The person allowed all of it before, and is not asked again.
        case goOn
    }

    public init(
        clientName: String,
        redirectHost: String,
        scopes: [String],
        rights: [String] = [],
        location: String? = nil,
        step: Step = .ask,
        returnQuery: String? = nil
    ) {
        self.clientName = clientName
        self.redirectHost = redirectHost
        self.scopes = scopes
        self.rights = rights
        self.location = location
        self.step = Open(step)
        self.returnQuery = returnQuery
    }
}

/// What the person says to a program's question.
public struct AuthorizationDecision: Codable, Hashable, Sendable, JSONContent {
    /// The query of the question's address, as the program sent it.
    public var query: String
    /// Whether the person says yes; no sends the browser back with `access_denied` (RFC 6749, section 4.1.2.1).
    public var isAllowed: Bool
    /// Whether the person was not asked, because the question said ``AuthorizationQuestion/Step/goOn``; where that does not hold any more, the answer leads back to the question.
    public var isRemembered: Bool?

    public init(query: String, isAllowed: Bool, isRemembered: Bool? = nil) {
        self.query = query
        self.isAllowed = isAllowed
        self.isRemembered = isRemembered
    }
}

/// The code that a device without a browser shows (RFC 8628, section 3.3).
public struct DeviceCode: Codable, Hashable, Sendable, JSONContent {
    /// Eight letters, as the person typed them: in capitals or not, with hyphens and spaces or without.
    public var userCode: String

    public init(userCode: String) {
        self.userCode = userCode
    }
}

/// What the person says to a program on a device that shows a code.
public struct DeviceDecision: Codable, Hashable, Sendable, JSONContent {
    /// The code, as the person typed it.
    public var userCode: String
    /// Whether the person says yes; no is told to the program.
    public var isAllowed: Bool

    public init(userCode: String, isAllowed: Bool) {
        self.userCode = userCode
        self.isAllowed = isAllowed
    }
}

/// Where the browser goes with the person's decision.
public struct AuthorizationOutcome: Codable, Hashable, Sendable, JSONContent {
    /// The redirect URI of the program, with a code or an error in its query (RFC 6749, section 4.1.2); the path of the question, where it is to be
    /// asked again.
    public var location: String

    public init(location: String) {
        self.location = location
    }
}

/// What a person allowed a program, however often, as the person sees it.
public struct ClientAccess: Codable, Hashable, Sendable, JSONContent {
    /// The program's, for it is there once.
    public var id: String
    /// The program's client identifier (RFC 6749, section 2.2).
    public var clientId: String
    /// The name under which the program was registered.
    public var clientName: String
    /// All scopes that the person allowed it, in alphabetical order.
    public var scopes: [String]
    /// When the person last allowed it.
    public var createdAt: Timestamp
    /// When the program was last given a token.
    public var lastUsedAt: Timestamp
    /// When it ends unless it is used before.
    public var expiresAt: Timestamp

    public init(
        id: String,
        clientId: String,
        clientName: String,
        scopes: [String],
        createdAt: Timestamp,
        lastUsedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.clientId = clientId
        self.clientName = clientName
        self.scopes = scopes
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}

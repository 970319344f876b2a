/// What a program asks of a person, who answers on a device of theirs; only the person sees it.
public struct ClientRequest: Codable, Hashable, Sendable, JSONContent {
    /// What the answer's challenge names as its subject, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What is asked for; a kind that this version does not know can only be declined.
    public var kind: Open<Kind>
    /// The name under which the program was registered; absent for one that shows a token made by an administrator.
    public var clientName: String?
    /// The host to which the program leads browsers back, or its own scheme, as it was registered; absent where it leads none.
    public var clientHost: String?
    /// What the program says it is about, such as the names of documents: an unchecked text of at most 500 characters.
    public var description: String?
    /// The SHA-256 digests that are to be signed, each one once; empty for a sign-in.
    public var digests: [Base64URL]
    /// Whether the program shows the person a number of three digits, which the device signs as `num`; absent where it does not.
    public var asksCode: Bool?
    /// What the program gets tokens for, by the words of `/v1/oauth2/authorization`; absent where it gets none.
    public var scopes: [String]?
    /// When the program asked.
    public var createdAt: Timestamp
    /// Until when it can be answered.
    public var expiresAt: Timestamp
    /// What became of it; absent while it waits.
    public var outcome: Open<Outcome>?

    /// How a request ended.
    public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person signed.
        case approved
        /// The person said no.
        case declined
        /// Too many signatures were not the person's.
        case denied
        /// The person did not answer in time.
        case expired
        /// The person said that it is none of theirs.
        case reported
    }

    /// What is asked for.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Signatures by the person's own key on some digests.
        case signHashes
        /// That it is the person who signs in to the program, or agrees there to what ``ClientRequest/description`` says.
        case signIn
    }

    public init(
        id: String,
        kind: Kind,
        clientName: String? = nil,
        clientHost: String? = nil,
        description: String? = nil,
        digests: [Base64URL],
        asksCode: Bool? = nil,
        scopes: [String]? = nil,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        outcome: Outcome? = nil
    ) {
        self.id = id
        self.kind = Open(kind)
        self.clientName = clientName
        self.clientHost = clientHost
        self.description = description
        self.digests = digests
        self.asksCode = asksCode
        self.scopes = scopes
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.outcome = outcome.map { Open($0) }
    }
}

/// A program that can ask a person nothing more, because they said that a request was none of theirs, until they or an administrator let it.
public struct BlockedProgram: Codable, Hashable, Sendable, JSONContent {
    /// What names the program where the person lets it ask again, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// The name under which the program was registered; absent for every token made by an administrator.
    public var clientName: String?
    /// Since when.
    public var at: Timestamp

    public init(id: String, clientName: String? = nil, at: Timestamp) {
        self.id = id
        self.clientName = clientName
        self.at = at
    }
}

/// The person that a session belongs to.
public struct Person: Codable, Hashable, Sendable, JSONContent {
    /// The person's id, at most 200 letters, digits, `_` and `-`; it stays when all else changes.
    public var id: String
    /// The account's address.
    public var email: String
    /// Whether a mailed code or link came back from that address.
    public var isEmailProved: Bool
    /// The unique name to sign in with beside the address; absent where none was chosen.
    public var username: String?
    /// What the person tells of themselves.
    public var profile: Profile
    /// The language of mails and pages: `en`, `ru` or `fr`.
    public var language: String
    /// Whether there is a photo to ask for.
    public var hasPhoto: Bool
    /// Whether it is kept where the person registered.
    public var hasPlace: Bool
    /// Whether place and photo go into the history of documents that the person signs in the web app: they agreed.
    public var tellsCircumstances: Bool
    /// What the person may know of their template.
    public var signature: SignatureStatus
    /// The consent that is in force; absent where none was given, or it was withdrawn.
    public var consent: Consent?
    /// How many recovery codes are not used yet.
    public var recoveryCodesLeft: Int
    /// When the account was made.
    public var createdAt: Timestamp

    /// The consent to biometric processing (GDPR, article 9).
    public struct Consent: Codable, Hashable, Sendable {
        /// The version of the text that was agreed to.
        public var version: String
        /// When it was agreed to.
        public var givenAt: Timestamp

        public init(version: String, givenAt: Timestamp) {
            self.version = version
            self.givenAt = givenAt
        }
    }

    public init(
        id: String,
        email: String,
        isEmailProved: Bool,
        username: String?,
        profile: Profile,
        language: String,
        hasPhoto: Bool,
        hasPlace: Bool = false,
        tellsCircumstances: Bool = false,
        signature: SignatureStatus,
        consent: Consent?,
        recoveryCodesLeft: Int,
        createdAt: Timestamp
    ) {
        self.id = id
        self.email = email
        self.isEmailProved = isEmailProved
        self.username = username
        self.profile = profile
        self.language = language
        self.hasPhoto = hasPhoto
        self.hasPlace = hasPlace
        self.tellsCircumstances = tellsCircumstances
        self.signature = signature
        self.consent = consent
        self.recoveryCodesLeft = recoveryCodesLeft
        self.createdAt = createdAt
    }
}

/// Changes to the profile; what is absent stays as it is.
public struct PersonUpdate: Codable, Hashable, Sendable, JSONContent {
    /// The whole profile in place of the one before.
    public var profile: Profile?
    /// The new name to sign in with: 3 … 32 letters, digits, `.`, `_`, `-`.
    public var username: String?
    /// `en`, `ru` or `fr`.
    public var language: String?
    /// An approval of purpose `changeUsername`, where there is another username already.
    public var approval: String?

    public init(profile: Profile? = nil, username: String? = nil, language: String? = nil, approval: String? = nil) {
        self.profile = profile
        self.username = username
        self.language = language
        self.approval = approval
    }
}

/// A version of the text on biometric processing.
public struct ConsentText: Codable, Hashable, Sendable, JSONContent {
    /// What a consent names the text by.
    public var version: String
    /// The language of the text: `en`, `ru` or `fr`.
    public var language: String
    /// What the person agrees to, as plain text.
    public var text: String

    public init(version: String, language: String, text: String) {
        self.version = version
        self.language = language
        self.text = text
    }
}

/// The version that is agreed to.
public struct ConsentRequest: Codable, Hashable, Sendable, JSONContent {
    /// The ``ConsentText/version`` that was shown; one that is not in force any more is refused.
    public var version: String
    /// An approval of purpose `giveConsent`, where the consent was withdrawn before.
    public var approval: String?

    public init(version: String, approval: String? = nil) {
        self.version = version
        self.approval = approval
    }
}

/// A session as its person sees it.
public struct Session: Codable, Hashable, Sendable, JSONContent {
    /// What it is ended by, at most 200 letters, digits, `_` and `-`; it opens nothing.
    public var id: String
    /// The device that it belongs to; absent for one without a device.
    public var deviceId: String?
    /// What the person recognises that device by.
    public var deviceName: String?
    /// When it began.
    public var createdAt: Timestamp
    /// When a call last came with it.
    public var lastUsedAt: Timestamp
    /// When it ends by itself.
    public var expiresAt: Timestamp
    /// Whether the call that asks came with it.
    public var isCurrent: Bool

    public init(
        id: String,
        deviceId: String?,
        deviceName: String?,
        createdAt: Timestamp,
        lastUsedAt: Timestamp,
        expiresAt: Timestamp,
        isCurrent: Bool
    ) {
        self.id = id
        self.deviceId = deviceId
        self.deviceName = deviceName
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
        self.isCurrent = isCurrent
    }
}

/// Something that happened with the account.
public struct ActivityItem: Codable, Hashable, Sendable, JSONContent {
    /// The entry's id, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What kind of thing happened, such as `signedIn`; each domain of the server has its own, so that a client shows `title`.
    public var kind: String
    /// What happened, in a sentence of the language that the call asks for (`Accept-Language`: en, ru, fr), with the name of the other person;
    /// absent where the server has no words for the kind any more.
    public var title: String?
    /// Whether the person should look at it, because it may be another's doing.
    public var isWarning: Bool
    /// When it happened.
    public var at: Timestamp
    /// The app or client that it concerns, if one.
    public var appName: String?
    /// The name of the device that it happened on or concerns; absent where there is none.
    public var deviceName: String?
    /// How like the person's own the signature was, 0 … 1; absent where none was compared.
    public var similarity: Double?
    /// The name of the other person whom it concerns, as they call themselves now, or their address while the person knows no more;
    /// absent where there is none, or they are gone.
    public var personName: String?
    /// The things that it is about, the one to open first; each may be gone.
    public var about: [Thing]

    /// One thing that something is about.
    public struct Thing: Codable, Hashable, Sendable {
        /// What kind of thing; a client passes over those that it does not know.
        public var kind: Open<Change.Kind>
        /// Its id.
        public var id: String

        /// Names a thing.
        public init(_ kind: Change.Kind, _ id: String) {
            self.init(Open(kind), id)
        }

        /// Names a thing, of whatever kind.
        public init(_ kind: Open<Change.Kind>, _ id: String) {
            self.kind = kind
            self.id = id
        }
    }

    public init(
        id: String,
        kind: String,
        title: String? = nil,
        isWarning: Bool = false,
        at: Timestamp,
        appName: String? = nil,
        deviceName: String? = nil,
        similarity: Double? = nil,
        personName: String? = nil,
        about: [Thing] = []
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.isWarning = isWarning
        self.at = at
        self.appName = appName
        self.deviceName = deviceName
        self.similarity = similarity
        self.personName = personName
        self.about = about
    }
}

/// An app built on the SDK, registered by the person responsible for it.
public struct RegisteredApp: Codable, Hashable, Sendable, JSONContent {
    /// The app's id, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What it calls itself, 1 … 100 characters.
    public var name: String
    /// The reverse-DNS bundle id: `com.example.app`.
    public var bundleId: String
    /// The address of who is responsible for the app; absent once the person who registered it is gone.
    public var email: String?
    /// The app's web page, https.
    public var website: String
    /// Whether there is an icon to ask for.
    public var hasIcon: Bool
    /// Whether its key opens nothing for now.
    public var isDisabled: Bool
    /// Whether it reaches only the people who enrolled in it or let it; one that is not is the organisation's own and reaches everybody.
    public var isRestricted: Bool
    /// Who registered it for themselves; absent where an administrator did, or that person is gone.
    public var ownerId: String?
    /// Whether an administrator looked at the name, so that mails may repeat it.
    public var isNameApproved: Bool
    /// When it was registered.
    public var createdAt: Timestamp
    /// The key; told once, when the app is registered or its key renewed.
    public var apiKey: String?

    public init(
        id: String,
        name: String,
        bundleId: String,
        email: String?,
        website: String,
        hasIcon: Bool,
        isDisabled: Bool,
        isRestricted: Bool = true,
        ownerId: String? = nil,
        isNameApproved: Bool = false,
        createdAt: Timestamp,
        apiKey: String? = nil
    ) {
        self.id = id
        self.name = name
        self.bundleId = bundleId
        self.email = email
        self.website = website
        self.hasIcon = hasIcon
        self.isDisabled = isDisabled
        self.isRestricted = isRestricted
        self.ownerId = ownerId
        self.isNameApproved = isNameApproved
        self.createdAt = createdAt
        self.apiKey = apiKey
    }
}

/// Registers an app.
public struct AppRegistration: Codable, Hashable, Sendable, JSONContent {
    /// What it calls itself, 1 … 100 characters.
    public var name: String
    /// The reverse-DNS bundle id, at most 155 characters: `com.example.app`.
    public var bundleId: String
    /// The address of who is responsible for the app, 3 … 254 characters.
    public var email: String
    /// The app's web page, https, at most 2,000 characters.
    public var website: String

    public init(name: String, bundleId: String, email: String, website: String) {
        self.name = name
        self.bundleId = bundleId
        self.email = email
        self.website = website
    }
}

/// Changes an app; what is absent stays as it is.
public struct AppUpdate: Codable, Hashable, Sendable, JSONContent {
    /// What it calls itself from now on, 1 … 100 characters.
    public var name: String?
    /// The address of who is responsible for the app, 3 … 254 characters.
    public var email: String?
    /// The app's web page, https, at most 2,000 characters.
    public var website: String?
    /// Whether its key shall open nothing for now.
    public var isDisabled: Bool?

    public init(name: String? = nil, email: String? = nil, website: String? = nil, isDisabled: Bool? = nil) {
        self.name = name
        self.email = email
        self.website = website
        self.isDisabled = isDisabled
    }
}

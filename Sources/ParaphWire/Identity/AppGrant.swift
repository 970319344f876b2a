/// What a person let an app of Sign To Login, or what it waits for.
public struct AppGrant: Codable, Hashable, Sendable, JSONContent {
    /// The app's id, at most 200 letters, digits, `_` and `-`.
    public var appId: String
    /// What the app calls itself now.
    public var appName: String
    /// What it rests on; absent while the app waits for the person's word.
    public var basis: Open<Basis>?
    /// Whether it is the organisation's own, which reaches everybody; ending it deletes what it has, and it may ask anew.
    public var isOfOrganisation: Bool
    /// Whether it has a signature of the person that was given in the app and is good there alone.
    public var hasOwnSignature: Bool
    /// Whether it may compare with the signature that the person gave here.
    public var comparesHere: Bool
    /// When it was first let, or asked last.
    public var createdAt: Timestamp

    /// What a grant rests on.
    public enum Basis: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person enrolled in the app.
        case enrolled
        /// The person said yes to a letter: by its link, or, where they have more than the mailbox, by what opens their account.
        case mailedLink
        /// The person said yes with what opens their account.
        case device
    }

    public init(
        appId: String,
        appName: String,
        basis: Basis?,
        isOfOrganisation: Bool,
        hasOwnSignature: Bool,
        comparesHere: Bool,
        createdAt: Timestamp
    ) {
        self.appId = appId
        self.appName = appName
        self.basis = basis.map { Open($0) }
        self.isOfOrganisation = isOfOrganisation
        self.hasOwnSignature = hasOwnSignature
        self.comparesHere = comparesHere
        self.createdAt = createdAt
    }
}

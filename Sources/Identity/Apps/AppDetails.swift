public import ParaphWire

/// An app as administrators see it.
public struct AppDetails: Codable, Hashable, Sendable {
    public let app: RegisteredApp
    /// The address of who registered it for themselves; absent where an administrator did, or that person is gone.
    public let owner: String?
    /// How many people enrolled in it or let it.
    public let people: Int
}

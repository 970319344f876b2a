import ServerKit

extension AuditStore.Action {
    static let clientCreated = Self(rawValue: "clientCreated")
    static let clientDisabled = Self(rawValue: "clientDisabled")
    static let clientEnabled = Self(rawValue: "clientEnabled")
    /// A person allowed a client to act for them.
    static let clientAllowed = Self(rawValue: "clientAllowed")
    static let clientTokenIssued = Self(rawValue: "clientTokenIssued")
    /// What a person allowed a client is over: the person or the client ended it.
    static let clientAccessEnded = Self(rawValue: "clientAccessEnded")
    /// A code or refresh token came a second time: another party may have it, so what hung on it ended.
    static let clientTokenReused = Self(rawValue: "clientTokenReused")
}

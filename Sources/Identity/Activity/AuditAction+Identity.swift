import ServerKit

/// What this domain writes to the ledger.
extension AuditStore.Action {
    static let personCreated = Self("personCreated")
    static let personDisabled = Self("personDisabled")
    static let personEnabled = Self("personEnabled")
    static let personDeleted = Self("personDeleted")
    static let personProofed = Self("personProofed")
    static let deviceRemoved = Self("deviceRemoved")
    static let tokenCreated = Self("tokenCreated")
    static let templateReplaced = Self("templateReplaced")
    static let appCreated = Self("appCreated")
    static let appChanged = Self("appChanged")
    static let appNameApproved = Self("appNameApproved")
    static let appDisabled = Self("appDisabled")
    static let appEnabled = Self("appEnabled")
    static let appRestricted = Self("appRestricted")
    static let appReleased = Self("appReleased")
    static let addressProved = Self("addressProved")
    static let appAllowed = Self("appAllowed")
    static let appEnded = Self("appEnded")
    static let appAsksTooMuch = Self("appAsksTooMuch")
    static let appKeyRenewed = Self("appKeyRenewed")
    static let appDeleted = Self("appDeleted")
    static let clientCreated = Self("clientCreated")
    static let clientKeysReplaced = Self("clientKeysReplaced")
    static let clientDisabled = Self("clientDisabled")
    static let clientEnabled = Self("clientEnabled")
    /// A person allowed a client to act for them.
    static let clientAllowed = Self("clientAllowed")
    static let clientTokenIssued = Self("clientTokenIssued")
    /// What a person allowed a client is over: the person or the client ended it.
    static let clientAccessEnded = Self("clientAccessEnded")
    /// A code or refresh token came a second time: another party may have it, so what hung on it ended.
    static let clientTokenReused = Self("clientTokenReused")
    /// A key that signs ID tokens gave way to another.
    static let signingKeyReplaced = Self("signingKeyReplaced")
    static let requestApproved = Self("requestApproved")
    static let requestReported = Self("requestReported")
    static let requestsUnblocked = Self("requestsUnblocked")
    /// The operator told everybody something, and took it back.
    static let announced = Self("announced")
    static let announcementWithdrawn = Self("announcementWithdrawn")

    static let identity: [Self] = [
        .personCreated, .personDisabled, .personEnabled, .personDeleted, .personProofed, .deviceRemoved, .tokenCreated,
        .templateReplaced, .appCreated, .appChanged, .appNameApproved, .appDisabled, .appEnabled, .appRestricted, .appReleased,
        .addressProved, .appAllowed, .appEnded, .appAsksTooMuch, .appKeyRenewed, .appDeleted, .clientCreated, .clientKeysReplaced,
        .clientDisabled,
        .clientEnabled, .clientAllowed, .clientTokenIssued, .clientAccessEnded, .clientTokenReused, .signingKeyReplaced, .requestApproved,
        .requestReported, .requestsUnblocked, .announced, .announcementWithdrawn,
    ]
}

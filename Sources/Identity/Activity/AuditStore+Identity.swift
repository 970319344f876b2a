import ServerKit

extension AuditStore.Action {
    static let personCreated = Self(rawValue: "personCreated")
    static let personDisabled = Self(rawValue: "personDisabled")
    static let personEnabled = Self(rawValue: "personEnabled")
    static let personDeleted = Self(rawValue: "personDeleted")
    static let personProofed = Self(rawValue: "personProofed")
    static let deviceRemoved = Self(rawValue: "deviceRemoved")
    static let tokenCreated = Self(rawValue: "tokenCreated")
    static let templateReplaced = Self(rawValue: "templateReplaced")
    static let appCreated = Self(rawValue: "appCreated")
    static let appChanged = Self(rawValue: "appChanged")
    static let appNameApproved = Self(rawValue: "appNameApproved")
    static let appDisabled = Self(rawValue: "appDisabled")
    static let appEnabled = Self(rawValue: "appEnabled")
    static let appRestricted = Self(rawValue: "appRestricted")
    static let appReleased = Self(rawValue: "appReleased")
    static let appAllowed = Self(rawValue: "appAllowed")
    static let appEnded = Self(rawValue: "appEnded")
    static let appAsksTooMuch = Self(rawValue: "appAsksTooMuch")
    static let appKeyRenewed = Self(rawValue: "appKeyRenewed")
    static let appDeleted = Self(rawValue: "appDeleted")
}

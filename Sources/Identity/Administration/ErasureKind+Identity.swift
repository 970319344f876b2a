import ServerKit

/// What this domain ends for good: people, what tells of their signatures and apps are remembered for good, and what is disabled until it is
/// enabled again.
extension ErasureKind {
    static let person = ErasureKind("person", memory: nil)
    static let biometrics = ErasureKind("biometrics", memory: nil)
    static let app = ErasureKind("app", memory: nil)
    static let device = ErasureKind("device", memory: whileBackupsAreUsed)
    static let passkey = ErasureKind("passkey", memory: whileBackupsAreUsed)
    static let recoveryCode = ErasureKind("recoveryCode", memory: whileBackupsAreUsed)
    static let recoveryCodes = ErasureKind("recoveryCodes", memory: whileBackupsAreUsed)
    static let grant = ErasureKind("grant", memory: whileBackupsAreUsed)
    static let appTemplate = ErasureKind("appTemplate", memory: whileBackupsAreUsed)
    static let appKey = ErasureKind("appKey", memory: whileBackupsAreUsed)
    static let circumstances = ErasureKind("circumstances", memory: whileBackupsAreUsed)
    static let ownTemplate = ErasureKind("ownTemplate", memory: whileBackupsAreUsed)
    static let deviceKey = ErasureKind("deviceKey", memory: whileBackupsAreUsed)
    static let disabledPerson = ErasureKind("disabledPerson", memory: nil)
    static let disabledApp = ErasureKind("disabledApp", memory: nil)
    static let disabledClient = ErasureKind("disabledClient", memory: nil)
    static let clientKeys = ErasureKind("clientKeys", memory: whileBackupsAreUsed)

    static let identity: [ErasureKind] = [
        .person, .biometrics, .app, .device, .passkey, .recoveryCode, .recoveryCodes, .grant, .appTemplate, .appKey, .circumstances,
        .ownTemplate, .deviceKey, .disabledPerson, .disabledApp, .disabledClient,
        .clientKeys,
    ]
}

import ParaphWire

/// Every act that changes who a person is or how they get in.
///
/// Services perform one only through ``StepUp``, which reads ``rule`` and nothing else; `docs/decisions/0015-step-up.md` gives the reasons.
enum ProtectedAct: String, CaseIterable, Sendable {
    /// A session of the person's own opens.
    case signIn
    /// The device that registers, by the code mailed to the address.
    case firstDevice
    /// Another device, approved on a known one, which types the code that the new one shows.
    case addDevice
    /// Another device that shows a recovery code or a passkey itself.
    case recoverDevice
    /// Any device, the one that asks too.
    case removeDevice
    /// A passkey becomes the key of the device that asks, by its own word.
    case protectDevice
    case firstSignature, replaceSignature
    case firstRecoveryCodes, renewRecoveryCodes
    case firstPasskey, addPasskey, removePasskey
    /// A new passkey becomes the key of the device that asks.
    case addDevicePasskey
    /// To the text, or a new version of it, by who never withdrew.
    case giveConsent
    /// After a withdrawal; lets the signature be given in the same session, for as long as an enrolment waits.
    case giveConsentAgain
    case withdrawConsent
    /// Place and photo at signing go into the history of documents, or do not any more.
    case allowCircumstances, forbidCircumstances
    /// The first username, or the same one in capitals or small letters.
    case firstUsername
    case changeUsername
    case registerApp, renewAppKey
    /// An app of the person's own, with what everybody enrolled in it.
    case deleteApp
    /// A self-service app may reach this person, or may not any more.
    case allowApp, endApp
    /// The same by the link of a letter, of who has nothing but the mailbox.
    case allowAppByMail
    /// The address of an account that an app made becomes theirs, by the link of its letter.
    case proveAddress
    /// A signature in an app: it may have one of the person's that is good in it alone, beside the one that they gave here.
    case allowAppSignature
    /// A program that an administrator registered may act for this person (OAuth), or may not any more.
    case allowClient, endClient
    /// A token that acts for this person: an administrator makes it; programs have theirs within what they were allowed.
    case makeToken
    /// An administrator closes the account to its person, or opens it again.
    case disableAccount, enableAccount
    case exportData, deleteAccount

    /// The table.
    var rule: StepUpRule {
        switch self {
        // A session ends by itself, and any other session of the person ends it.
        case .signIn: .init(need: .shown([.signature, .passkey, .recoveryCode]), activity: .signedIn, isMailed: false)
        case .firstDevice: .init(need: .shown([.mailedCode]), activity: .registered, isMailed: false, undoneBy: .removeDevice)
        case .addDevice:
            .init(
                need: .approval,
                purpose: .addDevice,
                namesSubject: true,
                activity: .deviceAdded,
                isMailed: true,
                undoneBy: .removeDevice
            )
        case .recoverDevice:
            .init(need: .shown([.recoveryCode, .passkey]), activity: .deviceAdded, isMailed: true, undoneBy: .removeDevice)
        case .removeDevice:
            .init(
                need: .approval,
                purpose: .removeDevice,
                namesSubject: true,
                activity: .deviceRemoved,
                isMailed: true,
                undoneBy: .addDevice
            )
        case .protectDevice: .init(need: .shown([.passkey]), activity: .deviceProtected, isMailed: true, undoneBy: .removeDevice)
        case .firstSignature:
            .init(
                need: .approval,
                purpose: .modifySignature,
                exemptBefore: [.template],
                activity: .enrolled,
                isMailed: true,
                undoneBy: .withdrawConsent
            )
        // The template that was replaced is deleted at once and cannot come back: a template is kept no longer than it is compared.
        case .replaceSignature:
            .init(need: .approval, purpose: .modifySignature, activity: .signatureModified, isMailed: true, undoneBy: .replaceSignature)
        case .firstRecoveryCodes:
            .init(
                need: .approval,
                purpose: .recoveryCodes,
                exemptBefore: [.recoveryCode],
                activity: .recoveryCodesRenewed,
                isMailed: true,
                undoneBy: .renewRecoveryCodes
            )
        case .renewRecoveryCodes:
            .init(
                need: .approval,
                purpose: .recoveryCodes,
                activity: .recoveryCodesRenewed,
                isMailed: true,
                undoneBy: .renewRecoveryCodes
            )
        case .firstPasskey:
            .init(
                need: .approval,
                purpose: .addPasskey,
                exemptBefore: AccountFactor.strong,
                activity: .passkeyAdded,
                isMailed: true,
                undoneBy: .removePasskey
            )
        case .addPasskey:
            .init(need: .approval, purpose: .addPasskey, activity: .passkeyAdded, isMailed: true, undoneBy: .removePasskey)
        case .addDevicePasskey:
            .init(
                need: .approval,
                purpose: .protectDevice,
                exemptBefore: AccountFactor.strong,
                activity: .passkeyAdded,
                isMailed: true,
                undoneBy: .removePasskey
            )
        case .removePasskey:
            .init(
                need: .approval,
                purpose: .removePasskey,
                namesSubject: true,
                activity: .passkeyRemoved,
                isMailed: true,
                undoneBy: .addPasskey
            )
        case .giveConsent: .init(need: .session, activity: .consentGiven, isMailed: false, undoneBy: .withdrawConsent)
        case .giveConsentAgain:
            .init(need: .approval, purpose: .giveConsent, activity: .consentGiven, isMailed: true, undoneBy: .withdrawConsent)
        // Biometric data are deleted at once; the consent can be given again, the signature has to be drawn anew.
        case .withdrawConsent:
            .init(need: .approval, purpose: .withdrawConsent, activity: .consentWithdrawn, isMailed: true, undoneBy: .giveConsentAgain)
        case .allowCircumstances: .init(need: .session, activity: .circumstancesAllowed, isMailed: false, undoneBy: .forbidCircumstances)
        case .forbidCircumstances: .init(need: .session, activity: .circumstancesForbidden, isMailed: false, undoneBy: .allowCircumstances)
        case .firstUsername: .init(need: .session, activity: nil, isMailed: false, undoneBy: .changeUsername)
        case .changeUsername:
            .init(
                need: .approval,
                purpose: .changeUsername,
                exemptBefore: [.template],
                activity: .usernameChanged,
                isMailed: true,
                undoneBy: .changeUsername
            )
        case .registerApp: .init(need: .session, activity: .appRegistered, isMailed: true)
        // It shuts out whatever has the old key, and the new one reaches everybody who let the app.
        case .renewAppKey:
            .init(
                need: .approval,
                purpose: .renewAppKey,
                namesSubject: true,
                activity: .appKeyRenewed,
                isMailed: true,
                undoneBy: .renewAppKey
            )
        // The signatures that people gave in it are deleted at once.
        case .deleteApp: .init(need: .approval, purpose: .deleteApp, namesSubject: true, activity: .appDeleted, isMailed: true)
        case .allowApp:
            .init(
                need: .approval,
                purpose: .allowApp,
                namesSubject: true,
                isOwnPagesOnly: true,
                activity: .appAllowed,
                isMailed: true,
                undoneBy: .endApp
            )
        case .allowAppByMail: .init(need: .shown([.mailedCode]), activity: .appAllowed, isMailed: true, undoneBy: .endApp)
        case .proveAddress: .init(need: .shown([.mailedCode]), activity: .addressProved, isMailed: true, undoneBy: .deleteAccount)
        // It deletes what was enrolled there.
        case .endApp:
            .init(
                need: .approval,
                purpose: .endApp,
                namesSubject: true,
                activity: .appEnded,
                isMailed: true,
                undoneBy: .allowApp
            )
        case .allowAppSignature:
            .init(
                need: .approval,
                purpose: .allowAppSignature,
                namesSubject: true,
                isOwnPagesOnly: true,
                activity: .appSignatureAllowed,
                isMailed: true,
                undoneBy: .endApp
            )
        case .allowClient:
            .init(need: .session, isOwnPagesOnly: true, activity: .clientAllowed, isMailed: true, undoneBy: .endClient)
        case .endClient: .init(need: .session, activity: .clientEnded, isMailed: false, undoneBy: .allowClient)
        // It opens documents alone, and ends by itself.
        case .makeToken: .init(need: .administrator, activity: .tokenCreated, isMailed: true)
        case .disableAccount: .init(need: .administrator, activity: .accountDisabled, isMailed: false, undoneBy: .enableAccount)
        case .enableAccount: .init(need: .administrator, activity: .accountEnabled, isMailed: false, undoneBy: .disableAccount)
        case .exportData: .init(need: .approval, purpose: .exportData, activity: .exported, isMailed: true)
        // Nothing is left that could be undone, or told of anywhere but by mail.
        case .deleteAccount: .init(need: .approval, purpose: .deleteAccount, activity: nil, isMailed: true)
        }
    }
}

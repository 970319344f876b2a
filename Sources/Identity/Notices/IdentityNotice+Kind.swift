import ParaphWire
import ServerKit

extension IdentityNotice: Notice {
    /// The kinds; one that is added has a sample below, or does not compile.
    enum Kind: String, CaseIterable {
        case code, longCode, alreadyRegistered, deviceAdded, deviceRequested, deviceRemoved, signatureReplaced, copyRefused, guessingNoticed
        case signaturesRefused, signaturesStopped, recoveryCodeUsed, passkeyAdded, passkeyRemoved, passkeyRefused, accountDeleted
        case approvalCode, approvalHeld, signatureEnrolled, firstRecoveryCodes, recoveryCodesMade, consentGiven, consentWithdrawn
        case usernameChanged, deviceProtected, appRegistered, appKeyRenewed, appDeleted, appAllowed, appAllowedByMail, appSignatureAllowed
        case appEnded, clientAllowed, exported, addressProved, tokenMade, appAccountsEnded, appSignature

        /// One of the kind, with made-up values.
        var sample: IdentityNotice {
            switch self {
            case .code: .registrationCode(.random(long: false))
            case .longCode: .registrationCode(.random(long: true))
            case .alreadyRegistered: .alreadyRegistered
            case .deviceAdded: .deviceAdded(name: "Phone")
            case .deviceRequested: .deviceRequested(DeviceType(told: "iPhone"), isLast: true)
            case .deviceRemoved: .deviceRemoved(name: "Phone")
            case .signatureReplaced: .signatureReplaced
            case .copyRefused: .copyRefused(device: "Phone")
            case .guessingNoticed: .guessingNoticed(place: nil)
            case .signaturesRefused: .signaturesRefused(device: "Phone")
            case .signaturesStopped: .signaturesStopped(device: "Phone")
            case .recoveryCodeUsed: .recoveryCodeUsed
            case .passkeyAdded: .passkey(.added(name: "Key"))
            case .passkeyRemoved: .passkey(.removed(name: "Key"))
            case .passkeyRefused: .passkey(.refused(name: "Key"))
            case .accountDeleted: .accountDeleted
            case .approvalCode: .stepUp(.code(.random()))
            case .approvalHeld: .stepUp(.held)
            case .signatureEnrolled: .stepUp(.signatureEnrolled)
            case .firstRecoveryCodes: .stepUp(.firstRecoveryCodes)
            case .recoveryCodesMade: .stepUp(.recoveryCodesMade)
            case .consentGiven: .stepUp(.consentGiven)
            case .consentWithdrawn: .stepUp(.consentWithdrawn)
            case .usernameChanged: .stepUp(.usernameChanged)
            case .deviceProtected: .stepUp(.deviceProtected)
            case .appRegistered: .stepUp(.appRegistered)
            case .appKeyRenewed: .stepUp(.appKeyRenewed)
            case .appDeleted: .stepUp(.appDeleted)
            case .appAllowed: .stepUp(.appAllowed)
            case .appAllowedByMail: .stepUp(.appAllowedByMail)
            case .appSignatureAllowed: .stepUp(.appSignatureAllowed)
            case .appEnded: .stepUp(.appEnded)
            case .clientAllowed: .stepUp(.clientAllowed)
            case .exported: .stepUp(.exported)
            case .addressProved: .stepUp(.addressProved)
            case .tokenMade: .stepUp(.tokenMade)
            case .appSignature: .appSignature(.init(name: "Bank", isNameApproved: true), isReplaced: true)
            case .appAccountsEnded: .appAccountsEnded([.init(name: "Bank", isNameApproved: true)])
            }
        }
    }

    var kind: NoticeKind {
        switch self {
        case .registrationCode(let code): code.isLong ? .longCode : .code
        case .alreadyRegistered: .alreadyRegistered
        case .deviceRequested: .deviceRequested
        // A code is for who has the mailbox, and whose account is gone has no devices here.
        case .stepUp(.code), .accountDeleted: NoticeKind(uncounted.rawValue)
        default: NoticeKind(uncounted.rawValue, alert: .notices)
        }
    }

    /// The kind of one that only its recipient, or an administrator, causes.
    private var uncounted: Kind {
        switch self {
        case .registrationCode(let code): code.isLong ? .longCode : .code
        case .alreadyRegistered: .alreadyRegistered
        case .deviceAdded: .deviceAdded
        case .deviceRequested: .deviceRequested
        case .deviceRemoved: .deviceRemoved
        case .signatureReplaced: .signatureReplaced
        case .copyRefused: .copyRefused
        case .guessingNoticed: .guessingNoticed
        case .signaturesRefused: .signaturesRefused
        case .signaturesStopped: .signaturesStopped
        case .recoveryCodeUsed: .recoveryCodeUsed
        case .passkey(.added): .passkeyAdded
        case .passkey(.removed): .passkeyRemoved
        case .passkey(.refused): .passkeyRefused
        case .accountDeleted: .accountDeleted
        case .appAccountsEnded: .appAccountsEnded
        case .appSignature: .appSignature
        case .stepUp(let notice): notice.kind
        }
    }

    var path: String {
        if case .appSignature = self { "/sessions" } else { "" }
    }

    func words(in language: Language) -> NoticeWords {
        let (subject, text) =
            switch language {
            case .en: english
            case .ru: russian
            case .fr: french
            }
        return NoticeWords(subject: subject, text: text)
    }
}

extension StepUpNotice {
    /// What it is about.
    var kind: IdentityNotice.Kind {
        switch self {
        case .code: .approvalCode
        case .held: .approvalHeld
        case .signatureEnrolled: .signatureEnrolled
        case .firstRecoveryCodes: .firstRecoveryCodes
        case .recoveryCodesMade: .recoveryCodesMade
        case .consentGiven: .consentGiven
        case .consentWithdrawn: .consentWithdrawn
        case .usernameChanged: .usernameChanged
        case .deviceProtected: .deviceProtected
        case .appRegistered: .appRegistered
        case .appKeyRenewed: .appKeyRenewed
        case .appDeleted: .appDeleted
        case .appAllowed: .appAllowed
        case .appAllowedByMail: .appAllowedByMail
        case .appSignatureAllowed: .appSignatureAllowed
        case .appEnded: .appEnded
        case .clientAllowed: .clientAllowed
        case .exported: .exported
        case .addressProved: .addressProved
        case .tokenMade: .tokenMade
        }
    }
}

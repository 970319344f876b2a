import ParaphWire
import ServerKit

extension ActivityPage {
    var title: String { "activity.title" }
    var area: Area? { .activity }
    var isAreaStart: Bool { true }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values: [String: Any] = ["waiting": waiting.map { $0.values(phrases) }, "any": !activity.items.isEmpty]
        values["asked"] = asked.map { $0.values(phrases) }
        values["items"] = activity.items.map { row($0, phrases) }
        values["next"] = activity.next
        return values
    }

    private func row(_ item: ActivityItem, _ phrases: Phrases) -> [String: Any] {
        let key = "activity.kind.\(item.kind)"
        let what = phrases[key]
        var row: [String: Any] = [
            "what": what == key ? phrases["activity.kind.other"] : what,
            "at": item.at.text,
            "icon": Self.icons[item.kind] ?? "activity",
            "warn": Self.warnings.contains(item.kind),
        ]
        let place = [item.appName, item.deviceName].compactMap { $0 }.joined(separator: " · ")
        if !place.isEmpty { row["where"] = place }
        row["similarity"] = item.similarity.map { $0.shown(phrases.language) }
        return row
    }

    private static let icons = [
        "registered": "person", "enrolled": "signature", "signedIn": "signature", "signInRefused": "no", "signedOut": "out",
        "copyRefused": "no", "guessingNoticed": "no",
        "deviceRequested": "device", "deviceAdded": "device", "deviceDeclined": "device", "deviceRemoved": "device",
        "sessionRevoked": "session", "signatureModified": "signature", "recoveryCodesRenewed": "key", "recoveryCodeUsed": "key",
        "passkeyAdded": "key", "passkeyRemoved": "key", "passkeyUsed": "key", "passkeyRefused": "no", "deviceProtected": "key",
        "consentGiven": "privacy", "consentWithdrawn": "privacy", "appRegistered": "app", "appDisabled": "app", "appEnabled": "app",
        "appKeyRenewed": "app", "appDeleted": "app", "profileChanged": "person", "exported": "privacy", "signaturesStopped": "no",
        "requestApproved": "signature", "requestRefused": "no", "requestDeclined": "no", "requestExpired": "no",
        "requestReported": "privacy",
        "documentSigned": "signature", "signatureRefused": "no", "approvalRefused": "no", "documentKept": "files", "documentMailed": "mail",
        "documentShared": "people", "documentUnshared": "people", "documentRemoved": "documents",
        "documentSignedByReader": "signature",
        "tokenCreated": "key", "clientAllowed": "app", "clientEnded": "app", "appAllowed": "app", "appEnded": "app",
        "appSignatureAllowed": "app", "addressProved": "mail", "circumstancesAllowed": "privacy", "circumstancesForbidden": "privacy",
        "usernameChanged": "person", "confirmationHeld": "key", "confirmationCancelled": "key", "accountDisabled": "no",
        "accountEnabled": "yes",
    ]

    private static let warnings: Set = [
        "signInRefused", "copyRefused", "guessingNoticed", "deviceRequested", "recoveryCodeUsed", "consentWithdrawn", "signaturesStopped",
        "tokenCreated",
        "passkeyAdded", "passkeyRefused", "requestRefused", "requestExpired", "requestReported", "clientAllowed",
        "signatureRefused", "approvalRefused",
        "appAllowed", "appSignatureAllowed", "confirmationHeld", "usernameChanged", "addressProved", "circumstancesAllowed",
    ]
}

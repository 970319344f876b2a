import ParaphStorage
import ParaphWire
import ServerKit

/// An app as the table `app` keeps it.
struct AppRecord: Hashable, Sendable {
    let id: String
    /// Who registered it; `nil` where an administrator did, or where the person is gone.
    let ownerID: String?
    var name: String
    /// Whether an administrator looked at the name, so that mails may repeat it.
    var nameApproved: Bool
    let bundleID: String
    var website: String
    var disabled: Bool
    /// Whether it reaches only those who enrolled in it or let it, rather than everybody as the organisation's own do.
    var restricted: Bool
    let createdAt: Timestamp
    /// What stands for its owner's mailbox; `nil` where an administrator made it, and until it is kept.
    let sourceID: String?
    /// Whether an administrator disabled the account of its owner.
    let hasDisabledOwner: Bool

    /// Under what its calls and what it uses up are counted: all apps of one owner's mailbox together, so that a new one begins with nothing new, be
    /// it of a new account, and so that those whose owner is gone have no more of it.
    var source: String {
        guard restricted else { return id }
        return sourceID.map { "owner:\($0)" } ?? id
    }

    /// Whether its key opens nothing now: it is disabled, or its owner is, for whom a restricted one works.
    var isOut: Bool { disabled || restricted && hasDisabledOwner }

    /// Makes a record of a new app whose fields were checked.
    init(_ registration: CheckedAppRegistration, ownerID: String?, restricted: Bool, createdAt: Timestamp) {
        id = Identifier.random()
        self.ownerID = ownerID
        name = registration.name
        nameApproved = ownerID == nil
        bundleID = registration.bundleID
        website = registration.website
        disabled = false
        self.restricted = restricted
        self.createdAt = createdAt
        (sourceID, hasDisabledOwner) = (nil, false)
    }

    init(row: Row) throws {
        id = try row.get("id")
        ownerID = try row.find("ownerId")
        name = try row.get("name")
        nameApproved = try row.get("nameApproved")
        bundleID = try row.get("bundleId")
        website = try row.get("website")
        disabled = try row.get("disabled")
        restricted = try row.get("restricted")
        createdAt = try row.timestamp("createdAt")
        sourceID = try row.find("source")
        hasDisabledOwner = try row.find("ownerStatus", as: String.self) == PersonRecord.Status.disabled.rawValue
    }

    /// What was done to an app that was another before, for the audit; its contact is no part of it.
    func actions(since old: AppRecord, contactChanged: Bool = false) -> [AuditStore.Action] {
        var actions: [AuditStore.Action] = []
        if disabled != old.disabled { actions.append(disabled ? .appDisabled : .appEnabled) }
        if restricted != old.restricted { actions.append(restricted ? .appRestricted : .appReleased) }
        if name != old.name || contactChanged || website != old.website { actions.append(.appChanged) }
        if nameApproved, !old.nameApproved { actions.append(.appNameApproved) }
        return actions
    }

    /// The app as clients see it; `key` is told once.
    func wire(email: EmailAddress?, hasIcon: Bool, key: AppKey? = nil) -> RegisteredApp {
        RegisteredApp(
            id: id,
            name: name,
            bundleId: bundleID,
            email: email?.text,
            website: website,
            hasIcon: hasIcon,
            isDisabled: disabled,
            isRestricted: restricted,
            ownerId: ownerID,
            isNameApproved: nameApproved,
            createdAt: createdAt,
            apiKey: key?.text
        )
    }
}

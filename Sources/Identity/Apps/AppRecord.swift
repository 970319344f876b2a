import ParaphStorage
import ParaphWire
import ServerKit

/// An app as the table `app` keeps it.
struct AppRecord: Hashable, Sendable {
    let id: String
    /// Who registered it; `nil` where an administrator did, or where the person is gone.
    let ownerID: String?
    var name: String
    let bundleID: String
    var email: EmailAddress
    var website: String
    var disabled: Bool
    let createdAt: Timestamp

    /// Makes a record of a new app whose fields were checked.
    init(_ registration: CheckedAppRegistration, ownerID: String?, createdAt: Timestamp) {
        id = Identifier.random()
        self.ownerID = ownerID
        name = registration.name
        bundleID = registration.bundleID
        email = registration.email
        website = registration.website
        disabled = false
        self.createdAt = createdAt
    }

    init(row: Row) throws {
        id = try row.get("id")
        ownerID = try row.find("ownerId")
        name = try row.get("name")
        bundleID = try row.get("bundleId")
        email = EmailAddress(stored: try row.get("email"))
        website = try row.get("website")
        disabled = try row.get("disabled")
        createdAt = try row.timestamp("createdAt")
    }

    /// What was done to an app that was another before, for the audit.
    func actions(since old: AppRecord) -> [AuditStore.Action] {
        var actions: [AuditStore.Action] = []
        if disabled != old.disabled { actions.append(disabled ? .appDisabled : .appEnabled) }
        if name != old.name || email != old.email || website != old.website { actions.append(.appChanged) }
        return actions
    }

    /// The app as clients see it; `key` is told once.
    func wire(hasIcon: Bool, key: AppKey? = nil) -> RegisteredApp {
        RegisteredApp(
            id: id,
            name: name,
            bundleId: bundleID,
            email: email.text,
            website: website,
            hasIcon: hasIcon,
            disabled: disabled,
            createdAt: createdAt,
            apiKey: key?.text
        )
    }
}

public import ParaphStorage
import ParaphWire
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
    static let profilesSealed = Self(rawValue: "profilesSealed")
    static let contactsSealed = Self(rawValue: "contactsSealed")
    static let templatesResealed = Self(rawValue: "templatesResealed")
    static let placesResealed = Self(rawValue: "placesResealed")
    static let photosResealed = Self(rawValue: "photosResealed")
    static let appCreated = Self(rawValue: "appCreated")
    static let appChanged = Self(rawValue: "appChanged")
    static let appNameApproved = Self(rawValue: "appNameApproved")
    static let appDisabled = Self(rawValue: "appDisabled")
    static let appEnabled = Self(rawValue: "appEnabled")
    static let appRestricted = Self(rawValue: "appRestricted")
    static let appReleased = Self(rawValue: "appReleased")
    static let addressProved = Self(rawValue: "addressProved")
    static let appAllowed = Self(rawValue: "appAllowed")
    static let appEnded = Self(rawValue: "appEnded")
    static let appAsksTooMuch = Self(rawValue: "appAsksTooMuch")
    static let appKeyRenewed = Self(rawValue: "appKeyRenewed")
    static let appDeleted = Self(rawValue: "appDeleted")
}

extension IdentityDomain {
    /// Moves the entries of the time before the ledger into it, in their order; their table stays, empty.
    public static func adoptAuditEntries(in database: any Database) async throws {
        let count: SQL = "SELECT COUNT(*) AS count FROM auditEntry"
        guard try await database.read({ try $0.first(count)?.get("count") ?? 0 }) > 0 else { return }
        try await database.write { tx in
            for row in try tx.rows("SELECT * FROM auditEntry ORDER BY at, id") {
                try AuditStore.append(
                    AuditStore.Action(rawValue: try row.get("action")),
                    actor: try row.get("actor"),
                    subject: try row.find("subject"),
                    details: ["adoptedId": try row.get("id")],
                    at: try row.timestamp("at"),
                    in: tx
                )
            }
            try tx.execute("DELETE FROM auditEntry")
        }
    }
}

import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of what people allowed apps.
enum AppGrantStore {
    /// Lets an app reach a person; what it rested on before is only ever made stronger.
    static func allow(
        _ appID: String,
        by personID: String,
        basis: AppGrantRecord.Basis,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.allowApp, .allowAppByMail, .allowAppSignature, .proveAddress], of: personID)
        let grant = AppGrantRecord(personID: personID, appID: appID, basis: basis, createdAt: now)
        let stronger = max(basis, try find(of: personID, app: appID, in: tx)?.basis ?? basis)
        try tx.execute(
            """
            INSERT INTO appGrant (id, personId, appId, basis, createdAt)
            VALUES (\(grant.id), \(personID), \(appID), \(basis.rawValue), \(now))
            ON CONFLICT (personId, appId) DO UPDATE SET basis = \(stronger.rawValue)
            """
        )
    }

    /// What a person allowed an app; `nil` where it is nothing.
    static func find(of personID: String, app appID: String, in tx: any ReadTransaction) throws -> AppGrantRecord? {
        try tx.first("SELECT * FROM appGrant WHERE personId = \(personID) AND appId = \(appID)").map(AppGrantRecord.init)
    }

    /// All that a person allowed, the newest first.
    static func list(of personID: String, in tx: any ReadTransaction) throws -> [AppGrantRecord] {
        try tx.rows("SELECT * FROM appGrant WHERE personId = \(personID) ORDER BY createdAt DESC, id").map(AppGrantRecord.init)
    }

    /// How many people an app reaches because they let it.
    static func count(of appID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM appGrant WHERE appId = \(appID)")?.get("count") ?? 0
    }

    /// Ends what a person allowed apps by mail alone, with the sessions that those opened.
    static func endMailed(of personID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws {
        for grant in try list(of: personID, in: tx) where grant.basis != .device {
            try delete(grant.appID, of: personID, permit: permit, at: now, in: tx)
            try SessionStore.revokeAll(of: personID, openedInDialectBy: grant.appID, in: tx)
        }
    }

    /// Ends what a person allowed an app.
    static func delete(
        _ appID: String,
        of personID: String,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.endApp, .withdrawConsent], of: personID, about: [appID])
        try tx.execute("DELETE FROM appGrant WHERE personId = \(personID) AND appId = \(appID)")
        try ErasureStore.add(.grant(personID, app: appID), at: now, in: tx)
    }
}

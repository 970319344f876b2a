import Logging
import ParaphStorage
import ParaphWire
import ServerKit

/// Ends accounts that apps made of unproved addresses, and in which no one ever signed again.
///
/// Such an account is looked at once, when its time is over: it goes as any person goes, or stays for good.
struct UnusedAccountSweep: Sendable {
    let environment: IdentityEnvironment
    /// The most accounts that one turn looks at.
    let batch: Int

    /// Looks at some.
    ///
    /// - Returns: whether there may be more.
    func turn() async throws -> Bool {
        let (looked, ended, blobs) = try await environment.database.write { tx -> (Int, Int, [BlobAddress]) in
            let now = environment.time.now()
            let ids = try due(at: now, in: tx)
            var blobs: [BlobAddress] = []
            var ended = 0
            for id in ids {
                guard try isUnused(id, in: tx) else { continue }
                try AuditStore.append(.personDeleted, actor: "system", subject: id, details: ["reason": "unused"], at: now, in: tx)
                blobs += try environment.people.erase(id, permit: .sweep(), at: now, in: tx)
                ended += 1
            }
            return (ids.count, ended, blobs)
        }
        await environment.deleteBlobs(blobs)
        if ended > 0 { environment.logger.info("accounts ended that nobody proved or used", metadata: ["count": "\(ended)"]) }
        return looked >= batch
    }

    /// Accounts whose time is over.
    private func due(at now: Timestamp, in tx: any ReadTransaction) throws -> [String] {
        let settings = environment.settings
        var ids: [String] = []
        for (restricted, days) in [(true, settings.restrictedUnusedDays), (false, settings.unusedAccountDays)] {
            ids += try tx.rows(
                """
                SELECT person.id FROM app JOIN person ON person.ownerAppId = app.id
                WHERE app.restricted = \(restricted) AND person.unusedSince <= \(now.adding(seconds: -days * 86_400))
                ORDER BY person.unusedSince, person.id LIMIT \(batch - ids.count)
                """
            ).map { try $0.get("id") }
        }
        return ids
    }

    /// Whether nothing shows that the account is used; else the account is not looked at again at once.
    private func isUnused(_ id: String, in tx: any WriteTransaction) throws -> Bool {
        if try isKept(id, in: tx) {
            try tx.execute("UPDATE person SET unusedSince = NULL WHERE id = \(id)")
            return false
        }
        guard
            let used = try tx.first(
                """
                SELECT lastUsedAt FROM session JOIN person ON person.id = session.personId
                WHERE personId = \(id) AND lastUsedAt > unusedSince ORDER BY lastUsedAt DESC LIMIT 1
                """
            )
        else { return true }
        try tx.execute("UPDATE person SET unusedSince = \(try used.timestamp("lastUsedAt")) WHERE id = \(id)")
        return false
    }

    /// Whether the address was proved, a signature matched, a factor was added, a document names the person, or an administrator closed the account.
    private func isKept(_ id: String, in tx: any ReadTransaction) throws -> Bool {
        let shown = try tx.first(
            """
            SELECT id FROM person WHERE id = \(id) AND (emailProved = 1 OR status <> 'active')
            UNION ALL SELECT personId FROM signatureSample WHERE personId = \(id) AND isMatch = 1
            UNION ALL SELECT personId FROM accountFactor WHERE personId = \(id)
            UNION ALL SELECT personId FROM device WHERE personId = \(id)
            UNION ALL SELECT personId FROM oauthGrant WHERE personId = \(id)
            UNION ALL SELECT ownerId FROM app WHERE ownerId = \(id) LIMIT 1
            """
        )
        return try shown != nil || environment.documents?.isOnDocuments(id, in: tx) == true
    }
}

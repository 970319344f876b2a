import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

extension Node {
    /// Makes backups of this instance.
    var backup: Backup {
        Backup(database: database, keys: keyRing, blobs: blobs, scope: Wiring.registered.backupScope) { [time] in time.now().milliseconds }
    }

    /// Makes a backup, and notes it in the ledger with a checkpoint that the backup holds.
    func makeBackup(to path: String, keep: Int?) async throws -> BackupReport {
        let now = time.now()
        try await database.write { tx in
            try AuditStore.append(.backupMade, actor: "system", subject: nil, at: now, in: tx)
        }
        try await auditLedger.checkpoint()
        return try await backup.run(to: path, keep: keep)
    }
}

extension AuditStore.Action {
    static let backupMade = Self("backupMade")
    static let backupRestored = Self("backupRestored")
}

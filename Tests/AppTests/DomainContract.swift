import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import Testing

@testable import App

/// What every domain must stand by, looked at in the tables and blobs themselves: whatever a domain forgets to tell of is found there.
struct DomainContract {
    let domains: DomainList
    let database: any Database
    let keys: KeyRing
    let rootKey: RootKeyFiles
    let blobs: any BlobStore
    let time: any TimeSource
    /// A folder for backups and restores.
    let folder: String
    /// The tables that a restore empties because their rows must not outlive it.
    var ended: Set<String> = []
    /// The tables that go on naming somebody who is erased, so that they stay erased, and that it was done.
    static let remembering: Set<String> = ["auditLedger", "erasure"]

    /// Backs up, restores, exchanges the root key and erases.
    ///
    /// - Parameter personID: Somebody of whom every domain keeps something.
    /// - Returns: what went wrong, by table and column.
    /// - Throws: what a database, a backup or a blob store throws.
    func faults(erasing personID: String) async throws -> [String] {
        var faults = try await unnamedBlobs()
        faults += try await lostByBackup()
        let export = try await export(of: personID)
        if export.isEmpty { faults.append("nothing is told of the person") }
        _ = try await keys.exchangeRootKey(in: database)
        faults += try await lostByBackup()
        if try await self.export(of: personID) != export { faults.append("an exchange of the root key changed what is told of the person") }
        let released = try await database.write { [domains, keys, time] tx in
            try domains.people(keys: keys).erase(personID, at: time.now(), in: tx)
        }
        for address in released { try await blobs.delete(address) }
        faults += try await places(naming: personID).map { "\($0) names who was erased" }
        let named = Set(try await database.read { [domains] in try domains.blobs(in: $0) })
        faults += try await blobs.addresses().filter { !named.contains($0) }.map { _ in "a blob is left of who was erased" }
        return Array(Set(faults)).sorted()
    }

    private func export(of personID: String) async throws -> [String: [UInt8]] {
        let members = try await database.read { [domains, keys] in try domains.people(keys: keys).export(of: personID, in: $0) }
        return Dictionary(members.map { ($0.name, $0.json) }) { first, _ in first }
    }

    /// The columns that name a blob which the domains do not tell of.
    private func unnamedBlobs() async throws -> [String] {
        let stored = Set(try await blobs.addresses().map(\.description))
        let told = Set(try await database.read { [domains] in try domains.blobs(in: $0).map(\.description) })
        let faults = try await columns { stored.contains($0) && !told.contains($0) }
        return faults.map { "\($0) names a blob that its domain does not tell of" }
    }

    /// What a backup, read back, lacks.
    private func lostByBackup() async throws -> [String] {
        let name = "\(folder)/\(UUID().uuidString)"
        let backup = Backup(database: database, keys: keys, blobs: blobs, scope: domains.backupScope) { [time] in time.now().milliseconds }
        _ = try await backup.run(to: "\(name)-backup")
        _ = try await Restore(source: "\(name)-backup", rootKey: rootKey, target: name, time: time, domains: domains).run()
        let folder = DataFolder(naming: name)
        let restored = try SQLiteDatabase.open(at: folder.database)
        let restoredBlobs = Set(try await FolderBlobStore.open(at: folder.blobs).addresses())
        var faults: [String] = []
        let left = ended.union(domains.backupScope.forgotten).union(Self.own)
        for (table, count) in try await Self.counts(of: database) where !left.contains(table) {
            let found = try await Self.counts(of: restored)[table]
            if found != count { faults.append("\(table) has \(found ?? 0) rows of \(count) after a restore") }
        }
        let named = try await restored.read { [domains] in try domains.blobs(in: $0) }
        faults += named.filter { !restoredBlobs.contains($0) }.map { _ in "a blob is not in the backup" }
        let stored = Set(try await blobs.addresses()).subtracting(restoredBlobs)
        if !stored.isEmpty { faults.append("a blob is lost by a restore") }
        await restored.close()
        return faults
    }

    /// Tables that backups and restores write to themselves, or keep apart.
    private static let own: Set<String> = [
        "auditCheckpoint", "auditHead", "auditKey", "auditLedger", "epoch", "holderKey", "orphanedBlob", "objectKey", "personLookup",
        "rootKeyUse", "schemaMigration",
    ]

    private static func counts(of database: any Database) async throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in try await database.tables() {
            let query = SQL(stringLiteral: "SELECT COUNT(*) AS count FROM \(table.name)")
            counts[table.name] = try await database.read { try $0.first(query)?.get("count") ?? 0 }
        }
        return counts
    }

    private func places(naming text: String) async throws -> [String] {
        try await columns { $0 == text }.filter { place in !Self.remembering.contains { place.hasPrefix("\($0).") } }
    }

    /// The columns of text in which a value is of some kind, as `table.column`.
    private func columns(where isMeant: @Sendable (String) -> Bool) async throws -> [String] {
        var found: [String] = []
        for table in try await database.tables() where !["orphanedBlob", "rateLimit"].contains(table.name) {
            for column in table.columns where column.kind == .text {
                let query = SQL(stringLiteral: "SELECT \(column.name) AS value FROM \(table.name) WHERE \(column.name) IS NOT NULL")
                let values = try await database.read { try $0.rows(query).map { try $0.get("value", as: String.self) } }
                if values.contains(where: isMeant) { found.append("\(table.name).\(column.name)") }
            }
        }
        return found
    }
}

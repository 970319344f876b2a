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
    /// The tables whose rows must not outlive a restore, or need not; a domain may leave no other out of backups.
    var ended: Set<String> = []
    /// The tables that tell nothing of a person beyond what others do, so that an export leaves them out.
    var untold: Set<String> = []
    /// What is told of a person; `nil` for what the domains tell by themselves.
    var export: (@Sendable (_ personID: String, _ tx: any ReadTransaction) throws -> [String])?
    /// The tables that go on naming a person who is erased, by their id alone.
    var remembering: Set<String> = ["auditLedger", "erasure"]

    /// Backs up, restores, exchanges the root key and erases.
    ///
    /// - Parameter personID: A person of whom every table of every domain keeps something.
    /// - Returns: what went wrong, by table and column.
    /// - Throws: what a database, a backup or a blob store throws.
    func faults(erasing personID: String) async throws -> [String] {
        var faults = try await emptyTables()
        faults += try await unnamedBlobs()
        faults += try await lostByBackup()
        let told = try await told(of: personID)
        if told.isEmpty { faults.append("nothing is told of the person") }
        faults += try await untoldTables(of: personID)
        _ = try await keys.exchangeRootKey(in: database)
        do {
            if try await self.told(of: personID) != told { faults.append("an exchange of the root key changed what is told of the person") }
            faults += try await lostByBackup()
        } catch {
            faults.append("what is told of the person does not open after an exchange of the root key")
        }
        let released = try await database.write { [domains, keys, time] tx in
            try domains.people(keys: keys).erase(personID, at: time.now(), in: tx)
        }
        for address in released { try await blobs.delete(address) }
        faults += try await places(naming: personID).map { "\($0) names the person who was erased" }
        let named = Set(try await database.read { [domains] in try domains.blobs(in: $0) })
        faults += try await blobs.addresses().filter { !named.contains($0) }.map { _ in "a blob is left of the person who was erased" }
        return Array(Set(faults)).sorted()
    }

    private func told(of personID: String) async throws -> [String] {
        try await database.read { try told(of: personID, in: $0) }
    }

    private func told(of personID: String, in tx: any ReadTransaction) throws -> [String] {
        if let export { return try export(personID, tx) }
        return try domains.people(keys: keys).export(of: personID, in: tx).map { "\($0.name): \(String(decoding: $0.json, as: UTF8.self))" }
    }

    /// The tables without a row, of which this could tell nothing.
    private func emptyTables() async throws -> [String] {
        try await Self.counts(of: database).filter { $0.value == 0 && !Self.own.contains($0.key) }.map { table, _ in
            "\(table) has no row, so nothing is seen of it"
        }
    }

    /// The tables without whose rows the same is told of a person.
    private func untoldTables(of personID: String) async throws -> [String] {
        var faults: [String] = []
        let before = try await told(of: personID)
        let tables = try await database.tables()
        for table in tables where !Self.own.contains(table.name) {
            let isTold = try await isTold(table, among: tables, of: personID, before: before)
            if isTold == untold.contains(table.name) {
                faults.append(
                    isTold ? "\(table.name) is told in the export, and said not to be" : "\(table.name) is not told in the export"
                )
            }
        }
        return faults
    }

    /// Deletes the rows of a table, looks at the export, and takes it back.
    private func isTold(_ table: TableShape, among tables: [TableShape], of personID: String, before: [String]) async throws -> Bool {
        do {
            return try await isTold(without: [table.name], of: personID, before: before)
        } catch let error as StorageError where error.code == .conflict || error.code == .engine {
            // Rows that refer to them stay without them: those go first.
            var rows = [table.name]
            for other in try TableShape.sortedByReference(tables) where !other.parents.isDisjoint(with: rows) && other.name != table.name {
                rows.append(other.name)
            }
            return try await isTold(without: rows.reversed(), of: personID, before: before)
        }
    }

    private func isTold(without tables: [String], of personID: String, before: [String]) async throws -> Bool {
        struct Undone: Error {
            let isTold: Bool
        }
        do {
            try await database.write { tx in
                for table in tables { try tx.execute("DELETE FROM \(SQL(stringLiteral: table))") }
                // An export that now fails told of them.
                throw Undone(isTold: (try? told(of: personID, in: tx)) != before)
            }
            return false
        } catch let undone as Undone {
            return undone.isTold
        }
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
        let counts = try await Self.counts(of: restored)
        for (table, count) in try await Self.counts(of: database) where !ended.union(Self.own).contains(table) {
            if counts[table] != count { faults.append("\(table) has \(counts[table] ?? 0) rows of \(count) after a restore") }
        }
        let named = try await restored.read { [domains] in try domains.blobs(in: $0) }
        faults += named.filter { !restoredBlobs.contains($0) }.map { _ in "a blob is not in the backup" }
        let stored = Set(try await blobs.addresses()).subtracting(restoredBlobs)
        if !stored.isEmpty { faults.append("a blob is lost by a restore") }
        await restored.close()
        return faults
    }

    /// Tables that backups and restores write to themselves, or keep apart, and those of ServerKit that hold nothing of a domain.
    static let own: Set<String> = [
        "auditCheckpoint", "auditHead", "auditKey", "auditLedger", "epoch", "holderKey", "orphanedBlob", "objectKey", "rateLimit",
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
        try await columns { $0.contains(text) }.filter { place in !remembering.contains { place.hasPrefix("\($0).") } }
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

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
    typealias Reading = @Sendable (_ personID: String, _ keys: KeyRing, _ tx: any ReadTransaction) throws -> [String]
    /// What is told of a person; `nil` for what the domains tell by themselves.
    var export: Reading?
    /// What is read of a domain, by the name of its type, besides what it tells of the person, so that what it sealed is opened.
    var readings: [String: Reading] = [:]
    /// The columns, as `table.column`, that are sealed and that neither an export nor a reading opens.
    var unopened: Set<String> = []
    /// The tables that refer to a followed one (``FollowedTable``), and of which people's lists show nothing.
    var unfollowed: Set<String> = []
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
        faults += try await unwatchedChanges(of: personID)
        faults += try await lostByBackup(of: personID)
        let told = try await told(of: personID)
        if told.isEmpty { faults.append("nothing is told of the person") }
        faults += try await untoldTables(of: personID)
        _ = try await keys.exchangeRootKey(in: database)
        do {
            if try await self.told(of: personID) != told { faults.append("an exchange of the root key changed what is told of the person") }
            faults += try await lostByBackup(of: personID)
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
        if let export { return try export(personID, keys, tx) }
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
        let rest = try await Self.undoing(database) { tx in
            for table in tables { try tx.execute("DELETE FROM \(SQL(stringLiteral: table))") }
            // An export that now fails told of them.
            return try? told(of: personID, in: tx)
        }
        return rest != before
    }

    private struct Undone: Error {
        let lines: [String]?
    }

    /// What is read after changes that are taken back.
    private static func undoing(_ database: any Database, _ work: @escaping @Sendable (any WriteTransaction) throws -> [String]?)
        async throws
        -> [String]?
    {
        do {
            try await database.write { tx in throw Undone(lines: try work(tx)) }
            return nil
        } catch let undone as Undone {
            return undone.lines
        }
    }

    /// The columns that name a blob which the domains do not tell of.
    private func unnamedBlobs() async throws -> [String] {
        let stored = Set(try await blobs.addresses().map(\.description))
        let told = Set(try await database.read { [domains] in try domains.blobs(in: $0).map(\.description) })
        let faults = try await columns { stored.contains($0) && !told.contains($0) }
        return faults.map { "\($0) names a blob that its domain does not tell of" }
    }

    /// What a backup, read back, lacks, or does not open.
    private func lostByBackup(of personID: String) async throws -> [String] {
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
        let restoredKeys = try await KeyRing.open(files: RootKeyFiles(path: folder.rootKey), database: restored)
        for domain in domains.domains {
            faults += try await unreadable(of: domain, personID, in: restored, restoredKeys)
            faults += try await unopenedColumns(of: domain, personID, in: restored, restoredKeys)
        }
        await restored.close()
        return faults
    }

    /// What a domain tells and reads: what it sealed is opened.
    private func read(_ domain: any Domain.Type, _ personID: String, _ keys: KeyRing, in tx: any ReadTransaction) throws -> [String] {
        let told = try domain.export(of: personID, keys: keys, in: tx).map { "\($0.name): \(String(decoding: $0.json, as: UTF8.self))" }
        return try told + (readings["\(domain)"]?(personID, keys, tx) ?? [])
    }

    /// What a domain reads otherwise after a restore than before it, but for what a restore ends, or does not open any more.
    private func unreadable(of domain: any Domain.Type, _ personID: String, in restored: any Database, _ restoredKeys: KeyRing) async throws
        -> [String]
    {
        let tables = try TableShape.sortedByReference(try await database.tables()).map(\.name).reversed().filter(ended.contains)
        let before = try await Self.undoing(database) { [keys] tx in
            for table in tables { try tx.execute("DELETE FROM \(SQL(stringLiteral: table))") }
            return try read(domain, personID, keys, in: tx)
        }
        do {
            let after = try await restored.read { try read(domain, personID, restoredKeys, in: $0) }
            return after == before ? [] : ["\(domain) reads something else after a restore"]
        } catch {
            return ["what \(domain) sealed does not open after a restore"]
        }
    }

    /// The sealed columns of a domain that it reads without opening them: of these nothing is seen.
    private func unopenedColumns(of domain: any Domain.Type, _ personID: String, in restored: any Database, _ keys: KeyRing) async throws
        -> [String]
    {
        let sql = domain.migrations.map(\.sql).joined(separator: "\n")
        let own = Set(sql.matches(of: /CREATE TABLE (\w+)/).map { String($0.1) }).subtracting(ended)
        let before = try? await restored.read { try read(domain, personID, keys, in: $0) }
        var (faults, sealed, opened): ([String], Int, Int) = ([], 0, 0)
        for table in try await restored.tables() where own.contains(table.name) {
            for column in table.columns where column.kind == .blob && column.name.hasPrefix("sealed") {
                let place = "\(table.name).\(column.name)"
                let name = SQL(stringLiteral: column.name)
                let after = try await Self.undoing(restored) { tx in
                    let damage: SQL = "\([UInt8](repeating: 1, count: 64))"
                    try tx.execute("UPDATE \(SQL(stringLiteral: table.name)) SET \(name) = \(damage) WHERE \(name) IS NOT NULL")
                    return try? read(domain, personID, keys, in: tx)
                }
                let isOpened = before != nil && after != before
                (sealed, opened) = (sealed + 1, opened + (isOpened ? 1 : 0))
                if isOpened == unopened.contains(place) {
                    let fault = isOpened ? "is opened, and said not to be" : "is sealed, and nothing opens it after a restore"
                    faults.append("\(place) \(fault)")
                }
            }
        }
        return faults + (sealed > 0 && opened == 0 ? ["\(domain) opens nothing of what it sealed"] : [])
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

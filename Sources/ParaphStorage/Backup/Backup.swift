import Foundation

/// Copies an instance into a folder of backups while it is in use.
///
/// Every row comes from one consistent view of the database; blobs are copied once for all backups of the folder. A backup appears whole
/// or not at all. Keys of holders lie apart in one file, which every backup replaces; the root key is in none.
public struct Backup: Sendable {
    private static let pageLength = 200
    private static let tries = 3

    private let database: any Database
    private let keys: KeyRing
    private let blobs: any BlobStore
    private let scope: BackupScope
    private let now: @Sendable () -> Int64

    /// Makes backups of an instance.
    ///
    /// - Parameters:
    ///   - database: The instance's database, migrated.
    ///   - keys: Its key ring.
    ///   - blobs: Its blobs.
    ///   - scope: What the domains tell.
    ///   - now: The present moment, in milliseconds since 1970.
    public init(
        database: any Database,
        keys: KeyRing,
        blobs: any BlobStore,
        scope: BackupScope,
        now: @escaping @Sendable () -> Int64
    ) {
        self.database = database
        self.keys = keys
        self.blobs = blobs
        self.scope = scope
        self.now = now
    }

    /// Makes a backup.
    ///
    /// - Parameters:
    ///   - path: The folder of backups, made where it is not there; the one above it must exist.
    ///   - keep: How many backups stay, this one among them; `nil` keeps all.
    /// - Returns: What was done.
    /// - Throws: ``StorageError`` where the disk refuses or another backup runs; nothing is left then.
    public func run(to path: String, keep: Int? = nil) async throws -> BackupReport {
        let folder = BackupFolder(path: path)
        let lock = try folder.prepare()
        defer { withExtendedLifetime(lock) {} }
        try await database.write { [keys] tx in try keys.create(holder: BackupFolder.holder, in: tx) }
        let store = try await FolderBlobStore.open(at: folder.blobs)
        var copied = BlobCopy(from: blobs, to: store, known: Set(try await store.addresses()))
        // Most blobs come first, so that the second look at them, after the rows, is short.
        try await copied.run()

        let createdAt = try folder.moment(after: now())
        let id = BackupFolder.id(at: createdAt)
        let draft = "\(path)/.draft-\(id)"
        try File.makeFolder(draft)
        do {
            let (schema, tables, missing) = try await writeRows(to: draft, copying: &copied)
            let list = try PartWriter(name: "blobs", fileName: "blobs.list", folder: draft)
            for address in copied.present.sorted(by: { $0.description < $1.description }) { try list.write(line: address.description) }
            let manifest = BackupManifest(id: id, createdAt: createdAt, schema: schema, tables: tables, blobs: try list.finish())
            try await publish(manifest, draft: draft, folder: folder)
            let removed = try await prune(folder, store: store, keep: keep, but: id)
            return BackupReport(
                id: id,
                rows: tables.reduce(0) { $0 + $1.count },
                blobs: copied.present.count,
                newBlobs: copied.newCount,
                damagedBlobs: copied.damaged.map(\.description).sorted(),
                missingBlobs: missing.map(\.description).sorted(),
                removed: removed
            )
        } catch {
            try? FileManager.default.removeItem(atPath: draft)
            throw error
        }
    }

    /// Replaces the file of keys alone, as is due when a person was erased or the root key was exchanged.
    ///
    /// What was sealed for an erased person is unreadable in every backup then, and every backup hangs on the new root key.
    ///
    /// - Throws: ``StorageError``; `busy` where a backup runs, which replaces it anyway.
    public func renewKeys(in path: String) async throws {
        let folder = BackupFolder(path: path)
        guard FileManager.default.fileExists(atPath: folder.keys) else { return }
        let lock = try folder.prepare()
        defer { withExtendedLifetime(lock) {} }
        try await writeKeys(folder, at: try folder.moment(after: now()))
    }

    /// When the last backup of a folder was made, in milliseconds since 1970; `nil` where there is none.
    public static func last(in path: String) -> Int64? {
        (try? BackupFolder(path: path).backups().last).flatMap(BackupFolder.moment)
    }

    /// What the file of keys hangs on: it is to be renewed where this changed.
    public func keyState() async throws -> BackupKeyState {
        try await database.read { [scope] tx in
            let roots = try tx.first(
                "SELECT (SELECT MIN(rootKeyId) FROM holderKey) AS one, (SELECT MAX(rootKeyId) FROM holderKey) AS other"
            )
            let erasures = try scope.erasures(tx)
            return BackupKeyState(
                erasures: erasures.count,
                lastErasure: erasures.map(\.at).max(),
                roots: [try roots?.find("one"), try roots?.find("other")]
            )
        }
    }

    /// Writes every table in one view, and again where a blob that a row names went meanwhile.
    private func writeRows(to draft: String, copying copied: inout BlobCopy) async throws -> (
        [BackupManifest.SchemaStep], [BackupManifest.Part], missing: Set<BlobAddress>
    ) {
        let due = Set(try await database.pending(scope.migrations).map(\.name))
        let migrations = scope.migrations.filter { !due.contains($0.name) }
        let schema = migrations.map { BackupManifest.SchemaStep(name: $0.name, checksum: MigrationHistory.checksum(of: $0)) }
        let tables = try await TableShape.all(of: migrations).filter { !BackupScope.excluded.contains($0.name) }
        for attempt in 1... {
            let (parts, named) = try await database.read { [scope] tx in
                (try tables.map { try Self.write($0, isEmpty: scope.forgotten.contains($0.name), to: draft, in: tx) }, try scope.blobs(tx))
            }
            try await copied.run()
            let missing = copied.recall(named)
            // Those that went with their rows are not named the next time; what is named again is lost, and the rest is backed up.
            if missing.isEmpty || attempt >= Self.tries { return (schema, parts, missing) }
        }
        return (schema, [], [])
    }

    private static func write(_ table: TableShape, isEmpty: Bool, to draft: String, in tx: any ReadTransaction) throws
        -> BackupManifest.Part
    {
        let part = try PartWriter(name: table.name, fileName: "\(table.name).rows", folder: draft)
        if isEmpty { return try part.finish([RowCodec.end]) }
        var key: [DatabaseValue] = []
        while true {
            let rows = try tx.rows(table.page(after: key, limit: pageLength))
            for row in rows {
                let values = try table.values(of: row)
                try part.write(row: values)
                key = table.key(of: values)
            }
            if rows.count < pageLength { return try part.finish([RowCodec.end]) }
        }
    }

    /// Seals the manifest, replaces the keys, and puts the backup in its place.
    private func publish(_ manifest: BackupManifest, draft: String, folder: BackupFolder) async throws {
        let bytes = try manifest.encoded()
        let seal = try await database.read { [keys] tx in try BackupSeal.make(for: bytes, row: manifest.id, keys: keys, in: tx) }
        try DurableFile.replace(at: "\(draft)/manifest.json", with: bytes)
        try DurableFile.replace(at: "\(draft)/manifest.seal", with: seal)
        // Read after the rows: a person erased in between has no key here and is on the list.
        try await writeKeys(folder, at: manifest.createdAt)
        guard rename(draft, folder.folder(of: manifest.id)) == 0 else { throw StorageError(errno: errno, "move", draft) }
        try File.syncFolder(of: draft)
    }

    private func writeKeys(_ folder: BackupFolder, at now: Int64) async throws {
        let bytes = try await database.read { [keys, scope] tx in
            try BackupKeys(at: now, scope: scope, root: keys.files, in: tx).encoded(keys: keys, in: tx)
        }
        try DurableFile.replace(at: folder.keys, with: bytes)
    }

    /// Removes the oldest backups, and the blobs that no other one holds.
    private func prune(_ folder: BackupFolder, store: FolderBlobStore, keep: Int?, but newest: String) async throws -> [String] {
        guard let keep, keep > 0 else { return [] }
        let all = try folder.backups()
        let removed = all.dropLast(keep).filter { $0 != newest }
        if removed.isEmpty { return [] }
        for id in removed {
            // Out of the list first: what is broken off here is no backup any more.
            let draft = "\(folder.path)/.draft-\(id)"
            guard rename(folder.folder(of: id), draft) == 0 else { throw StorageError(errno: errno, "move", folder.folder(of: id)) }
            try FileManager.default.removeItem(atPath: draft)
        }
        var held: Set<BlobAddress> = []
        for id in all where !removed.contains(id) {
            // Where it cannot be told what a backup holds, no blob goes.
            guard let list = try? BackupManifest.verifiedBlobs(in: folder.folder(of: id)) else { return removed }
            held.formUnion(list)
        }
        for address in try await store.addresses() where !held.contains(address) { try await store.delete(address) }
        return removed
    }
}

extension BackupManifest {
    /// The addresses that a backup's list names, once the list is the one that the manifest tells of.
    static func verifiedBlobs(in folder: String) throws -> [BlobAddress] {
        let bytes = try DurableFile.read(at: "\(folder)/manifest.json", limit: limit) ?? []
        try JSONDecoder().decode(BackupManifest.self, from: Data(bytes)).blobs.check(in: folder)
        return try blobs(in: folder)
    }

    /// The addresses that a backup's list names.
    static func blobs(in folder: String) throws -> [BlobAddress] {
        let bytes = try DurableFile.read(at: "\(folder)/blobs.list", limit: BackupKeys.limit) ?? []
        return try bytes.split(separator: 0x0A).map { line in
            guard let address = BlobAddress(String(decoding: line, as: UTF8.self)) else {
                throw StorageError(.corrupt, "the list of blobs in \(folder) is damaged")
            }
            return address
        }
    }
}

import Foundation

/// A backup that was looked at and found whole, ready to be written into an empty instance.
public struct Restoration: Sendable {
    /// The backup's name.
    public var id: String { manifest.id }
    /// When it was made, in milliseconds since 1970.
    public var createdAt: Int64 { manifest.createdAt }
    /// Who was erased until the last backup of the folder.
    public var erasures: [Erasure] { keys.erasures }
    /// The migrations that its rows are of.
    let migrations: [Migration]

    private let folder: BackupFolder
    private let manifest: BackupManifest
    private let keys: BackupKeys
    private let root: RootKey

    private var path: String { folder.folder(of: manifest.id) }

    /// Reads a backup, and verifies its manifest and every part; blobs are verified as they are copied.
    ///
    /// - Parameters:
    ///   - path: The folder of backups.
    ///   - id: The backup; the last one where it is `nil`.
    ///   - files: The root key that the keys of the backup hang on.
    ///   - migrations: Those that this program knows.
    /// - Returns: The backup.
    /// - Throws: ``StorageError`` of code `notFound`, `corrupt`, `invalidKey` or `newerSchema`, which say what is wrong.
    public static func open(from path: String, id: String? = nil, files: RootKeyFiles, migrations: [Migration]) async throws -> Restoration
    {
        let folder = BackupFolder(path: path)
        let all = (try? folder.backups()) ?? []
        guard let id = id ?? all.last, all.contains(id) else {
            throw StorageError(.notFound, "\(path) holds no backup\(id.map { " of the name \($0)" } ?? "")")
        }
        let missing = StorageError(.corrupt, "the backup \(id) has no manifest; take another backup")
        guard let bytes = try DurableFile.read(at: "\(folder.folder(of: id))/manifest.json", limit: BackupManifest.limit),
            let seal = try DurableFile.read(at: "\(folder.folder(of: id))/manifest.seal", limit: 1024),
            let keyFile = try DurableFile.read(at: folder.keys, limit: BackupKeys.limit)
        else { throw missing }
        var (keys, json, keySeal) = try BackupKeys.read(keyFile)
        let root = try await check(keys, files: files, seals: [(keySeal, json, BackupKeys.row), (seal, bytes, id)])
        // Those of a root key that is not here could never be opened: better told now than after the restore.
        keys.keys = try keys.keys.map { try $0.wrapped(by: root, files: files) }
        guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: Data(bytes)), manifest.id == id else { throw missing }
        guard manifest.format == BackupManifest.format else {
            throw StorageError(.newerSchema, "the backup \(id) was written by a newer program; run that")
        }
        guard keys.createdAt >= manifest.createdAt else {
            throw StorageError(.corrupt, "the file of keys is older than the backup \(id); somebody put an old one there")
        }
        let restoration = Restoration(
            migrations: try known(manifest.schema, among: migrations),
            folder: folder,
            manifest: manifest,
            keys: keys,
            root: root
        )
        for part in manifest.tables + [manifest.blobs] { try part.check(in: restoration.path) }
        return restoration
    }

    private init(migrations: [Migration], folder: BackupFolder, manifest: BackupManifest, keys: BackupKeys, root: RootKey) {
        self.migrations = migrations
        self.folder = folder
        self.manifest = manifest
        self.keys = keys
        self.root = root
    }

    /// Checks seals by the backup's own key, which hangs on the root key.
    private static func check(_ keys: BackupKeys, files: RootKeyFiles, seals: [([UInt8], [UInt8], String)]) async throws -> RootKey {
        let own = keys.keys.filter { $0.holder == BackupFolder.holder }
        guard let first = own.first else { throw StorageError(.corrupt, "the backup's keys are damaged: its own is missing") }
        let root = try files.key(first.rootKeyId)
        let scratch = try SQLiteDatabase.inMemory()
        try await scratch.migrate(KeyRing.migrations)
        do {
            try await scratch.write { tx in
                try keys.insert(own, into: tx)
                for (seal, bytes, row) in seals { try BackupSeal.check(seal, of: bytes, row: row, keys: KeyRing(root: root), in: tx) }
            }
        } catch {
            await scratch.close()
            throw error
        }
        await scratch.close()
        return root
    }

    private static func known(_ schema: [BackupManifest.SchemaStep], among migrations: [Migration]) throws -> [Migration] {
        for step in schema {
            guard let migration = migrations.first(where: { $0.name == step.name }) else {
                throw StorageError(
                    .newerSchema,
                    "the backup holds the migration \(step.name), which this program does not know; run the newer one"
                )
            }
            guard MigrationHistory.checksum(of: migration) == step.checksum else {
                throw StorageError(.editedMigration, "the migration \(step.name) reads differently in this program than in the backup's")
            }
        }
        let names = Set(schema.map(\.name))
        return migrations.filter { names.contains($0.name) }
    }

    /// Writes the backup's rows and keys, in one transaction, into a database that is empty, and its blobs into a store.
    ///
    /// - Parameters:
    ///   - database: An empty database; it has the backup's schema afterwards, which may be older than the program's.
    ///   - blobs: Where blobs go.
    ///   - rootKeyPath: Where the root key is to lie; `nil` where it lies already.
    /// - Returns: How many rows and blobs were written, and the addresses of blobs that are damaged or missing, and so were not.
    /// - Throws: ``StorageError`` of code `conflict` where the database holds something.
    public func write(
        into database: any Database,
        blobs: any BlobStore,
        rootKeyPath: String?
    ) async throws -> (rows: Int, blobs: Int, damaged: [BlobAddress]) {
        let due = try await database.pending(migrations)
        guard due == migrations else { throw StorageError(.conflict, "the database is not empty; name an empty one") }
        if let rootKeyPath { try root.save(at: rootKeyPath) }
        let source = try await FolderBlobStore.open(at: folder.blobs)
        var copy = BlobCopy(from: source, to: blobs, known: [])
        var damaged: [BlobAddress] = []
        for address in try BackupManifest.blobs(in: path) {
            do {
                try await copy.copy(address)
            } catch let error as StorageError where error.code == .notFound || error.code == .corrupt {
                // One that rotted is no reason to lose all the others.
                damaged.append(address)
            }
        }
        try await database.migrate(migrations)
        let tables = try await TableShape.all(of: migrations).filter { !BackupScope.excluded.contains($0.name) }
        let rows = try await database.write { tx in
            for table in tables.reversed() { try tx.execute(SQL("DELETE FROM \(table.name)", values: [])) }
            let count = try tables.reduce(0) { $0 + (try fill($1, in: tx)) }
            try keys.insert(keys.keys, into: tx)
            try tx.execute("INSERT INTO rootKeyUse (id, rootKeyId) VALUES (1, \(root.id))")
            return count
        }
        return (rows, copy.newCount, damaged)
    }

    private func fill(_ table: TableShape, in tx: any WriteTransaction) throws -> Int {
        guard let part = manifest.tables.first(where: { $0.name == table.name }) else {
            throw StorageError(.corrupt, "the backup lacks the table \(table.name)")
        }
        var reader = try part.rows(kinds: table.columns.map(\.kind), in: path)
        var count = 0
        while let values = try reader.next() {
            try tx.execute(table.insertion(of: values))
            count += 1
        }
        guard count == part.count else { throw StorageError(.corrupt, "the backup's table \(table.name) is cut short") }
        return count
    }
}

import Foundation
import ParaphStorage
import Testing

/// An instance with two tables, sealed rows and blobs, and a folder for its backups.
struct BackupFixture {
    let folder: TemporaryFolder
    let opened: OpenDatabase
    let keys: KeyRing
    let blobs: FolderBlobStore
    var database: any Database { opened.database }
    var target: String { folder.file("backups") }
    var rootKey: RootKeyFiles { RootKeyFiles(path: folder.file("root.key")) }

    static let migrations =
        KeyRing.migrations + [
            Migration(
                name: "test/001-things",
                sql: """
                    CREATE TABLE owner (
                        id TEXT NOT NULL PRIMARY KEY,
                        balance INTEGER NOT NULL
                    );
                    CREATE TABLE belonging (
                        ownerId TEXT NOT NULL REFERENCES owner (id) ON DELETE CASCADE,
                        number INTEGER NOT NULL,
                        weight REAL,
                        note TEXT,
                        sealed blob,
                        picture TEXT,
                        PRIMARY KEY (ownerId, number)
                    );
                    CREATE TABLE gone (
                        id TEXT NOT NULL PRIMARY KEY,
                        at INTEGER NOT NULL
                    );
                    """
            )
        ]

    static let scope = BackupScope(
        migrations: migrations,
        erasures: { tx in
            try tx.rows("SELECT id, at FROM gone ORDER BY id").map { Erasure(kind: "owner", id: try $0.get("id"), at: try $0.get("at")) }
        },
        blobs: { tx in
            try tx.rows("SELECT DISTINCT picture FROM belonging WHERE picture IS NOT NULL ORDER BY picture").map { try $0.get("picture") }
        }
    )

    init(_ engine: Engine, owners: Int = 3, objects: Int = 150) async throws {
        folder = try TemporaryFolder()
        opened = try await engine.open()
        try await opened.database.migrate(Self.migrations)
        keys = try await KeyRing.open(files: RootKeyFiles(path: folder.file("root.key")), database: opened.database)
        blobs = try await FolderBlobStore.open(at: folder.file("blobs"))
        for owner in 0..<owners {
            let picture = try await blobs.put([UInt8](repeating: UInt8(owner), count: 1000)).address
            try await opened.database.write { [keys] tx in
                let id = "owner\(owner)"
                try keys.create(holder: id, in: tx)
                try tx.execute("INSERT INTO owner (id, balance) VALUES (\(id), 100)")
                for number in 0..<objects {
                    let sealed = try keys.seal(Array("secret \(number)".utf8), holder: id, table: "b", row: "\(number)", version: 1, in: tx)
                    let weight: Double? = number % 3 == 0 ? nil : Double(number) / 7
                    let note: String? = number % 4 == 0 ? nil : "n\u{F8}te \u{1F58B} \(number)\n"
                    let named: BlobAddress? = number == 0 ? picture : nil
                    try tx.execute(
                        """
                        INSERT INTO belonging (ownerId, number, weight, note, sealed, picture)
                        VALUES (\(id), \(number), \(weight), \(note), \(sealed), \(named))
                        """
                    )
                }
            }
        }
    }

    func backUp(keep: Int? = nil, at now: Int64 = 1_795_255_200_123) async throws -> BackupReport {
        try await Backup(database: database, keys: keys, blobs: blobs, scope: Self.scope, now: { now }).run(to: target, keep: keep)
    }

    func restoration(_ id: String? = nil) async throws -> Restoration {
        try await Restoration.open(from: target, id: id, files: rootKey, migrations: Self.migrations)
    }

    /// Restores into a new database of an engine.
    func restore(_ id: String? = nil, into engine: Engine) async throws -> (database: OpenDatabase, blobs: FolderBlobStore) {
        let opened = try await engine.open()
        let blobs = try await FolderBlobStore.open(at: folder.file("restored-\(UUID().uuidString)"))
        _ = try await restoration(id).write(into: opened.database, blobs: blobs, rootKeyPath: nil)
        return (opened, blobs)
    }

    static func rows(of database: any Database) async throws -> [[Row]] {
        try await database.read { tx in
            [try tx.rows("SELECT * FROM owner ORDER BY id"), try tx.rows("SELECT * FROM belonging ORDER BY ownerId, number")]
        }
    }
}

@Suite struct BackupTests {
    @Test(arguments: Engine.all, Engine.all) func whatIsRestoredIsWhatWasThere(_ from: Engine, _ to: Engine) async throws {
        let fixture = try await BackupFixture(from)
        let report = try await fixture.backUp()
        #expect(report.rows == 3 + 450)
        #expect(report.blobs == 3 && report.newBlobs == 3)
        let restored = try await fixture.restore(into: to)
        #expect(try await BackupFixture.rows(of: restored.database.database) == BackupFixture.rows(of: fixture.database))
        for address in try await fixture.blobs.addresses() {
            #expect(try await restored.blobs.get(address).collect() == fixture.blobs.get(address).collect())
        }
        let keys = try await KeyRing.open(files: fixture.rootKey, database: restored.database.database)
        let opened = try await restored.database.database.read { tx in
            let row = try #require(try tx.first("SELECT sealed FROM belonging WHERE ownerId = 'owner1' AND number = 7"))
            return try keys.open(try row.get("sealed"), holder: "owner1", table: "b", row: "7", version: 1, in: tx)
        }
        #expect(opened == Array("secret 7".utf8))
    }

    @Test(arguments: Engine.all) func aBackupBesideWritersIsOfOneMoment(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, owners: 2, objects: 400)
        let writing = Task { [database = fixture.database] in
            for _ in 0..<200 where !Task.isCancelled {
                try await database.write { tx in
                    try tx.execute("UPDATE owner SET balance = balance - 1 WHERE id = 'owner0'")
                    try tx.execute("UPDATE owner SET balance = balance + 1 WHERE id = 'owner1'")
                }
            }
        }
        for number in 0..<3 {
            let id = try await fixture.backUp(at: 1_795_255_200_000 + Int64(number)).id
            let restored = try await fixture.restore(id, into: engine)
            let sum = try await restored.database.database.read { tx in
                try tx.rows("SELECT balance FROM owner").reduce(0) { $0 + (try $1.get("balance", as: Int.self)) }
            }
            #expect(sum == 200)
        }
        writing.cancel()
        // A write that had not begun by then is not done.
        if case .failure(let error) = await writing.result { #expect(error is CancellationError) }
    }

    @Test(arguments: Engine.all, Engine.all)
    func whatWasDestroyedIsUnreadableInOldBackupsToo(_ from: Engine, _ to: Engine) async throws {
        let fixture = try await BackupFixture(from, objects: 2)
        let old = try await fixture.backUp().id
        try await fixture.database.write { [keys = fixture.keys] tx in
            try keys.destroy(holder: "owner1", in: tx)
            try tx.execute("DELETE FROM owner WHERE id = 'owner1'")
            try tx.execute("INSERT INTO gone (id, at) VALUES ('owner1', 5)")
        }
        let backup = Backup(
            database: fixture.database,
            keys: fixture.keys,
            blobs: fixture.blobs,
            scope: BackupFixture.scope,
            now: { 1_795_255_300_000 }
        )
        try await backup.renewKeys(in: fixture.target)
        #expect(try await fixture.restoration(old).erasures == [Erasure(kind: "owner", id: "owner1", at: 5)])
        let restored = try await fixture.restore(old, into: to)
        let keys = try await KeyRing.open(files: fixture.rootKey, database: restored.database.database)
        try await restored.database.database.read { tx in
            for (owner, isReadable) in [("owner0", true), ("owner1", false)] {
                let row = try #require(try tx.first("SELECT sealed FROM belonging WHERE ownerId = \(owner) AND number = 1"))
                let sealed: [UInt8] = try row.get("sealed")
                let plain = try? keys.open(sealed, holder: owner, table: "b", row: "1", version: 1, in: tx)
                #expect((plain != nil) == isReadable)
            }
        }
    }

    @Test(arguments: Engine.all) func eachBackupOpensTheRevisionThatItHoldsUntilItsHolderIsErased(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        let (keys, database) = (fixture.keys, fixture.database)
        func write(_ text: String, version: Int) async throws {
            try await database.write { tx in
                for owner in ["owner0", "owner1"] {
                    try keys.renew(object: "b/\(owner)", holders: [owner], in: tx)
                    let bytes = Array(text.utf8)
                    let sealed = try keys.seal(bytes, object: "b/\(owner)", holder: owner, table: "b", row: owner, version: version, in: tx)
                    try tx.execute("UPDATE belonging SET sealed = \(sealed) WHERE ownerId = \(owner)")
                }
            }
        }
        /// What a backup's rows say, once they are restored.
        func read(_ id: String, version: Int) async throws -> [String?] {
            let restored = try await fixture.restore(id, into: engine)
            let keys = try await KeyRing.open(files: fixture.rootKey, database: restored.database.database)
            return try await restored.database.database.read { tx in
                try ["owner0", "owner1"].map { owner in
                    let row = try #require(try tx.first("SELECT sealed FROM belonging WHERE ownerId = \(owner)"))
                    let sealed: [UInt8] = try row.get("sealed")
                    let bytes = try? keys.open(
                        sealed,
                        object: "b/\(owner)",
                        holder: owner,
                        table: "b",
                        row: owner,
                        version: version,
                        in: tx
                    )
                    return bytes.map { String(decoding: $0, as: UTF8.self) }
                }
            }
        }
        try await write("one", version: 1)
        let first = try await fixture.backUp().id
        try await write("two", version: 2)
        // The key that sealed the first revision is gone by now, but for the backup's own copy of it.
        let second = try await fixture.backUp(at: 1_795_255_300_000).id
        #expect(try await read(first, version: 1) == ["one", "one"])
        #expect(try await read(second, version: 2) == ["two", "two"])
        try await database.write { try keys.destroy(holder: "owner1", in: $0) }
        _ = try await fixture.backUp(at: 1_795_255_400_000)
        #expect(try await read(first, version: 1) == ["one", nil])
        #expect(try await read(second, version: 2) == ["two", nil])
    }

    @Test(arguments: Engine.all) func backupsFromBeforeAnExchangeHangOnTheNewRootKey(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 2)
        let old = try await fixture.backUp().id
        _ = try await fixture.keys.exchangeRootKey(in: fixture.database)
        // Until one more backup ran, the old root key would be needed.
        await #expect(throws: StorageError(.invalidKey, "")) { try await fixture.restoration(old) }
        _ = try await fixture.backUp(at: 1_795_255_300_000)
        _ = try await fixture.restore(old, into: engine)
    }

    @Test(arguments: Engine.all) func aBackupDuringAnExchangeHangsOnTheKeyInPlaceAlone(_ engine: Engine) async throws {
        struct Killed: Error {}
        let fixture = try await BackupFixture(engine, owners: 201, objects: 1)
        try FileManager.default.copyItem(atPath: fixture.rootKey.path, toPath: fixture.folder.file("copy.key"))
        await #expect(throws: Killed.self) {
            try await fixture.keys.exchangeRootKey(in: fixture.database, progress: { _ in throw Killed() })
        }
        _ = try await fixture.backUp()
        let copy = RootKeyFiles(path: fixture.folder.file("copy.key"))
        let restored = try await engine.open()
        let blobs = try await FolderBlobStore.open(at: fixture.folder.file("restored"))
        let restoration = try await Restoration.open(from: fixture.target, files: copy, migrations: BackupFixture.migrations)
        _ = try await restoration.write(into: restored.database, blobs: blobs, rootKeyPath: nil)
        let keys = try await KeyRing.open(files: RootKeyFiles(path: copy.path), database: restored.database)
        try await restored.database.read { tx in
            for row in try tx.rows("SELECT ownerId, sealed FROM belonging") {
                let plain = try keys.open(try row.get("sealed"), holder: try row.get("ownerId"), table: "b", row: "0", version: 1, in: tx)
                #expect(plain == Array("secret 0".utf8))
            }
        }
    }

    @Test(arguments: Engine.all) func olderBackupsGoWithTheBlobsThatTheyAloneHeld(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        let first = try await fixture.backUp(at: 1_795_255_200_000).id
        let lonely = try #require(try await fixture.blobs.addresses().first)
        try await fixture.database.write { try $0.execute("UPDATE belonging SET picture = NULL WHERE picture = \(lonely)") }
        try await fixture.blobs.delete(lonely)
        let second = try await fixture.backUp(keep: 2, at: 1_795_255_201_000)
        #expect(second.removed.isEmpty && second.newBlobs == 0 && second.blobs == 2)
        let third = try await fixture.backUp(keep: 2, at: 1_795_255_202_000)
        #expect(third.removed == [first])
        let store = try await FolderBlobStore.open(at: "\(fixture.target)/blobs")
        #expect(try await !store.addresses().contains(lonely))
        _ = try await fixture.restore(second.id, into: engine)
    }

    @Test(arguments: Engine.all) func whereTheClockWasPutBackLaterBackupsStillComeLater(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        let first = try await fixture.backUp(at: 1_795_255_200_123).id
        #expect(first.hasPrefix("20261121T100000123Z-"))
        let second = try await fixture.backUp(at: 1_700_000_000_000)
        #expect(second.id.hasPrefix("\(first.prefix(15))124Z-"))
        let third = try await fixture.backUp(keep: 1, at: 1_700_000_000_000)
        #expect(third.removed == [first, second.id])
        let backup = Backup(database: fixture.database, keys: fixture.keys, blobs: fixture.blobs, scope: BackupFixture.scope, now: { 0 })
        try await backup.renewKeys(in: fixture.target)
        #expect(try await fixture.restoration().id == third.id)
    }

    @Test(arguments: Engine.all) func noFileOfABackupHoldsTheRootKey(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 2)
        _ = try await fixture.backUp()
        let key = try Data(contentsOf: URL(filePath: fixture.rootKey.path))
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: fixture.target) {
            guard let bytes = FileManager.default.contents(atPath: "\(fixture.target)/\(path)") else { continue }
            count += 1
            #expect(bytes.range(of: key) == nil && bytes.range(of: Data(key.base64EncodedString().utf8)) == nil)
        }
        #expect(count > 5)
    }

    @Test(arguments: Engine.all) func aBlobThatIsDamagedIsToldOfAndTheRestIsBackedUp(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        let address = try #require(try await fixture.blobs.addresses().first)
        let digits = address.description
        let path = fixture.folder.file("blobs/\(digits.prefix(2))/\(digits.dropFirst(2).prefix(2))/\(digits)")
        try Data([1]).write(to: URL(filePath: path))
        let report = try await fixture.backUp()
        #expect(report.damagedBlobs == [digits] && report.blobs == 2)
    }

    @Test(arguments: Engine.all) func aBlobThatIsMissingIsToldOfUnlessAnEarlierBackupHasIt(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        let addresses = try await fixture.blobs.addresses()
        try await fixture.blobs.delete(addresses[0])
        let first = try await fixture.backUp()
        #expect(first.missingBlobs == [addresses[0].description] && first.blobs == 2 && first.damagedBlobs.isEmpty)
        try await fixture.blobs.delete(addresses[1])
        let second = try await fixture.backUp()
        #expect(second.missingBlobs == [addresses[0].description] && second.blobs == 2 && second.newBlobs == 0)
        let restored = try await fixture.restore(into: engine)
        #expect(Set(try await restored.blobs.addresses()) == Set(addresses[1...]))
    }

    @Test(arguments: Engine.all) func whereAListOfBlobsIsDamagedNoBlobGoes(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        _ = try await fixture.backUp()
        let second = try await fixture.backUp()
        let list = "\(fixture.target)/\(second.id)/blobs.list"
        try Data().write(to: URL(filePath: list))
        for address in try await fixture.blobs.addresses() { try await fixture.blobs.delete(address) }
        try await fixture.database.write { try $0.execute("UPDATE belonging SET picture = NULL") }
        let third = try await fixture.backUp(keep: 2)
        #expect(third.removed.count == 1 && third.blobs == 0)
        #expect(try await FolderBlobStore.open(at: "\(fixture.target)/blobs").addresses().count == 3)
    }

    @Test(arguments: Engine.all) func whatAKilledBackupLeftGoes(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        _ = try await fixture.backUp()
        let draft = "\(fixture.target)/keys.0123456789abcdef0123456789abcdef"
        try Data([1]).write(to: URL(filePath: draft))
        _ = try await fixture.backUp()
        #expect(!FileManager.default.fileExists(atPath: draft))
    }

    @Test(arguments: Engine.all) func twoBackupsToOneFolderDoNotMix(_ engine: Engine) async throws {
        let fixture = try await BackupFixture(engine, objects: 1)
        _ = try await fixture.backUp()
        let lock = open("\(fixture.target)/lock", O_RDWR)
        #expect(flock(lock, LOCK_EX) == 0)
        await #expect(throws: StorageError(.busy, "")) { try await fixture.backUp() }
        close(lock)
        _ = try await fixture.backUp(at: 1_795_255_300_000)
    }
}

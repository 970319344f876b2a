import Foundation
import ParaphStorage
import RandomTestSupport
import Testing

/// Backups that are not as they were written are refused, before anything is written; single blobs that rotted are told of.
@Suite struct DamagedBackupTests {
    /// A backup; whose engine matters only where something is restored from it.
    private func fixture(_ engine: Engine? = Engine.all.first) async throws -> (BackupFixture, id: String) {
        let fixture = try await BackupFixture(try #require(engine), objects: 2)
        return (fixture, try await fixture.backUp().id)
    }

    private func files(_ fixture: BackupFixture, _ id: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(fixture.target)/\(id)")
        return names.map { "\(fixture.target)/\(id)/\($0)" } + ["\(fixture.target)/keys"]
    }

    @Test func everyBitCounts() async throws {
        let (fixture, id) = try await fixture()
        for path in try files(fixture, id) {
            let whole = try Data(contentsOf: URL(filePath: path))
            for offset in Set([0, whole.count / 3, whole.count / 2, whole.count - 1]) where offset < whole.count {
                var damaged = whole
                damaged[offset] ^= 1
                try damaged.write(to: URL(filePath: path))
                let error = await #expect(throws: StorageError.self, "\(path) \(offset)") { try await fixture.restoration() }
                #expect(error?.code == .corrupt || error?.code == .invalidKey)
            }
            try whole.write(to: URL(filePath: path))
        }
        _ = try await fixture.restoration()
    }

    @Test func filesThatAreCutShortOrGoneAreRefused() async throws {
        let (fixture, id) = try await fixture()
        for path in try files(fixture, id) {
            let whole = try Data(contentsOf: URL(filePath: path))
            for count in Set([0, whole.count / 2, whole.count - 1]) where count >= 0 && count < whole.count {
                try whole.prefix(count).write(to: URL(filePath: path))
                await #expect(throws: StorageError(.corrupt, ""), "\(path) \(count)") { try await fixture.restoration() }
            }
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: StorageError(.corrupt, ""), "\(path) gone") { try await fixture.restoration() }
            try whole.write(to: URL(filePath: path))
        }
    }

    @Test(arguments: Engine.all) func aDamagedOrMissingBlobIsToldOfAndTheRestIsRestored(_ engine: Engine) async throws {
        let (fixture, _) = try await fixture(engine)
        let address = try #require(try await fixture.blobs.addresses().first)
        let digits = address.description
        let path = "\(fixture.target)/blobs/\(digits.prefix(2))/\(digits.dropFirst(2).prefix(2))/\(digits)"
        try Data([1]).write(to: URL(filePath: path))
        for name in ["damaged", "missing"] {
            let restored = try await engine.open()
            let blobs = try await FolderBlobStore.open(at: fixture.folder.file(name))
            let report = try await fixture.restoration().write(into: restored.database, blobs: blobs, rootKeyPath: nil)
            #expect(report.damaged == [address] && report.blobs == 2)
            #expect(try await !blobs.addresses().contains(address))
            #expect(try await BackupFixture.rows(of: restored.database) == BackupFixture.rows(of: fixture.database))
            if name == "damaged" { try FileManager.default.removeItem(atPath: path) }
        }
    }

    @Test func anOldFileOfKeysIsRefused() async throws {
        let (fixture, _) = try await fixture()
        let old = try Data(contentsOf: URL(filePath: "\(fixture.target)/keys"))
        _ = try await fixture.backUp(at: 1_795_255_300_000)
        try old.write(to: URL(filePath: "\(fixture.target)/keys"))
        await #expect(throws: StorageError(.corrupt, "")) { try await fixture.restoration() }
    }

    @Test(arguments: Engine.all) func anotherInstancesRootKeyAndDatabasesThatHoldSomethingAreRefused(_ engine: Engine) async throws {
        let (fixture, _) = try await fixture(engine)
        _ = try RootKey.create(at: fixture.folder.file("other.key"))
        await #expect(throws: StorageError(.invalidKey, "")) {
            try await Restoration.open(
                from: fixture.target,
                files: RootKeyFiles(path: fixture.folder.file("other.key")),
                migrations: BackupFixture.migrations
            )
        }
        let restoration = try await fixture.restoration()
        await #expect(throws: StorageError(.conflict, "")) {
            try await restoration.write(into: fixture.database, blobs: fixture.blobs, rootKeyPath: nil)
        }
    }

    @Test func aBackupOfANewerProgramIsRefused() async throws {
        let (fixture, _) = try await fixture()
        await #expect(throws: StorageError(.newerSchema, "")) {
            try await Restoration.open(from: fixture.target, files: fixture.rootKey, migrations: KeyRing.migrations)
        }
        await #expect(throws: StorageError(.notFound, "")) { try await fixture.restoration("20200101T000000000Z-00000000") }
        await #expect(throws: StorageError(.notFound, "")) {
            try await Restoration.open(from: "/nowhere", files: fixture.rootKey, migrations: [])
        }
    }
}

@Suite struct RowCodecTests {
    /// Bytes of any kind are rows or an error, and never more.
    @Test func bytesThatAreNoRowsAreRefused() {
        // The seed is printed where something is found; PARAPH_SEED gives it again.
        let seed = ProcessInfo.processInfo.environment["PARAPH_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                [0, 1, 2, 3, 4, 255, UInt8.random(in: 0...255, using: &generator)].randomElement(using: &generator) ?? 0
            }
            var offset = 0
            var reader = RowCodec.Reader(kinds: [.integer, .text, .blob, .real]) { count in
                let piece = bytes[offset..<min(bytes.count, offset + min(count, 7))]
                offset += piece.count
                return Array(piece)
            }
            do {
                while try reader.next() != nil {}
                #expect(bytes.last == 0, "PARAPH_SEED=\(seed)")
            } catch {
                #expect(error as? StorageError == StorageError(.corrupt, ""), "PARAPH_SEED=\(seed)")
            }
        }
    }
}

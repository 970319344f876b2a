import Foundation
import ParaphStorage
import Synchronization
import Testing

/// The root key is exchanged while its database is in use.
@Suite struct KeyExchangeTests {
    struct Fixture {
        let folder: TemporaryFolder
        let opened: OpenDatabase
        var database: any Database { opened.database }
        var path: String { folder.file("root.key") }

        init(_ engine: Engine, holders: Int = 0) async throws {
            folder = try TemporaryFolder()
            opened = try await engine.open()
            try await database.migrate(KeyRing.migrations)
            let keys = try await open()
            try await database.write { tx in
                for number in 0..<holders { try keys.create(holder: "holder\(number)", in: tx) }
            }
        }

        func open() async throws -> KeyRing {
            try await KeyRing.open(files: RootKeyFiles(path: path), database: database)
        }

        func seal(_ holder: String, by keys: KeyRing) async throws -> [UInt8] {
            try await database.read { try keys.seal([1, 2, 3], holder: holder, table: "t", row: "r", version: 1, in: $0) }
        }

        func unseal(_ sealed: [UInt8], _ holder: String, by keys: KeyRing) async throws -> [UInt8] {
            try await database.read { try keys.open(sealed, holder: holder, table: "t", row: "r", version: 1, in: $0) }
        }

        func rootKeyIds() async throws -> Set<String> {
            Set(try await database.read { tx in try tx.rows("SELECT rootKeyId FROM holderKey").map { try $0.get("rootKeyId") } })
        }
    }

    struct Killed: Error {}

    @Test(arguments: Engine.all) func whatWasSealedBeforeOpensAfterwardsAndTheOldKeyIsUseless(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine, holders: 3)
        let server = try await fixture.open()
        let sealed = try await fixture.seal("holder1", by: server)
        let old = try RootKey.load(at: fixture.path)
        let drafts = ["", ".next"].map { "\(fixture.path)\($0).0123456789abcdef0123456789abcdef" }
        for draft in drafts { try Data([1]).write(to: URL(filePath: draft)) }
        let noted = Mutex<[String]>([])
        let (id, count) = try await server.exchangeRootKey(in: fixture.database) { old, new, _ in noted.withLock { $0 = [old, new] } }
        #expect(count == 3)
        #expect(noted.withLock { $0 } == [old.id, id])
        #expect(try RootKey.load(at: fixture.path).id == id)
        #expect(!FileManager.default.fileExists(atPath: fixture.path + ".next"))
        #expect(drafts.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
        #expect(try await fixture.rootKeyIds() == [id])
        #expect(try await fixture.unseal(sealed, "holder1", by: try await fixture.open()) == [1, 2, 3])
        await #expect(throws: StorageError(.invalidKey, "")) {
            try await fixture.unseal(sealed, "holder1", by: KeyRing(root: old))
        }
    }

    @Test(arguments: Engine.all) func aServerThatRanBeforeGoesOn(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine, holders: 1)
        let server = try await fixture.open()
        let sealed = try await fixture.seal("holder0", by: server)
        _ = try await fixture.open().exchangeRootKey(in: fixture.database)
        #expect(try await fixture.unseal(sealed, "holder0", by: server) == [1, 2, 3])
        try await fixture.database.write { try server.create(holder: "new", in: $0) }
        #expect(try await fixture.rootKeyIds().count == 1)
        #expect(try await fixture.seal("new", by: server).count == 36)
    }

    @Test(arguments: Engine.all) func keysThatAreMadeMeanwhileAreMadeWithTheNextKey(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine, holders: 450)
        let server = try await fixture.open()
        let exchanger = try await fixture.open()
        let writing = Task { [database = fixture.database] in
            for number in 0..<30 { try await database.write { try server.create(holder: "late\(number)", in: $0) } }
        }
        let (id, _) = try await exchanger.exchangeRootKey(in: fixture.database)
        try await writing.value
        #expect(try await fixture.rootKeyIds() == [id])
    }

    @Test(arguments: Engine.all) func brokenOffAnywhereItGoesOn(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine, holders: 450)
        let sealed = try await fixture.seal("holder449", by: try await fixture.open())
        let old = try RootKey.load(at: fixture.path).id
        for _ in 1...2 {
            let keys = try await fixture.open()
            await #expect(throws: Killed.self) {
                try await keys.exchangeRootKey(in: fixture.database, progress: { _ in throw Killed() })
            }
            // The old key stays in use until everything hangs on the next.
            #expect(try RootKey.load(at: fixture.path).id == old)
            #expect(try await fixture.unseal(sealed, "holder449", by: try await fixture.open()) == [1, 2, 3])
        }
        let (id, count) = try await fixture.open().exchangeRootKey(in: fixture.database)
        #expect(id != old)
        #expect(count == 50)
        #expect(try await fixture.unseal(sealed, "holder449", by: try await fixture.open()) == [1, 2, 3])
    }

    @Test(arguments: Engine.all) func anExchangeThatDiedBeforeItsLastStepEndsWhenTheNodeOpens(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine, holders: 1)
        let old = try Data(contentsOf: URL(filePath: fixture.path))
        let (id, _) = try await fixture.open().exchangeRootKey(in: fixture.database)
        try FileManager.default.moveItem(atPath: fixture.path, toPath: fixture.path + ".next")
        try old.write(to: URL(filePath: fixture.path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: fixture.path)
        _ = try await fixture.open()
        #expect(try RootKey.load(at: fixture.path).id == id)
    }

    @Test(arguments: Engine.all) func aDatabaseThatHangsOnALostKeyIsRefusedAndNoKeyIsMade(_ engine: Engine) async throws {
        let fixture = try await Fixture(engine, holders: 1)
        try FileManager.default.removeItem(atPath: fixture.path)
        await #expect(throws: StorageError(.notFound, "")) { try await fixture.open() }
        #expect(!FileManager.default.fileExists(atPath: fixture.path))
        _ = try RootKey.create(at: fixture.path)
        await #expect(throws: StorageError(.invalidKey, "")) { try await fixture.open() }
    }
}

/// Objects that several holders share.
@Suite struct ObjectKeyTests {
    @Test(arguments: Engine.all) func everyHolderOpensAndNobodyElse(_ engine: Engine) async throws {
        let fixture = try await KeyExchangeTests.Fixture(engine, holders: 3)
        let keys = try await fixture.open()
        try await fixture.database.write { tx in
            try keys.create(object: "file/1", holders: ["holder0"], in: tx)
            #expect(throws: StorageError(.conflict, "")) { try keys.create(object: "file/1", holders: ["holder2"], in: tx) }
            try keys.share(object: "file/1", of: "holder0", with: "holder1", in: tx)
            let sealed = try keys.seal([9], object: "file/1", holder: "holder0", table: "file", row: "1", version: 1, in: tx)
            #expect(try keys.open(sealed, object: "file/1", holder: "holder1", table: "file", row: "1", version: 1, in: tx) == [9])
            #expect(throws: StorageError(.notFound, "")) {
                try keys.open(sealed, object: "file/1", holder: "holder2", table: "file", row: "1", version: 1, in: tx)
            }
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.open(sealed, object: "file/1", holder: "holder1", table: "file", row: "1", version: 2, in: tx)
            }
            // Whose key is destroyed opens nothing more; the others go on.
            try keys.destroy(holder: "holder0", in: tx)
            #expect(throws: StorageError(.notFound, "")) {
                try keys.open(sealed, object: "file/1", holder: "holder0", table: "file", row: "1", version: 1, in: tx)
            }
            #expect(try keys.open(sealed, object: "file/1", holder: "holder1", table: "file", row: "1", version: 1, in: tx) == [9])
            try keys.withdraw(object: "file/1", from: "holder1", in: tx)
            #expect(throws: StorageError(.notFound, "")) {
                try keys.open(sealed, object: "file/1", holder: "holder1", table: "file", row: "1", version: 1, in: tx)
            }
        }
    }

    @Test(arguments: Engine.all) func aRenewedKeyOpensWhatItSealedAndNothingFromBefore(_ engine: Engine) async throws {
        let fixture = try await KeyExchangeTests.Fixture(engine, holders: 1)
        let keys = try await fixture.open()
        @Sendable func seal(_ object: String, _ tx: any WriteTransaction) throws -> [UInt8] {
            try keys.seal([9], object: object, holder: "holder0", table: "file", row: "1", version: 1, in: tx)
        }
        @Sendable func open(_ sealed: [UInt8], _ object: String, _ tx: any ReadTransaction) throws -> [UInt8] {
            try keys.open(sealed, object: object, holder: "holder0", table: "file", row: "1", version: 1, in: tx)
        }
        let (old, present, other) = try await fixture.database.write { tx in
            try keys.create(object: "file/2", holders: ["holder0"], in: tx)
            try keys.renew(object: "file/1", holders: ["holder0"], in: tx)
            let old = try seal("file/1", tx)
            try keys.renew(object: "file/1", holders: ["holder0"], in: tx)
            return (old, try seal("file/1", tx), try seal("file/2", tx))
        }
        // The keys of objects are wrapped by those of holders: an exchange of the root key leaves them as they are.
        _ = try await keys.exchangeRootKey(in: fixture.database)
        try await fixture.database.write { tx in
            #expect(throws: StorageError(.undecryptable, "")) { try open(old, "file/1", tx) }
            #expect(try open(present, "file/1", tx) == [9])
            #expect(try open(other, "file/2", tx) == [9])
            // What a holder's own key sealed does not pass for it, nor the other way round.
            let held = try keys.seal([9], holder: "holder0", table: "file", row: "1", version: 1, in: tx)
            #expect(throws: StorageError(.undecryptable, "")) { try open(held, "file/1", tx) }
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.open(present, holder: "holder0", table: "file", row: "1", version: 1, in: tx)
            }
            try keys.destroy(object: "file/1", in: tx)
            #expect(throws: StorageError(.notFound, "")) { try open(present, "file/1", tx) }
            #expect(throws: StorageError(.notFound, "")) { try keys.renew(object: "file/1", holders: ["nobody"], in: tx) }
        }
    }

    @Test(arguments: Engine.all) func anObjectsWrappedKeyOfAnotherObjectDoesNotOpen(_ engine: Engine) async throws {
        let fixture = try await KeyExchangeTests.Fixture(engine, holders: 1)
        let keys = try await fixture.open()
        try await fixture.database.write { tx in
            try keys.create(object: "file/1", holders: ["holder0"], in: tx)
            try keys.create(object: "file/2", holders: ["holder0"], in: tx)
            try tx.execute("UPDATE objectKey SET wrapped = (SELECT wrapped FROM objectKey WHERE object = 'file/1') WHERE object = 'file/2'")
            #expect(throws: StorageError(.undecryptable, "")) {
                try keys.seal([9], object: "file/2", holder: "holder0", table: "file", row: "1", version: 1, in: tx)
            }
        }
    }
}

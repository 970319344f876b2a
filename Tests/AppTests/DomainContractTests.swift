import AppTestSupport
import Channels
import Foundation
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit
import ServiceLifecycle
import TestSupport
import Testing

@testable import App
@testable import Files
@testable import FilesTestSupport
@testable import Identity

/// What must hold for every registered domain, and is seen not to hold for made-up ones that forget something.
@Suite struct DomainContractTests {
    @Test func everyRegisteredDomainKeepsToIt() async throws {
        try await TestServer.run { server, _ in
            let node = server.node
            let anna = try await node.people.createPerson(email: "anna@example.org", name: "Anna")
            _ = try await node.people.createPerson(email: "boris@example.org", name: "Boris")
            let wiring = try Wiring(node: node)
            try await PersonService(environment: wiring.identity.environment).setPhoto(Picture.png.bytes, of: anna)
            _ = try await node.people.createToken(person: anna, scopes: ["docs"])
            let piece = try await FileContents(database: node.database, blobs: node.blobs, time: node.time, logger: node.logger)
                .store(FilesFixture.file(1000))
            let document = FileRecord(ownerID: anna, name: "lease.pdf", size: 1000, at: node.time.now())
            try await node.database.write { tx in
                let store = FileStore(seals: FileSeals(keys: node.keyRing))
                try store.insert(document, in: tx)
                #expect(try store.add(piece, to: document.id, at: 0, in: tx))
                try store.complete(
                    document.id,
                    hash: "00",
                    by: FilePerson(id: anna, name: "Anna", email: "anna@example.org"),
                    at: document.createdAt,
                    in: tx
                )
                _ = try wiring.mail.outbox.enqueue(.init(to: "anna@example.org", subject: "Hello", text: "Anna", language: .en), in: tx)
            }
            let contract = DomainContract(
                domains: Wiring.registered,
                database: node.database,
                keys: node.keyRing,
                rootKey: RootKeyFiles(path: DataFolder(naming: node.configuration.data).rootKey),
                blobs: node.blobs,
                time: server.time,
                folder: server.folder,
                ended: ["session"]
            )
            #expect(try await contract.faults(erasing: anna) == [])
        }
    }

    @Test func aDomainThatForgetsNothingPasses() async throws {
        #expect(try await Self.faults(of: Notes.self) == [])
    }

    @Test func aForgottenBlobIsFound() async throws {
        let faults = try await Self.faults(of: NotesWithoutBlobs.self)
        #expect(faults.contains("note.file names a blob that its domain does not tell of"), "\(faults)")
        #expect(faults.contains("a blob is lost by a restore"), "\(faults)")
    }

    @Test func aForgottenPersonIsFound() async throws {
        let faults = try await Self.faults(of: NotesOfTheErased.self)
        #expect(faults == ["note.personId names who was erased"])
    }

    @Test func aTableThatIsWronglyLeftOutIsFound() async throws {
        #expect(try await Self.faults(of: NotesEmptiedByRestores.self).contains("note has 0 rows of 1 after a restore"))
    }

    /// The faults of a made-up domain that keeps one note.
    private static func faults(of domain: any Domain.Type) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-domain-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let domains = DomainList([domain])
        let database = try await TestPlace.make(folder: folder).open()
        try await database.migrate(domains.migrations)
        let rootKey = RootKeyFiles(path: "\(folder)/root.key")
        let keys = try await KeyRing.open(files: rootKey, database: database)
        let blobs = try await FolderBlobStore.open(at: "\(folder)/blobs")
        let file = try await blobs.put([1, 2, 3])
        try await database.write { tx in
            try tx.execute("INSERT INTO note (id, personId, file) VALUES ('n', 'anna', \(file.address))")
        }
        let contract = DomainContract(
            domains: domains,
            database: database,
            keys: keys,
            rootKey: rootKey,
            blobs: blobs,
            time: ManualTime(),
            folder: folder
        )
        let faults = try await contract.faults(erasing: "anna")
        await database.close()
        return faults
    }
}

/// A domain of notes, each of a person and with a file.
private protocol NoteTaking: Domain {}

extension NoteTaking {
    static var migrations: [Migration] {
        [
            Migration(
                name: "notes/001-notes",
                sql: "CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY, personId TEXT NOT NULL, file TEXT NOT NULL);"
            )
        ]
    }
    static var dialects: Set<String> { [] }
    static var scopes: [ScopeDeclaration] { [] }
    static var activityKinds: [ActivityKind] { [] }
    static var notices: [any Notice] { [] }
    static var openAPI: String? { nil }
    static var tablesNotBackedUp: Set<String> { [] }

    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try tx.rows("SELECT file FROM note").map { try $0.get("file") }
    }

    static func erasures(in tx: any ReadTransaction) throws -> [Erasure] { [] }

    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        let notes = try tx.rows("SELECT id FROM note WHERE personId = \(personID)").map { try $0.get("id", as: String.self) }
        return [try ExportedMember("notes", notes)]
    }

    static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let files = try tx.rows("SELECT file FROM note WHERE personId = \(personID)").map { try $0.get("file", as: BlobAddress.self) }
        try tx.execute("DELETE FROM note WHERE personId = \(personID)")
        return files
    }

    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome { .init() }
    var services: [any Service] { [] }
    func addRoutes(to router: Router<ParaphContext>) {}
}

private struct Notes: NoteTaking {}

private struct NotesWithoutBlobs: NoteTaking {
    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }
}

private struct NotesOfTheErased: NoteTaking {
    static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] { [] }
}

private struct NotesEmptiedByRestores: NoteTaking {
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try tx.execute("DELETE FROM note")
        return .init()
    }
}

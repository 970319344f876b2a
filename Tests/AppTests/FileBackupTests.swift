import AppTestSupport
import Foundation
import Logging
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Documents
@testable import Files
@testable import FilesTestSupport
@testable import Identity

/// Files in backups: the parts that rows name are copied, told where they are lost, and come back; and what a crash leaves goes.
struct FileBackupTests {
    private static func store(_ keys: KeyRing) -> FileStore {
        FileStore(seals: FileSeals(keys: keys))
    }

    private static func contents(_ node: Node) -> FileContents {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return FileContents(database: node.database, blobs: node.blobs, time: node.time, logger: logger)
    }

    /// Keeps a file of one part, and says which blob it lies in.
    private static func keep(_ file: [UInt8], on node: Node) async throws -> (id: String, blob: BlobAddress) {
        let piece = try await contents(node).store(file)
        let document = FileRecord(ownerID: "anna", name: "lease.pdf", size: file.count, at: node.time.now())
        try await node.database.write { tx in
            let store = store(node.keyRing)
            try store.insert(document, in: tx)
            #expect(try store.add(piece, to: document.id, at: 0, in: tx))
            let person = FilePerson(id: "anna", name: "Anna", email: "anna@example.org")
            try store.complete(document.id, hash: "00", by: person, at: document.createdAt, in: tx)
        }
        return (document.id, piece.address)
    }

    @Test func partsAreBackedUpRestoredAndMissedWhereTheyAreLost() async throws {
        try await TestServer.run { server, _ in
            let node = server.node
            let file = FilesFixture.file(200_000)
            let (kept, lost) = (try await Self.keep(file, on: node), try await Self.keep(FilesFixture.file(10), on: node))
            try await node.blobs.delete(lost.blob)
            let report = try await node.makeBackup(to: "\(server.folder)/backups", keep: nil)
            #expect(report.blobs == 1 && report.missingBlobs == [lost.blob.description])

            let target = "\(server.folder)/restored"
            let key = RootKeyFiles(path: DataFolder(naming: node.configuration.data).rootKey)
            let restored = try await Restore(source: "\(server.folder)/backups", rootKey: key, target: target, time: server.time).run()
            #expect(restored.blobs == 1)
            let folder = DataFolder(naming: target)
            let database = try SQLiteDatabase.open(at: folder.database)
            let keys = try await KeyRing.open(files: RootKeyFiles(path: folder.rootKey), database: database)
            let parts = try await database.read { tx in
                let store = Self.store(keys)
                let version = try #require(try store.newestVersion(of: kept.id, in: tx))
                return try store.parts(of: version, in: tx)
            }
            let blobs = try await FolderBlobStore.open(at: folder.blobs)
            let content = FileContent(parts: parts, range: 0..<file.count, blobs: blobs)
            #expect(try await FilesFixture.collect(content) == file)
            await database.close()
        }
    }

    @Test func aRestoreLeavesNoBlobThatNoRowNamesNorDrafts() async throws {
        try await TestServer.run { server, _ in
            let node = server.node
            let kept = try await Self.keep(FilesFixture.file(1000), on: node)
            // As an upload leaves it that is discarded while the backup runs: in the backup, and known to none of its rows.
            _ = try await Self.contents(node).store(FilesFixture.file(2000))
            try await node.database.write { tx in
                try tx.execute("DELETE FROM orphanedBlob")
                try node.keyRing.create(holder: "anna", in: tx)
                let draft = FileDraftStore.Record(
                    id: "draft",
                    fileID: kept.id,
                    base: 1,
                    documentID: "document",
                    personID: "anna",
                    signatureID: "s1",
                    seen: DocumentHash(stored: "00"),
                    digest: [1],
                    contents: 1..<2,
                    isOnFreePaper: true,
                    isReplacing: false,
                    expiresAt: node.time.now().adding(seconds: 900)
                )
                let full = try FileDraftStore(keys: node.keyRing).insert(draft, update: [1], at: node.time.now(), in: tx)
                #expect(full == nil)
            }
            let report = try await node.makeBackup(to: "\(server.folder)/backups", keep: nil)
            #expect(report.blobs == 2)
            let manifest = try Data(contentsOf: URL(filePath: "\(server.folder)/backups/\(report.id)/manifest.json"))
            let parts = try JSONDecoder().decode(Manifest.self, from: manifest).tables
            #expect(parts.first { $0.name == "fileDraft" }?.count == 0 && parts.first { $0.name == "filePart" }?.count == 1)

            let target = "\(server.folder)/restored"
            let key = RootKeyFiles(path: DataFolder(naming: node.configuration.data).rootKey)
            _ = try await Restore(source: "\(server.folder)/backups", rootKey: key, target: target, time: server.time).run()
            let blobs = try await FolderBlobStore.open(at: DataFolder(naming: target).blobs)
            #expect(try await blobs.addresses() == [kept.blob])
        }
    }

    private struct Manifest: Decodable {
        struct Part: Decodable {
            var name: String
            var count: Int
        }

        var tables: [Part]
    }

    @Test func whatACrashLeavesIsSweptAfterAnHourAndWhatRowsNameStays() async throws {
        try await TestServer.run { server, _ in
            let node = server.node
            let kept = try await Self.keep(FilesFixture.file(10), on: node)
            // Stored, and claimed by no transaction.
            let left = try await Self.contents(node).store(FilesFixture.file(100_000))
            let sweep = OrphanedBlobSweep(database: node.database, blobs: node.blobs, time: node.time, logger: node.logger)
            server.time.advance(seconds: 3599)
            _ = try await sweep.turn()
            #expect(Set(try await node.blobs.addresses()) == [kept.blob, left.address])
            server.time.advance(seconds: 1)
            _ = try await sweep.turn()
            #expect(try await node.blobs.addresses() == [kept.blob])
        }
    }
}

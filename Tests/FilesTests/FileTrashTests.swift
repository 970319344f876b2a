import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport
@testable import ServerKit

/// What an owner deletes is gone for all at once, and comes back as it was for seven days.
struct FileTrashTests {
    private static func list(_ person: String, _ files: FilesFixture, _ query: String = "") async throws -> Page<StoredFile> {
        try files.decode(try await files.send(.get, "/v1/files\(query)", by: person))
    }

    private static func trash(_ person: String, _ files: FilesFixture) async throws -> [StoredFile] {
        try await list(person, files, "?isTrashed=true").items
    }

    private static func delete(_ id: String, by person: String = "anna", _ files: FilesFixture) async throws -> HTTPResponse.Status {
        try await files.send(.delete, "/v1/files/\(id)", by: person).status
    }

    private static func restore(_ id: String, by person: String = "anna", _ files: FilesFixture) async throws -> TestResponse {
        try await files.send(.post, "/v1/files/\(id)/restore", by: person)
    }

    private static func share(with person: String, file id: String, _ files: FilesFixture) async throws {
        let invitation = FileInvitation(email: "\(person)@example.org")
        #expect(try await files.call(.post, "/v1/files/\(id)/readers", invitation, by: "anna").status == .created)
    }

    @Test func itIsGoneForOwnerAndReadersAndComesBackForBoth() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2000)
            let id = try await files.keep(file).id
            try await Self.share(with: "boris", file: id, files)
            #expect(try await files.download(id, by: "boris").bytes == file)
            try await files.append([1, 2, 3], to: file, of: id, signature: "s1", by: "anna")
            let before = try await (Self.list("anna", files).items, Self.list("boris", files).items)
            #expect(try await Self.delete(id, files) == .noContent)
            let name = try JSONBody.encode(FileRename(name: "x.pdf"))
            for person in ["anna", "boris"] {
                #expect(try await Self.list(person, files).items.isEmpty)
                #expect(try await files.download(id, by: person).status == .notFound)
                for (method, path) in [(HTTPRequest.Method.get, ""), (.delete, ""), (.get, "/readers"), (.delete, "/readers/boris")] {
                    #expect(try await files.send(method, "/v1/files/\(id)\(path)", by: person).status == .notFound, "\(method) \(path)")
                }
                let renamed = try await files.send(.patch, "/v1/files/\(id)", name, headers: [.contentType: "application/json"], by: person)
                #expect(renamed.status == .notFound)
            }
            #expect(try await Self.trash("boris", files).isEmpty)
            for person in ["boris", "carol"] { #expect(try await Self.restore(id, by: person, files).status == .notFound) }
            let trashed = try #require(try await Self.trash("anna", files).first)
            #expect(trashed.id == id && trashed.expiresAt == files.time.now().adding(seconds: FileLimits.trashTime))

            files.time.advance(seconds: FileLimits.trashTime - 1)
            _ = try await FileSweep(environment: files.environment).turn()
            for _ in 0..<2 {
                let restored: StoredFile = try files.decode(try await Self.restore(id, files))
                #expect(restored == before.0.first)
            }
            #expect(try await Self.list("anna", files).items == before.0)
            #expect(try await Self.list("boris", files).items == before.1)
            #expect(try await Self.trash("anna", files).isEmpty)
            #expect(try await files.download(id, by: "boris").bytes == file + [1, 2, 3])
            #expect(files.people.noted.withLock { $0.filter { $0 == "anna: fileRestored" } }.count == 1)
        }
    }

    @Test func afterSevenDaysItIsGoneForGood() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(2000)).id
            #expect(try await Self.delete(id, files) == .noContent)
            #expect(try await [files.count("file"), files.blobCount()] == [1, 1])
            files.time.advance(seconds: FileLimits.trashTime)
            // The time counts, and not when it is swept.
            #expect(try await Self.trash("anna", files).isEmpty)
            #expect(try await Self.restore(id, files).status == .notFound)
            _ = try await FileSweep(environment: files.environment).turn()
            #expect(try await [files.count("file"), files.blobCount()] == [0, 0])
            let hasKey = try await files.environment.database.read { [store = files.store] tx in try store.seals.isThere(id, in: tx) }
            #expect(!hasKey)
        }
    }

    @Test func whatIsOnItsWayIsDeletedAtOnce() async throws {
        try await FilesFixture.run { files in
            let size = (1 << 20) + 10
            let id = try await files.start(size).id
            #expect(try await files.put(FilesFixture.file(1 << 20), at: 0, of: size, to: id).status == .ok)
            #expect(try await Self.delete(id, files) == .noContent)
            #expect(try await [files.count("file"), files.blobCount()] == [0, 0])
            #expect(try await Self.restore(id, files).status == .notFound)
        }
    }

    @Test func nothingIsSignedNorMailedFromTheTrash() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2000)
            let id = try await files.keep(file).id
            let (store, environment) = (files.store, files.environment)
            let newest = try #require(try await environment.database.read { try store.newestVersion(of: id, in: $0) })
            let attachments = FileAttachments(environment: environment)
            let versions = FileVersions(environment: environment)
            func isThere() async throws -> Bool {
                try await environment.database.read { try versions.existing(among: [id], in: $0) == [id] }
            }
            #expect(try await Self.delete(id, files) == .noContent)
            #expect(try await attachments.bytes(of: FileAttachments.reference(newest)) == nil)
            #expect(try await !isThere())
            #expect(try await files.append([1], to: file, of: id, signature: "s1", by: "anna") == nil)
            #expect(try await Self.restore(id, files).status == .ok)
            #expect(try await attachments.bytes(of: FileAttachments.reference(newest)) == file)
            #expect(try await isThere())
            #expect(try await files.append([1], to: file, of: id, signature: "s2", by: "anna") != nil)
            #expect(try await Self.delete(id, files) == .noContent)
            let history = try await environment.database.read { try versions.shared(as: "document of \(id)", readableBy: "anna", in: $0) }
            #expect(history == nil)
        }
    }

    @Test func itCountsAsKept() async throws {
        try await FilesFixture.run { files in
            for number in 0..<3 {
                let id = try await files.keep(FilesFixture.file(100)).id
                try await Self.share(with: "boris", file: id, files)
                if number > 0 { #expect(try await Self.delete(id, files) == .noContent) }
            }
            let (usage, unopened) = try await files.environment.database.read { [store = files.store] tx in
                (try store.usage(of: "anna", in: tx), try store.unopened(of: "anna", for: "boris", in: tx))
            }
            #expect(usage.count == 3 && usage.bytes == 300 && unopened == 3, "it may come back")
        }
    }

    @Test func theTrashHasPagesTheLatestFirst() async throws {
        try await FilesFixture.run { files in
            var deleted: [String] = []
            for _ in 0..<60 { deleted.append(try await files.keep(FilesFixture.file(10)).id) }
            for (number, id) in deleted.enumerated() {
                // Several at one moment.
                if number.isMultiple(of: 7) { files.time.advance(seconds: 1) }
                #expect(try await Self.delete(id, files) == .noContent)
            }
            let first = try await Self.list("anna", files, "?isTrashed=true")
            let next = try #require(first.next)
            let second = try await Self.list("anna", files, "?isTrashed=true&after=\(next)")
            #expect(first.items.count == 50 && second.items.count == 10 && second.next == nil)
            let found = first.items + second.items
            #expect(Set(found.map(\.id)) == Set(deleted))
            let times = found.compactMap(\.expiresAt)
            #expect(times.count == 60 && times == times.sorted(by: >))
        }
    }

    @Test func eachDeviceHearsThatItIsGoneAndThatItIsThereAgain() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(100)).id
            try await Self.share(with: "boris", file: id, files)
            try await Epoch.beginFirst(in: files.environment.database)
            func changes(_ person: String, after cursor: String?) async throws -> Changes {
                try await files.environment.database.read { try ChangeLog.changes(of: person, after: cursor, limit: 10, in: $0) }
            }
            for person in ["anna", "boris"] {
                let start = try await changes(person, after: nil).cursor
                #expect(try await Self.delete(id, files) == .noContent)
                let gone = try await changes(person, after: start)
                #expect(gone.changes.map(\.id) == [id] && gone.changes.map(\.isRemoved) == [true])
                #expect(try await Self.restore(id, files).status == .ok)
                let back = try await changes(person, after: gone.cursor)
                #expect(back.changes.map(\.id) == [id] && back.changes.map(\.isRemoved) == [false])
            }
        }
    }

    @Test func itIsItsOwnersInAnExportAndGoesWithThem() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(100)).id
            try await Self.share(with: "boris", file: id, files)
            #expect(try await Self.delete(id, files) == .noContent)
            let (own, shared) = try await files.environment.database.read { [store = files.store] tx in
                (try ExportedFile.all(of: "anna", in: store, tx), try ExportedSharedFile.all(of: "boris", in: store, tx))
            }
            #expect(own.map(\.id) == [id] && own.first?.trashedAt == files.time.now() && shared.isEmpty)
            let (keys, now) = (files.environment.keys, files.time.now())
            let blobs = try await files.environment.database.write { try FilesDomain.erase("anna", at: now, keys: keys, in: $0) }
            #expect(try await files.count("file") == 0)
            #expect(blobs.count == 1)
        }
    }
}

import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// Who may what with a file.
struct FileReaderTests {
    private static func readers(_ id: String) -> String { "/v1/files/\(id)/readers" }

    private static func invite(_ email: String, to id: String, by person: String = "anna", _ files: FilesFixture) async throws -> (
        Int, String?
    ) {
        let response = try await files.call(.post, readers(id), FileInvitation(email: email), by: person)
        return (response.status.code, files.code(response))
    }

    private static func list(_ person: String, _ files: FilesFixture, after cursor: String? = nil) async throws -> Page<StoredFile> {
        let query = cursor.map { "?after=\($0)" } ?? ""
        return try files.decode(try await files.send(.get, "/v1/files\(query)", by: person))
    }

    @Test func whoIsLetInReadsAndLeavesAndEverybodyElseSeesNothing() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2000)
            let id = try await files.keep(file).id
            #expect(try await files.download(id, by: "boris").status == .notFound)
            #expect(try await Self.invite("boris@example.org", to: id, files) == (201, nil))
            #expect(try await files.download(id, by: "boris").bytes == file)
            let shown: StoredFile = try files.decode(try await files.send(.get, "/v1/files/\(id)", by: "boris"))
            #expect(!shown.isOwn && shown.ownerName == "Anna")
            #expect(try await Self.list("boris", files).items == [shown])
            // What only the owner may.
            let name = try JSONBody.encode(FileRename(name: "x.pdf"))
            for response in [
                try await files.send(.patch, "/v1/files/\(id)", name, headers: [.contentType: "application/json"], by: "boris"),
                try await files.send(.get, Self.readers(id), by: "boris"),
                try await files.call(.post, Self.readers(id), FileInvitation(email: "carol@example.org"), by: "boris"),
                try await files.send(.delete, Self.readers(id) + "/anna", by: "boris"),
                try await files.put(file, at: 0, of: file.count, to: id, by: "boris"),
            ] {
                #expect(response.status == .forbidden && files.code(response) == "notYours")
            }
            #expect(try await files.send(.delete, "/v1/files/\(id)", by: "boris").status == .noContent)
            #expect(try await files.download(id, by: "boris").status == .notFound)
            #expect(try await files.download(id).bytes == file)
            for person in ["boris", "carol"] {
                for (method, path) in [
                    (HTTPRequest.Method.get, "/v1/files/\(id)"), (.delete, "/v1/files/\(id)"), (.get, Self.readers(id)),
                    (.get, "/v1/files/\(id)/content"), (.head, "/v1/files/\(id)/content"),
                    (.delete, Self.readers(id) + "/boris"),
                ] {
                    #expect(try await files.send(method, path, by: person).status == .notFound, "\(method) \(path)")
                    #expect(try await files.send(method, path, by: nil).status == .unauthorized, "\(method) \(path)")
                }
            }
        }
    }

    @Test func whoIsLetInIsToldOnceAndCanBeDismissed() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(2000)).id
            for _ in 0..<2 { #expect(try await Self.invite("boris@example.org", to: id, files) == (201, nil)) }
            #expect(files.people.told.withLock { $0 } == ["boris by anna to lease"])
            let noted = files.people.noted.withLock { $0 }
            #expect(noted.suffix(2) == ["anna: fileShared boris@", "boris: fileInvited anna"])
            let unread = try #require(try await Self.list("anna", files).items.first)
            #expect(unread.waitsFor == ["boris@example.org"])
            let waiting = try #require(try await Self.list("boris", files).items.first)
            #expect(waiting.id == id && !waiting.isSignedByMe && waiting.unsigned == 1 && waiting.waitsFor == nil)
            let page: Page<FileReader> = try files.decode(try await files.send(.get, Self.readers(id), by: "anna"))
            #expect(page.items == [FileReader(id: "boris", name: "boris@example.org", email: "boris@example.org")], "no name yet")
            #expect(try await files.download(id, by: "boris").status == .ok)
            let opened: Page<FileReader> = try files.decode(try await files.send(.get, Self.readers(id), by: "anna"))
            #expect(opened.items == [FileReader(id: "boris", name: "Boris", email: "boris@example.org")])
            #expect(try await Self.list("anna", files).items.first?.waitsFor == ["Boris"])
            #expect(files.people.noted.withLock { $0 }.last == "anna: names boris")
            #expect(try await files.send(.delete, Self.readers(id) + "/boris", by: "anna").status == .noContent)
            #expect(try await files.send(.delete, Self.readers(id) + "/boris", by: "anna").status == .notFound)
            #expect(files.people.noted.withLock { $0 }.last == "anna: fileUnshared boris")
            #expect(try await files.download(id, by: "boris").status == .notFound)
            #expect(try await Self.invite("carol@example.org", to: id, files) == (201, nil))
            #expect(try await files.send(.delete, Self.readers(id) + "/carol", by: "anna").status == .noContent)
            #expect(files.people.noted.withLock { $0 }.last == "anna: fileUnshared carol@")
        }
    }

    @Test func theHistoryNamesToTheOwnerAloneWhoDidNotOpenTheFile() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(2000)
            let id = try await files.keep(file).id
            for name in ["boris", "carol"] { #expect(try await Self.invite("\(name)@example.org", to: id, files) == (201, nil)) }
            try await files.append([1, 2, 3], to: file, of: id, signature: "s1", by: "anna")
            let versions = FileVersions(environment: files.environment)
            func readers(_ person: String) async throws -> [String] {
                try await files.environment.database.read { [store = files.store] tx -> [String] in
                    let document = try #require(try store.find(id, in: tx)?.documentID)
                    return try versions.shared(as: document, readableBy: person, in: tx)?.readers.map(\.name) ?? []
                }
            }
            #expect(try await readers("anna") == ["boris@example.org", "carol@example.org"])
            #expect(try await readers("boris") == ["Boris"])
            #expect(try await files.download(id, by: "carol").status == .ok)
            #expect(try await readers("anna") == ["boris@example.org", "Carol"])
            #expect(try await readers("boris") == ["Boris", "Carol"])
        }
    }

    @Test func anAddressIsAskedForOnlyAFewTimesAnHour() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(2000)).id
            #expect(try await Self.invite("anna@example.org", to: id, files) == (400, "malformed"))
            for email in ["", String(repeating: "a", count: 255), "a\u{0}@example.org"] {
                #expect(try await Self.invite(email, to: id, files) == (400, "malformed"))
            }
            for _ in 1..<FileLimits.invitationsAnHour {
                #expect(try await Self.invite("x@example.com", to: id, files) == (404, "noAccount"))
            }
            #expect(try await Self.invite("boris@example.org", to: id, files) == (429, "tooManyInvitations"))
            let other = try await files.keep(FilesFixture.file(10), by: "carol").id
            #expect(try await Self.invite("boris@example.org", to: other, by: "carol", files) == (201, nil))
            files.time.advance(seconds: 3601)
            #expect(try await Self.invite("boris@example.org", to: id, files) == (201, nil))
            _ = try await FileSweep(environment: files.environment).turn()
            #expect(try await files.count("fileInvitation") == 1)
        }
    }

    @Test func nobodyIsLetIntoAFileOnItsWay() async throws {
        try await FilesFixture.run { files in
            let id = try await files.start(1000).id
            #expect(try await Self.invite("boris@example.org", to: id, files) == (409, "incomplete"))
        }
    }

    @Test func theListHasPagesNewestFirstOfOwnAndOthers() async throws {
        try await FilesFixture.run { files in
            var expected: [String] = []
            for number in 0..<60 {
                let owner = number.isMultiple(of: 3) ? "boris" : "anna"
                let id = try await files.keep(FilesFixture.file(100), name: "\(number).pdf", by: owner).id
                if owner == "boris" {
                    #expect(try await Self.invite("anna@example.org", to: id, by: "boris", files).0 == 201)
                    #expect(try await files.download(id, by: "anna").status == .ok)
                }
                expected.insert(id, at: 0)
                // Several at one moment.
                if number.isMultiple(of: 7) { files.time.advance(seconds: 200) }
            }
            let first = try await Self.list("anna", files)
            let second = try await Self.list("anna", files, after: first.next)
            #expect(first.items.count == 50 && second.items.count == 10 && second.next == nil)
            let found = (first.items + second.items)
            #expect(Set(found.map(\.id)) == Set(expected))
            #expect(found.map(\.changedAt) == found.map(\.changedAt).sorted(by: >))
            let next = try #require(first.next)
            for (cursor, list) in [("x", ""), ("1.2", ""), (".", ""), ("\(next)A", ""), (next, "&isTrashed=true")] {
                #expect(try await files.send(.get, "/v1/files?after=\(cursor)\(list)", by: "anna").status == .badRequest, "\(cursor)")
            }
        }
    }

    @Test func aReaderWhoLeftIsNotLetInAgain() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(100)).id
            #expect(try await Self.invite("boris@example.org", to: id, files) == (201, nil))
            #expect(try await files.send(.delete, "/v1/files/\(id)", by: "boris").status == .noContent)
            #expect(try await Self.invite("boris@example.org", to: id, files) == (409, "readerLeft"))
            #expect(try await Self.list("boris", files).items.isEmpty)
            // A reader who was dismissed may be let in again, and one who left into another file.
            #expect(try await Self.invite("carol@example.org", to: id, files) == (201, nil))
            #expect(try await files.send(.delete, Self.readers(id) + "/carol", by: "anna").status == .noContent)
            #expect(try await Self.invite("carol@example.org", to: id, files) == (201, nil))
            let other = try await files.keep(FilesFixture.file(100)).id
            #expect(try await Self.invite("boris@example.org", to: other, files) == (201, nil))
        }
    }

    @Test func oneOwnersUnopenedFilesAreFew() async throws {
        try await FilesFixture.run { files in
            var ids: [String] = []
            for _ in 0..<FileLimits.unopened {
                let id = try await files.keep(FilesFixture.file(100)).id
                ids.append(id)
                #expect(try await Self.invite("boris@example.org", to: id, files) == (201, nil))
            }
            let more = try await files.keep(FilesFixture.file(100)).id
            #expect(try await Self.invite("boris@example.org", to: more, files) == (409, "tooManyUnopened"))
            let others = try await files.keep(FilesFixture.file(100), by: "carol").id
            #expect(try await Self.invite("boris@example.org", to: others, by: "carol", files) == (201, nil))
            #expect(try await files.download(ids[2], by: "boris").status == .ok)
            #expect(try await Self.invite("boris@example.org", to: more, files) == (201, nil))
        }
    }

    @Test func whatIsDeletedOfSharedFilesIsToldToOwnerAndReaders() async throws {
        try await FilesFixture.run { files in
            for number in 0..<3 {
                let id = try await files.keep(FilesFixture.file(100), name: "\(number).pdf").id
                if number > 0 { #expect(try await Self.invite("boris@example.org", to: id, files) == (201, nil)) }
                #expect(try await files.send(.delete, "/v1/files/\(id)", by: "anna").status == .noContent)
            }
            func told() -> [String] { files.people.told.withLock { $0 }.filter { $0.contains("deleted") } }
            #expect(told() == ["boris: anna deleted 1", "boris: anna deleted 2"])
            _ = try await FileSweep(environment: files.environment).turn()
            #expect(told().count == 2, "one mail for all of some minutes")
            files.time.advance(seconds: FileLimits.removalPause)
            for _ in 0..<2 { _ = try await FileSweep(environment: files.environment).turn() }
            #expect(told().last == "anna: 2 deleted" && told().count == 3)
        }
    }

    @Test func aNameHoldsNoPiledMarks() async throws {
        try await FilesFixture.run { files in
            let start = FileUpload(name: "a" + String(repeating: "\u{301}", count: 5) + ".pdf", size: 10)
            let refused = try await files.call(.post, "/v1/files", start, by: "anna")
            #expect(refused.status == .badRequest)
        }
    }

    @Test func aRenamedDocumentKeepsItsPlace() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(100)).id
            files.time.advance(seconds: 1)
            let other = try await files.keep(FilesFixture.file(100)).id
            files.time.advance(seconds: 1)
            for name in ["second.pdf", "third.pdf"] {
                let renamed = try await files.call(.patch, "/v1/files/\(id)", FileRename(name: name), by: "anna")
                #expect(try files.decode(renamed, as: StoredFile.self).name == name)
            }
            #expect(try await Self.list("anna", files).items.map(\.id) == [other, id])
            #expect(
                try await files.call(.patch, "/v1/files/\(id)", FileRename(name: "a/b"), by: "anna").status == .badRequest
            )
        }
    }

    @Test func whatIsDeletedLeavesNeitherRowsNorKeysNorBlobs() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file((3 << 20) + 5)
            let id = try await files.keep(file).id
            let other = try await files.keep(file, by: "boris").id
            _ = try await Self.invite("boris@example.org", to: id, files)
            try await files.append([1, 2, 3], to: file, of: id, signature: "s1", by: "anna")
            #expect(try await files.send(.delete, "/v1/files/\(id)", by: "anna").status == .noContent)
            #expect(try await files.send(.delete, "/v1/files/\(id)", by: "anna").status == .notFound)
            files.time.advance(seconds: FileLimits.trashTime)
            _ = try await FileSweep(environment: files.environment).turn()
            let counts = try await [
                files.count("file"), files.count("filePart"), files.count("fileVersion"),
                files.count("fileReader"), files.blobCount(),
            ]
            #expect(counts == [1, 4, 1, 0, 4])
            let hasKey = try await files.environment.database.read { [store = files.store] tx in try store.seals.isThere(id, in: tx) }
            #expect(!hasKey)
            #expect(try await files.download(other, by: "boris").bytes == file)
            let named = try await files.environment.database.read { try FilesDomain.blobs(in: $0) }
            #expect(Set(named) == Set(try await files.environment.blobs.addresses()))
        }
    }
}

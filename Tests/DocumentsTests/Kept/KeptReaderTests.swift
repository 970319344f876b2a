import HTTPTypes
import HummingbirdTesting
import Identity
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Documents

/// Who may what with a kept document.
struct KeptReaderTests {
    private static func readers(_ id: String) -> String { "/v1/kept-documents/\(id)/readers" }

    private static func invite(_ email: String, to id: String, by person: String = "anna", _ kept: KeptFixture) async throws -> (
        Int, String?
    ) {
        let response = try await kept.call(.post, readers(id), KeptDocumentInvitation(email: email), by: person)
        return (response.status.code, kept.code(response))
    }

    private static func list(_ person: String, _ kept: KeptFixture, after cursor: String? = nil) async throws -> Page<KeptDocument> {
        let query = cursor.map { "?after=\($0)" } ?? ""
        return try kept.decode(try await kept.send(.get, "/v1/kept-documents\(query)", by: person))
    }

    @Test func whoIsLetInReadsAndLeavesAndEverybodyElseSeesNothing() async throws {
        try await KeptFixture.run { kept in
            let file = KeptFixture.file(2000)
            let id = try await kept.keep(file).id
            #expect(try await kept.download(id, by: "boris").status == .notFound)
            #expect(try await Self.invite("boris@example.org", to: id, kept) == (201, nil))
            #expect(try await kept.download(id, by: "boris").bytes == file)
            let shown: KeptDocument = try kept.decode(try await kept.send(.get, "/v1/kept-documents/\(id)", by: "boris"))
            #expect(!shown.isOwn && shown.owner == "Anna")
            #expect(try await Self.list("boris", kept).items == [shown])
            // What only the owner may.
            let name = try JSONBody.encode(KeptDocumentName(name: "x.pdf"))
            for response in [
                try await kept.send(.patch, "/v1/kept-documents/\(id)", name, headers: [.contentType: "application/json"], by: "boris"),
                try await kept.send(.get, Self.readers(id), by: "boris"),
                try await kept.call(.post, Self.readers(id), KeptDocumentInvitation(email: "carol@example.org"), by: "boris"),
                try await kept.send(.delete, Self.readers(id) + "/anna", by: "boris"),
                try await kept.put(file, at: 0, of: file.count, to: id, by: "boris"),
            ] {
                #expect(response.status == .forbidden && kept.code(response) == "notYours")
            }
            #expect(try await kept.send(.delete, "/v1/kept-documents/\(id)", by: "boris").status == .noContent)
            #expect(try await kept.download(id, by: "boris").status == .notFound)
            #expect(try await kept.download(id).bytes == file)
            for person in ["boris", "carol"] {
                for (method, path) in [
                    (HTTPRequest.Method.get, "/v1/kept-documents/\(id)"), (.delete, "/v1/kept-documents/\(id)"), (.get, Self.readers(id)),
                    (.get, "/v1/kept-documents/\(id)/content"), (.head, "/v1/kept-documents/\(id)/content"),
                    (.delete, Self.readers(id) + "/boris"),
                ] {
                    #expect(try await kept.send(method, path, by: person).status == .notFound, "\(method) \(path)")
                    #expect(try await kept.send(method, path, by: nil).status == .unauthorized, "\(method) \(path)")
                }
            }
        }
    }

    @Test func whoIsLetInIsToldOnceAndCanBeDismissed() async throws {
        try await KeptFixture.run { kept in
            let id = try await kept.keep(KeptFixture.file(2000)).id
            for _ in 0..<2 { #expect(try await Self.invite("boris@example.org", to: id, kept) == (201, nil)) }
            #expect(kept.registry.people.told.withLock { $0 } == ["boris by anna to lease.pdf"])
            #expect(kept.registry.people.noted.withLock { $0 }.contains("anna: shared"))
            let page: Page<KeptDocumentReader> = try kept.decode(try await kept.send(.get, Self.readers(id), by: "anna"))
            #expect(page.items == [KeptDocumentReader(id: "boris", name: "Boris", email: "boris@example.org")])
            #expect(try await kept.send(.delete, Self.readers(id) + "/boris", by: "anna").status == .noContent)
            #expect(try await kept.send(.delete, Self.readers(id) + "/boris", by: "anna").status == .notFound)
            #expect(try await kept.download(id, by: "boris").status == .notFound)
        }
    }

    @Test func anAddressIsAskedForOnlyAFewTimesAnHour() async throws {
        try await KeptFixture.run { kept in
            let id = try await kept.keep(KeptFixture.file(2000)).id
            #expect(try await Self.invite("anna@example.org", to: id, kept) == (400, "malformed"))
            for email in ["", String(repeating: "a", count: 255), "a\u{0}@example.org"] {
                #expect(try await Self.invite(email, to: id, kept) == (400, "malformed"))
            }
            for _ in 1..<KeptLimits.invitationsAnHour {
                #expect(try await Self.invite("x@example.com", to: id, kept) == (404, "noAccount"))
            }
            #expect(try await Self.invite("boris@example.org", to: id, kept) == (429, "tooManyInvitations"))
            let other = try await kept.keep(KeptFixture.file(10), by: "carol").id
            #expect(try await Self.invite("boris@example.org", to: other, by: "carol", kept) == (201, nil))
            kept.registry.time.advance(seconds: 3601)
            #expect(try await Self.invite("boris@example.org", to: id, kept) == (201, nil))
            _ = try await KeptDocumentSweep(environment: kept.environment).turn()
            #expect(try await kept.registry.count("keptInvitation") == 1)
        }
    }

    @Test func nobodyIsLetIntoAFileOnItsWay() async throws {
        try await KeptFixture.run { kept in
            let id = try await kept.start(1000).id
            #expect(try await Self.invite("boris@example.org", to: id, kept) == (409, "incomplete"))
        }
    }

    @Test func theListHasPagesNewestFirstOfOwnAndOthers() async throws {
        try await KeptFixture.run { kept in
            var expected: [String] = []
            for number in 0..<60 {
                let owner = number.isMultiple(of: 3) ? "boris" : "anna"
                let id = try await kept.keep(KeptFixture.file(100), name: "\(number).pdf", by: owner).id
                if owner == "boris" { #expect(try await Self.invite("anna@example.org", to: id, by: "boris", kept).0 == 201) }
                expected.insert(id, at: 0)
                // Several at one moment.
                if number.isMultiple(of: 7) { kept.registry.time.advance(seconds: 200) }
            }
            let first = try await Self.list("anna", kept)
            let second = try await Self.list("anna", kept, after: first.next)
            #expect(first.items.count == 50 && second.items.count == 10 && second.next == nil)
            let found = (first.items + second.items)
            #expect(Set(found.map(\.id)) == Set(expected))
            #expect(found.map(\.changed) == found.map(\.changed).sorted(by: >))
            for cursor in ["x", "1.2", "1.", ".", "99999999999999999999.0123456789abcdef0123456789abcdef"] {
                #expect(try await kept.send(.get, "/v1/kept-documents?after=\(cursor)", by: "anna").status == .badRequest)
            }
        }
    }

    @Test func aRenamedDocumentIsTheSameAndNewest() async throws {
        try await KeptFixture.run { kept in
            let id = try await kept.keep(KeptFixture.file(100)).id
            kept.registry.time.advance(seconds: 1)
            let other = try await kept.keep(KeptFixture.file(100)).id
            kept.registry.time.advance(seconds: 1)
            for name in ["second.pdf", "third.pdf"] {
                let renamed = try await kept.call(.patch, "/v1/kept-documents/\(id)", KeptDocumentName(name: name), by: "anna")
                #expect(try kept.decode(renamed, as: KeptDocument.self).name == name)
            }
            #expect(try await Self.list("anna", kept).items.map(\.id) == [id, other])
            #expect(
                try await kept.call(.patch, "/v1/kept-documents/\(id)", KeptDocumentName(name: "a/b"), by: "anna").status == .badRequest
            )
        }
    }

    @Test func whatIsDeletedLeavesNeitherRowsNorKeysNorBlobs() async throws {
        try await KeptFixture.run { kept in
            let file = KeptFixture.file((3 << 20) + 5)
            let id = try await kept.keep(file).id
            let other = try await kept.keep(file, by: "boris").id
            _ = try await Self.invite("boris@example.org", to: id, kept)
            try await kept.append([1, 2, 3], to: file, of: id, signature: "s1", by: "anna")
            #expect(try await kept.send(.delete, "/v1/kept-documents/\(id)", by: "anna").status == .noContent)
            #expect(try await kept.send(.delete, "/v1/kept-documents/\(id)", by: "anna").status == .notFound)
            let counts = try await [
                kept.registry.count("keptDocument"), kept.registry.count("keptPart"), kept.registry.count("keptVersion"),
                kept.registry.count("keptReader"), kept.blobCount(),
            ]
            #expect(counts == [1, 4, 1, 0, 4])
            let hasKey = try await kept.environment.database.read { [store = kept.store] tx in try store.seals.isThere(id, in: tx) }
            #expect(!hasKey)
            #expect(try await kept.download(other, by: "boris").bytes == file)
            let named = try await kept.environment.database.read { try DocumentsDomain.blobs(in: $0) }
            #expect(Set(named) == Set(try await kept.environment.blobs.addresses()))
        }
    }
}

import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// People whose rows stood in the clear: whatever one of them is like, the others are sealed and the node starts.
@Suite struct EarlierPersonTests {
    /// Makes rows as they were before profiles were sealed, those of `keyless` without a key, and hands over what came of them.
    private static func run(
        _ people: [(id: String, email: String)],
        keyless: Set<String> = [],
        _ body: (any Database, KeyRing, ManualTime) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-earlier-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let place = try await TestPlace.make(folder: folder)
        let database = try await place.open()
        let before = IdentityDomain.migrations.prefix { $0.name != "identity/044-sealedProfiles" }
        try await database.migrate(DomainList([]).migrations + before)
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        try await database.write { tx in
            for (id, email) in people {
                if !keyless.contains(id) { try keys.create(holder: id, in: tx) }
                try tx.execute(
                    """
                    INSERT INTO person (id, email, emailProved, status, name, language, createdAt)
                    VALUES (\(id), \(email), 1, 'active', 'Wilhelmina', 'en', 1000)
                    """
                )
            }
        }
        try await database.migrate(DomainList([]).migrations + IdentityDomain.migrations)
        try await body(database, keys, ManualTime())
        await database.close()
    }

    private static func find(_ typed: String, _ database: any Database, _ keys: KeyRing) async throws -> String? {
        let address = try #require(EmailAddress(typed))
        return try await database.read { try PersonStore.find(proved: address, keys: keys, in: $0)?.id }
    }

    private static func noted(in database: any Database) async throws -> [String] {
        try await database.read { tx in
            try tx.rows("SELECT details FROM auditLedger WHERE action = 'profilesSealed' ORDER BY sequence").map { try $0.get("details") }
        }
    }

    @Test func oneWhoseKeyIsMissingKeepsNobodyElseOut() async throws {
        let people = (0..<203).map { (id: "p\(1000 + $0)", email: "person\($0)@example.org") }
        try await Self.run(people, keyless: ["p1000", "p1200"]) { (database, keys, time) async throws in
            let report = try await IdentityDomain.sealProfiles(by: keys, in: database, time: time)
            #expect(report?.resealed == 201 && report?.unreadable == 2)
            #expect(try await Self.find("person202@example.org", database, keys) == "p1202")
            let left = try await database.read { tx in
                try tx.rows("SELECT id FROM earlierPerson ORDER BY id").map { try $0.get("id", as: String.self) }
            }
            #expect(left == ["p1000", "p1200"])
            // The next start says so again, and begins nothing anew.
            let again = try await IdentityDomain.sealProfiles(by: keys, in: database, time: time)
            #expect(again?.resealed == 0 && again?.unreadable == 2)
            // Once the key is back, so is the person.
            try await database.write { try keys.create(holder: "p1000", in: $0) }
            #expect(try await IdentityDomain.sealProfiles(by: keys, in: database, time: time)?.resealed == 1)
            #expect(try await Self.find("person0@example.org", database, keys) == "p1000")
            #expect(try await Self.noted(in: database) == [#"{"count":"201"}"#, #"{"count":"1"}"#])
        }
    }

    @Test func addressesTakeTheFormOfNewOnes() async throws {
        // The ligature stays under NFC and lower case, and is two letters under NFKC.
        let people = [
            ("p1", "\u{FB01}ona@example.org"), ("p2", "fiona@example.org"), ("p3", "\u{FB01}nn@example.org"),
            ("p4", "\u{FF41}da@example.org"), ("p5", "\u{AA}da@example.org"),
        ]
        try await Self.run(people) { (database, keys, time) async throws in
            #expect(try await IdentityDomain.sealProfiles(by: keys, in: database, time: time)?.resealed == 5)
            #expect(try await Self.find("finn@example.org", database, keys) == "p3")
            // Who had the address before keeps it, else whose row comes first; the other stays, and nobody finds them by it.
            #expect(try await Self.find("fiona@example.org", database, keys) == "p2")
            #expect(try await Self.find("ada@example.org", database, keys) == "p4")
            let kept = try await database.read { tx in
                try ["p1", "p5"].map { try PersonStore.find($0, keys: keys, in: tx)?.email.text }
            }
            #expect(kept == ["\u{FB01}ona@example.org", "\u{AA}da@example.org"])
            #expect(try await Self.noted(in: database) == [#"{"count":"5","earlierForm":"2"}"#])
            // A restore finds the same people.
            #expect(try await database.write { try PersonLookup.rebuild(keys: keys, in: $0) } == 0)
            #expect(try await Self.find("fiona@example.org", database, keys) == "p2")
        }
    }
}

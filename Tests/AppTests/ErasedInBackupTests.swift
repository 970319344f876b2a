import AppTestSupport
import Crypto
import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Identity

/// Who was erased is unreadable in every backup that was made before, with today's keys too, and cannot be looked for there.
@Suite struct ErasedInBackupTests {
    private static let secrets = ["wilhelmina", "plain-sight.example", "searchable", "+4930123987654"]

    /// Every byte below a folder, as text in lower case.
    private static func everything(in folder: String) throws -> String {
        var text = ""
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            text += String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
        }
        return text
    }

    @Test func anOldBackupTellsNothingOfSomebodyErased() async throws {
        try await TestServer.run { server, _ in
            let people = try server.node.people
            let id = try await people.createPerson(email: "wilhelmina@plain-sight.example", name: "Wilhelmina Searchable")
            let other = try await people.createPerson(email: "boris@example.org", name: "Boris")
            try await Self.fill(of: id, server)
            let target = "\(server.folder)/backups"
            let old = try await server.node.makeBackup(to: target, keep: nil)
            for secret in Self.secrets { #expect(try !Self.everything(in: target).contains(secret)) }
            // What finds people lies in no backup: whoever has the root key could try addresses with it.
            for table in IdentityDomain.tablesNotBackedUp {
                let part = try #require(FileManager.default.contents(atPath: "\(target)/\(old.id)/\(table).rows"))
                #expect(part.count < 64, "\(table)")
            }
            let hashes = try await server.node.database.read { tx in
                try tx.rows("SELECT hash FROM personLookup").map { try $0.get("hash", as: [UInt8].self) }
            }
            #expect(hashes.count == 2)
            for hash in hashes { #expect(try Self.parts(of: "\(target)/\(old.id)", naming: hash) == []) }
            let copied = try await Self.sealed(of: id, server)

            server.time.advance(seconds: 60)
            try await people.deletePerson(id)
            let contacts = try await server.node.database.read { tx in
                try tx.rows("SELECT id FROM app WHERE contactEmail IS NOT NULL OR sealedEmail IS NOT NULL").count
            }
            #expect(contacts == 0)
            _ = try await server.node.makeBackup(to: target, keep: nil)
            // The row of the old backup, with the key of its own that lies beside it, put where today's keys are.
            try await server.node.database.write { tx in
                try tx.execute(
                    "INSERT INTO objectKey (object, holder, wrapped) VALUES (\("profile/\(id)"), \(id), \(copied.wrapped))"
                )
                try tx.execute(
                    """
                    INSERT INTO person (id, emailProved, status, sealedContents, language, createdAt)
                    VALUES (\(id), 1, 'active', \(copied.contents), 'en', 1)
                    """
                )
            }
            await #expect(throws: StorageError.self) { try await people.person(id) }
            try await server.node.database.makeUpRows { try $0.execute("DELETE FROM person WHERE id = \(id)") }

            let restored = "\(server.folder)/restored"
            let rootKey = RootKeyFiles(path: "\(server.node.configuration.data)/root.key")
            let report = try await Restore(source: target, id: old.id, rootKey: rootKey, target: restored, time: server.time).run()
            // The person, and that the app which they registered is disabled.
            #expect(report.erased == 2)
            #expect(report.unreadable == 0)
            var configuration = server.node.configuration
            configuration.data = restored
            configuration.database = .folder
            let node = try await Node.open(configuration, time: server.time)
            let left = try await node.database.read { tx in
                try ["enrolment", "appUse"].map { try tx.rows(SQL(stringLiteral: "SELECT * FROM \($0)")).count }
            }
            let keys = try await node.database.read { try $0.rows("SELECT holder FROM holderKey WHERE holder LIKE 'enrolment:%'").count }
            #expect(left == [0, 0] && keys == 0)
            // Who was not erased is found again by what no backup holds.
            #expect(try await node.people.person("Boris@example.org").id == other)
            let gone = await problem { try await node.people.person("wilhelmina@plain-sight.example") }
            #expect(gone?.status == 404)
            await node.close()
        }
    }

    /// Fills each table that names an address by its keyed hash for a while, letters about a template aside.
    private static func fill(of id: String, _ server: TestServer) async throws {
        let (keys, now) = (server.node.keyRing, server.time.now().milliseconds)
        try await server.node.database.write { tx in
            let hash: [UInt8] = try #require(try tx.first("SELECT hash FROM personLookup WHERE personId = \(id)")).get("hash")
            let text = Base64URL(hash).text
            // An app of theirs, with how they are reached.
            let registration = try CheckedAppRegistration(
                AppRegistration(
                    name: "Theirs",
                    bundleId: "com.example.theirs",
                    email: "wilhelmina@plain-sight.example",
                    website: "https://example.org"
                )
            )
            let app = AppRecord(registration, ownerID: id, restricted: true, createdAt: server.time.now())
            let (contact, key) = (registration.email, AppKey.random())
            try AppStore.insert(app, contact: contact, key: key, permit: .administrator(), keys: keys, in: tx)
            #expect(try AppStore.contact(of: app, keys: keys, in: tx) == registration.email)
            let (sealed, end): ([UInt8], Int64) = ([1, 2, 3], now + 900_000)
            try keys.create(holder: "enrolment:e", in: tx)
            let statements: [SQL] = [
                "INSERT INTO letter (id, receiver, kind, source, at) VALUES ('l', \(hash), 'code', '', \(now))",
                """
                INSERT INTO mailedCode (id, receiver, sealedDigits, isLong, failures, createdAt, expiresAt)
                VALUES ('c', \(hash), \(sealed), 0, 0, \(now), \(end))
                """,
                """
                INSERT INTO registration (id, emailHash, sealedPerson, language, consentVersion, tries, sends, sentAt, createdAt, expiresAt)
                VALUES ('r', \(hash), \(sealed), 'en', '1', 0, 1, \(now), \(now), \(end))
                """,
                "INSERT INTO registrationPlace (registrationId, sealed) VALUES ('r', \(sealed))",
                """
                INSERT INTO enrolment (id, owner, personId, emailHash, approved, version, submissions, createdAt, expiresAt)
                VALUES ('e', \("app:a:\(text)"), NULL, \(hash), 0, 1, 1, \(now), \(end))
                """,
                "INSERT INTO enrolmentSample (enrolmentId, number, sealed) VALUES ('e', 0, \(sealed))",
                """
                INSERT INTO oauthClient (id, name, redirectUris, logoutUris, grants, isRestricted, followsFAPI, showsCode, idTokenAlgorithm, createdAt)
                VALUES ('cl', 'Player', '', '', '', 0, 0, 0, 'ES256', \(now))
                """,
                """
                INSERT INTO oauthDeviceRequest (id, clientId, codeHash, userCodeHash, scopes, status, pollSeconds, createdAt, expiresAt)
                VALUES ('d', 'cl', \(hash), \(hash), '', 'pending', 5, \(now), \(end))
                """,
                "INSERT INTO appUse (scope, subject, personId, until) VALUES ('address:a', \(SecretHash(of: text)), NULL, \(end))",
            ]
            for statement in statements { try tx.execute(statement) }
            for table in IdentityDomain.tablesNotBackedUp {
                #expect(try tx.first(SQL(stringLiteral: "SELECT * FROM \(table)")) != nil, "\(table) is empty")
            }
        }
    }

    /// The files of a backup that hold a keyed hash, as it is, as text or hashed again.
    private static func parts(of backup: String, naming hash: [UInt8]) throws -> [String] {
        let text = Base64URL(hash).text
        let forms = [Data(hash), Data(text.utf8), Data(SHA256.hash(data: Data(text.utf8)))]
        return try FileManager.default.subpathsOfDirectory(atPath: backup).sorted().filter { name in
            guard let bytes = FileManager.default.contents(atPath: "\(backup)/\(name)") else { return false }
            return forms.contains { bytes.firstRange(of: $0) != nil }
        }
    }

    private static func sealed(of id: String, _ server: TestServer) async throws -> (contents: [UInt8], wrapped: [UInt8]) {
        try await server.node.database.read { tx in
            let person = try #require(try tx.first("SELECT sealedContents FROM person WHERE id = \(id)"))
            let key = try #require(try tx.first("SELECT wrapped FROM objectKey WHERE object = \("profile/\(id)")"))
            return (try person.get("sealedContents"), try key.get("wrapped"))
        }
    }
}

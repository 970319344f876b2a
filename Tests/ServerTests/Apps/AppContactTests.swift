import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// Who is responsible for an app: sealed by the key of the person who registered it, gone with them.
@Suite struct AppContactTests {
    private static func contacts(_ server: DialectFixture) async throws -> [String: String?] {
        let apps = try await server.administration.list()
        return Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0.email) })
    }

    @Test func itIsSealedAnewWithEachChangeAndGoesWithItsOwner() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person("a@example.org")
            let service = AppService(environment: server.environment)
            let app = try await service.register(.example, by: .session(of: id))
            let old = try await server.environment.database.read { try $0.rows("SELECT sealedEmail FROM app WHERE ownerId = \(id)") }
            let changed = try await service.update(app.id, by: id, with: AppUpdate(email: "other@example.org"))
            #expect(changed.email == "other@example.org")
            #expect(try await Self.contacts(server)[app.id] == "other@example.org")
            #expect(try await server.count("app WHERE contactEmail IS NOT NULL") == 1)
            // The row of before does not open any more.
            let sealed: [UInt8] = try #require(old.first).get("sealedEmail")
            await #expect(throws: StorageError.self) {
                try await server.environment.database.write { tx in
                    try tx.execute("UPDATE app SET sealedEmail = \(sealed) WHERE ownerId = \(id)")
                }
                _ = try await service.list(of: id)
            }
            let before = try await server.count("objectKey WHERE object = 'contact/\(app.id)'")
            try await server.environment.database.write { [environment = server.environment] tx in
                _ = try PersonStore.delete(id, at: environment.time.now(), keys: environment.keys, in: tx)
            }
            #expect(before == 1)
            #expect(try await server.count("objectKey WHERE object LIKE 'contact/%'") == 0)
            #expect(try await server.count("app WHERE sealedEmail IS NOT NULL") == 0)
            let left = try await Self.contacts(server)
            #expect(left.count == 2 && left[app.id] == .some(nil) && left[server.app.id] == "dev@example.org")
        }
    }

    @Test func whatStoodInTheClearIsSealedOnceOrGoesWithAnOwnerWhoIsGone() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-contacts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try await TestPlace.make(folder: folder).open()
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        let before = IdentityDomain.migrations.prefix { $0.name != "identity/053-contacts" }
        try await database.migrate(DomainList([]).migrations + before)
        try await database.write { tx in
            try keys.create(holder: "anna", in: tx)
            try tx.execute("INSERT INTO person (id, emailProved, status, language, createdAt) VALUES ('anna', 1, 'active', 'en', 1)")
            for (id, owner, actor) in [("hers", "anna", "anna"), ("orphan", nil, "boris"), ("own", nil, "administrator")]
                as [(String, String?, String)]
            {
                try tx.execute(
                    """
                    INSERT INTO app (id, ownerId, name, bundleId, email, website, keyHash, disabled, createdAt)
                    VALUES (\(id), \(owner), 'A', 'com.example.a', \("\(id)@example.org"), 'https://example.org', \(SecretHash(of: id)), 0, 1)
                    """
                )
                try AuditStore.append(.appCreated, actor: actor, subject: id, at: Timestamp(milliseconds: 1), in: tx)
            }
        }
        try await database.migrate(DomainList([]).migrations + IdentityDomain.migrations)
        let time = ManualTime()
        #expect(try await AppStore.sealContacts(by: keys, in: database, time: time)?.resealed == 1)
        #expect(try await AppStore.sealContacts(by: keys, in: database, time: time) == nil)
        let (clear, contacts) = try await database.read { tx in
            let clear = try tx.rows("SELECT contactEmail FROM app WHERE contactEmail IS NOT NULL")
            let contacts = try AppStore.list(in: tx).map { ($0.id, try AppStore.contact(of: $0, keys: keys, in: tx)?.text) }
            return (try clear.map { try $0.get("contactEmail", as: String.self) }, Dictionary(uniqueKeysWithValues: contacts))
        }
        #expect(clear == ["own@example.org"])
        #expect(contacts == ["hers": "hers@example.org", "orphan": nil, "own": "own@example.org"])
        await database.close()
    }
}

import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

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
            try await server.environment.database.makeUpRows { [environment = server.environment] tx in
                _ = try PersonStore.delete(id, at: environment.time.now(), keys: environment.keys, in: tx)
            }
            #expect(before == 1)
            #expect(try await server.count("objectKey WHERE object LIKE 'contact/%'") == 0)
            #expect(try await server.count("app WHERE sealedEmail IS NOT NULL") == 0)
            let left = try await Self.contacts(server)
            #expect(left.count == 2 && left[app.id] == .some(nil) && left[server.app.id] == "dev@example.org")
        }
    }
}

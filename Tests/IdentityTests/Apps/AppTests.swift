import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

struct AppTests {
    @Test func aKeyLooksAsInTheSpecificationAndIsKeptAsAHash() async throws {
        try await DialectFixture.run { server in
            #expect(AppKey(shown: server.key) != nil && AppKey(shown: server.key.uppercased()) != nil)
            #expect(AppKey.random().text != AppKey.random().text)
            for wrong in ["", "x", server.key + "0", String(server.key.dropLast()), server.key.replacing("-", with: "_")] {
                #expect(AppKey(shown: wrong) == nil)
            }
            let kept = try await server.environment.database.read { tx in
                try #require(try tx.first("SELECT keyHash FROM app")).get("keyHash", as: [UInt8].self)
            }
            #expect(kept.count == 32 && !String(decoding: kept, as: UTF8.self).contains(server.key))
            let listed = try await server.administration.list()
            #expect(listed.map(\.apiKey) == [nil])
        }
    }

    @Test func aDisabledAppIsOutAtOnceAndARenewedKeyStopsTheOld() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            func login(_ key: String) async throws -> String? {
                try await server.send("/login/", .login(key: key, email: "a@example.org")).res
            }
            _ = try await server.administration.setDisabled(true, id: server.app.id)
            let disabled = try await login(server.key)
            let sessions = try await server.count("session")
            #expect(disabled == "1" && sessions == 0)
            _ = try await server.administration.setDisabled(false, id: server.app.id)
            let enabled = try await login(server.key)
            #expect(enabled == "0")
            let renewed = try #require(try await server.administration.renewKey(id: server.app.id).apiKey)
            let results = [try await login(server.key), try await login(renewed)]
            #expect(results == ["1", "0"])
        }
    }

    @Test func anAppWithAccountsIsDeletedByForceOnly() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            await #expect(throws: Problem.self) { _ = try await server.administration.delete(id: server.app.id, force: false) }
            _ = try await server.administration.delete(id: server.app.id, force: true)
            let rows = try await server.rowCount()
            #expect(rows == 0)
        }
    }

    @Test(arguments: [
        AppRegistration(name: " ", bundleId: "com.example.app", email: "a@example.org", website: "https://example.org"),
        AppRegistration(name: "A\u{202E}", bundleId: "com.example.app", email: "a@example.org", website: "https://example.org"),
        AppRegistration(name: "A", bundleId: "app", email: "a@example.org", website: "https://example.org"),
        AppRegistration(name: "A", bundleId: "com..app", email: "a@example.org", website: "https://example.org"),
        AppRegistration(name: "A", bundleId: "com.example.app", email: "nobody", website: "https://example.org"),
        AppRegistration(name: "A", bundleId: "com.example.app", email: "a@example.org", website: "http://example.org"),
        AppRegistration(name: "A", bundleId: "com.example.app", email: "a@example.org", website: "javascript:alert(1)"),
        AppRegistration(name: "A", bundleId: "com.example.app", email: "a@example.org", website: "https://u:p@example.org"),
    ])
    func whatAnAppCannotBeIsRefused(registration: AppRegistration) {
        #expect(throws: Problem.self) { try CheckedAppRegistration(registration) }
    }

    @Test func everyChangeOfAnAppIsAudited() async throws {
        try await DialectFixture.run { server in
            let id = server.app.id
            _ = try await server.administration.setDisabled(true, id: id)
            _ = try await server.administration.setDisabled(true, id: id)
            _ = try await server.administration.setDisabled(false, id: id)
            _ = try await server.administration.renewKey(id: id)
            _ = try await server.administration.delete(id: id, force: false)
            let administrators = try await server.audited(subject: id)
            #expect(
                administrators == ["appCreated", "appDisabled", "appEnabled", "appKeyRenewed", "appDeleted"].map { "administrator \($0)" }
            )
        }
    }

    @Test func everyChangeThatAPersonMakesToTheirAppIsAudited() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            let id: String = try await server.environment.database.read { try #require(try $0.first("SELECT id FROM person")).get("id") }
            let service = AppService(environment: server.environment)
            let app = try await service.register(.example, by: .session(of: id))
            try await service.setIcon(Picture.png.bytes, of: app.id, by: id)
            _ = try await service.update(app.id, by: id, with: AppUpdate())
            _ = try await service.update(app.id, by: id, with: AppUpdate(name: "Other", isDisabled: true))
            let caller = try await server.caller(id)
            let refused = await problem { _ = try await service.renewKey(of: app.id, approval: nil, by: caller) }
            #expect(refused?.code == "approvalRequired")
            let approval = try await server.approval(.renewAppKey, subject: app.id, by: caller)
            let renewed = try await service.renewKey(of: app.id, approval: approval, by: caller)
            #expect(renewed.apiKey != nil && renewed.apiKey != app.apiKey && renewed.email == app.email)
            try await server.deleteApp(app.id, of: id)
            let audited = try await server.audited(subject: app.id)
            let expected = ["appCreated", "appChanged", "appDisabled", "appChanged", "appKeyRenewed", "appDeleted"]
            #expect(audited == expected.map { "\(id) \($0)" })
        }
    }

    @Test func aPersonManagesTheirOwnAppsOnly() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            let id: String = try await server.environment.database.read { try #require(try $0.first("SELECT id FROM person")).get("id") }
            let service = AppService(environment: server.environment)
            let app = try await service.register(.example, by: .session(of: id))
            #expect(app.apiKey != nil)
            try await service.setIcon(Picture.png.bytes, of: app.id, by: id)
            let listed = try await service.list(of: id).items
            #expect(listed.map(\.id) == [app.id] && listed[0].hasIcon && listed[0].apiKey == nil)
            let changed = try await service.update(app.id, by: id, with: AppUpdate(name: "Other", isDisabled: true))
            #expect(changed.name == "Other" && changed.isDisabled && changed.website == app.website)
            await #expect(throws: Problem.self) { _ = try await service.update(server.app.id, by: id, with: AppUpdate(name: "Mine")) }
            await #expect(throws: Problem.self) { try await service.setIcon([1, 2, 3], of: app.id, by: id) }
            for approval in [nil, "none"] {
                let refused = await problem { try await service.delete(app.id, approval: approval, by: .session(of: id)) }
                #expect(refused?.code == "approvalRequired")
            }
            try await server.deleteApp(app.id, of: id)
            let left = try await service.list(of: id).items
            #expect(left.isEmpty)
        }
    }
}

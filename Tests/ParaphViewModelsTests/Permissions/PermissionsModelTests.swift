import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import App
@testable import AppTestSupport
@testable import Identity
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct PermissionsModelTests {
    private static func run(_ body: @MainActor @Sendable (Reading) async throws -> Void) async throws {
        try await Reading.run { @MainActor reading async throws in
            reading.screens.fixture.time.advance(seconds: 7200)
            try await body(reading)
        }
    }

    private static func model(_ reading: Reading) throws -> PermissionsModel {
        PermissionsModel(reading.screens.context, server: try #require(URL(string: "https://sign.example.org")))
    }

    /// An app that Boris registered and Anna let by a mailed link.
    private static func letApp(_ reading: Reading) async throws -> String {
        let fixture = reading.screens.fixture
        let boris = try await fixture.enrolledPhone("boris@example.org", seed: 9)
        let app = AppRegistration(name: "Parcels", bundleId: "org.parcels", email: "b@example.org", website: "https://parcels.example")
        let made = try await boris.client.call(IdentityEndpoints.registerApp, body: app)
        let (person, now) = (try await reading.client.account.person().id, fixture.time.now())
        try await fixture.database.write { tx in
            try tx.execute(
                """
                INSERT INTO appGrant (id, personId, appId, basis, createdAt)
                VALUES (\(Identifier.random()), \(person), \(made.id), 'mailedLink', \(now))
                """
            )
        }
        return made.id
    }

    @Test func anAppIsShownAndAllowedMoreOnTheServersPage() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = try Self.model(reading)
            reading.faults.isOffline = true
            await model.load()
            #expect(model.notice?.isRetryable == true && model.contents.value == nil && model.emptyText == nil)
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.emptyText == "No app and no program has access" && model.notice == nil)
            let id = try await Self.letApp(reading)
            await model.load()
            let app = try #require(model.contents.value?.apps.first)
            #expect(app.id == id && app.name == "Parcels" && app.line == "Knows that you have an account" && app.note == nil)
            #expect(app.isAllowable && app.endLabel == "End" && model.emptyText == nil)
            #expect(model.page.absoluteString == "https://sign.example.org/sessions")
        }
    }

    @Test func anAppIsEnded() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = try Self.model(reading)
            let id = try await Self.letApp(reading)
            await model.load()
            await model.end(app: id)
            try await SettingsTests.approve(reading, model)
            #expect(model.notice == nil && model.emptyText != nil)
            #expect(try await reading.client.permissions.apps().isEmpty)
        }
    }

    @Test func aProgramIsEnded() async throws {
        try await Self.run { @MainActor reading async throws in
            let fixture = reading.screens.fixture
            let made = try await ClientAdministration(database: fixture.database, time: fixture.time).create(
                ClientRegistration(name: "North Bank", redirectURIs: ["https://bank.example/cb"], grants: ["authorization_code"])
            )
            let (person, now) = (try await reading.client.account.person().id, fixture.time.now())
            try await fixture.database.write { tx in
                try tx.execute(
                    """
                    INSERT INTO oauthGrant (id, clientId, personId, scopes, claims, createdAt, lastUsedAt, expiresAt)
                    VALUES (\(Identifier.random()), \(made.clientId), \(person), 'service', '', \(now), \(now), \(now.adding(seconds: 600)))
                    """
                )
            }
            let model = try Self.model(reading)
            await model.load()
            let program = try #require(model.contents.value?.programs.first)
            #expect(program.name == "North Bank")
            reading.faults.isOffline = true
            await model.end(program: program.id)
            #expect(model.notice?.isRetryable == true)
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.emptyText != nil)
            #expect(try await reading.client.permissions.programs().isEmpty)
        }
    }
}

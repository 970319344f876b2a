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

    @Test func anAppIsAllowedMoreAndEnded() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = PermissionsModel(reading.screens.context)
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
            await model.allow(id)
            await model.cancelApproval()
            await model.allow(id)
            try await SettingsTests.approve(reading, model)
            try #require(model.notice == nil)
            try await until("the app may compare") { model.contents.value?.apps.first?.isAllowable == false }
            #expect(model.contents.value?.apps.first?.line == "Compares with your signature")
            await model.end(app: id)
            try await SettingsTests.approve(reading, model, 46)
            try await until("it is over") { model.emptyText != nil }
            #expect(try await reading.client.permissions.apps().isEmpty)
        }
    }

    @Test func anAppIsEnded() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = PermissionsModel(reading.screens.context)
            let id = try await Self.letApp(reading)
            await model.load()
            await model.end(app: id)
            try await SettingsTests.approve(reading, model)
            #expect(model.notice == nil && model.emptyText != nil)
            #expect(try await reading.client.permissions.apps().isEmpty)
        }
    }

    // MARK: Programs

    /// The query with which a program sends people here.
    private static func query(_ reading: Reading, _ changes: [String: String] = [:]) async throws -> String {
        let fixture = reading.screens.fixture
        let made = try await ClientAdministration(database: fixture.database, time: fixture.time).create(
            name: "North Bank",
            redirectURIs: ["https://bank.example/cb"],
            grants: ["authorization_code"]
        )
        let parameters = [
            "response_type": "code", "client_id": made.clientId, "redirect_uri": "https://bank.example/cb", "scope": "service",
            "state": "s", "code_challenge": String(repeating: "A", count: 43), "code_challenge_method": "S256",
        ].merging(changes) { $1 }
        return parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    @Test func aProgramIsAllowedAndEnded() async throws {
        try await Self.run { @MainActor reading async throws in
            let asking = AuthorizationModel(reading.screens.context, query: try await Self.query(reading))
            reading.faults.isOffline = true
            await asking.load()
            #expect(asking.notice?.isRetryable == true && asking.question.value == nil)
            await asking.decide(true)
            #expect(asking.destination == nil)
            reading.faults.isOffline = false
            await asking.retry()
            let question = try #require(asking.question.value)
            #expect(question.text == "The program “North Bank” asks for access to your account." && question.rights.count >= 1)
            #expect(
                question.back == "Afterwards you go back to bank.example." && question.account == "You are signed in as anna@example.org."
            )
            await asking.decide(true)
            let back = try #require(asking.destination.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) })
            #expect(back.host == "bank.example" && back.queryItems?.contains { $0.name == "code" } == true)
            let model = PermissionsModel(reading.screens.context)
            await model.load()
            let program = try #require(model.contents.value?.programs.first)
            #expect(program.name == "North Bank")
            reading.faults.isOffline = true
            await model.end(program: program.id)
            #expect(model.notice?.isRetryable == true)
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.emptyText != nil)
        }
    }

    @Test func aProgramIsRefused() async throws {
        try await Self.run { @MainActor reading async throws in
            let asking = AuthorizationModel(reading.screens.context, query: try await Self.query(reading))
            await asking.load()
            await asking.decide(false)
            #expect(asking.destination?.query()?.contains("error=access_denied") == true)
            #expect(try await reading.client.permissions.programs().isEmpty)
        }
    }

    @Test func whatCannotBeReadGoesNowhere() async throws {
        try await Self.run { @MainActor reading async throws in
            let wrong: [([String: String], String)] = [
                (["client_id": "nobody"], "The program that sent you here is unknown"),
                (["redirect_uri": "https://evil.example/"], "The program wants to send you to an address that is not its own"),
            ]
            for (changes, text) in wrong {
                let asking = AuthorizationModel(reading.screens.context, query: try await Self.query(reading, changes))
                await asking.load()
                await asking.decide(true)
                #expect(asking.notice?.text.hasPrefix(text) == true && asking.destination == nil && asking.question.value == nil)
            }
            let asking = AuthorizationModel(reading.screens.context, query: try await Self.query(reading, ["scope": "everything"]))
            await asking.load()
            #expect(asking.destination?.query()?.contains("error=invalid_scope") == true && asking.question.value == nil)
        }
    }
}

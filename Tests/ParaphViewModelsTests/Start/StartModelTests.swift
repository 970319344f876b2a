import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct StartModelTests {
    @Test func itLeadsToWhatComesNext() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let model = StartModel(screens.context)
            #expect(model.destination == .initialising && model.title == "Welcome")
            let following = Task { await model.follow() }
            defer { following.cancel() }
            try await until("the first start") { model.destination == .welcome(identifier: nil) }
            #expect(!model.beginsWithSignIn)
            try await fixture.register(screens.phone)
            try await until("the enrolment") { model.destination == .enrol }
            _ = try await screens.phone.enrol()
            try await until("the documents") { model.destination == .documents }
            await model.signOut()
            #expect(model.destination == .welcome(identifier: "anna@example.org") && model.notice == nil && !model.beginsWithSignIn)
            let next = StartModel(screens.context)
            let followingNext = Task { await next.follow() }
            defer { followingNext.cancel() }
            try await until("signing in") { next.destination == .welcome(identifier: "anna@example.org") && next.beginsWithSignIn }
            #expect(!model.beginsWithSignIn)
        }
    }

    @Test func whoIsSignedInComesToTheDocumentsAtOnceAlsoOffline() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try (try await fixture.enrolledPhone()).restarted(fixture))
            screens.phone.faults.isOffline = true
            let model = StartModel(screens.context)
            let following = Task { await model.follow() }
            defer { following.cancel() }
            try await until("the documents") { model.destination == .documents }
        }
    }

    @Test func aSessionThatTheServerEndedSaysSo() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let screens = try Screens(fixture, phone)
            let model = StartModel(screens.context)
            let following = Task { await model.follow() }
            defer { following.cancel() }
            try await until("the documents") { model.destination == .documents }
            let other = try phone.restarted(fixture)
            _ = try await other.client.call(IdentityEndpoints.signOut)
            _ = try? await phone.client.account.person()
            try await until("the start") { model.destination == .welcome(identifier: "anna@example.org") }
            #expect(model.notice == Notice(screens.words("script.problem.unauthenticated"), kind: .warning) && model.beginsWithSignIn)
        }
    }

    @Test func aSessionWhoseTimeIsOverIsNone() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try await fixture.enrolledPhone()
            fixture.time.advance(seconds: 400 * 86_400)
            let screens = try Screens(fixture, try phone.restarted(fixture))
            let model = StartModel(screens.context)
            let following = Task { await model.follow() }
            defer { following.cancel() }
            try await until("the start") { model.destination == .welcome(identifier: "anna@example.org") }
        }
    }
}

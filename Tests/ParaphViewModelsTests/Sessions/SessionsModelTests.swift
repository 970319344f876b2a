import Foundation
import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct SessionsModelTests {
    /// A person who is signed in twice.
    private static func run(_ body: @MainActor @Sendable (Screens, SessionsModel) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.signIn.begin(as: "anna@example.org")
            let outcome = try await signing.answer(phone.drawing(1))
            try #require(outcome.accepted != nil)
            let screens = try Screens(fixture, phone)
            try await body(screens, SessionsModel(screens.context))
        }
    }

    @Test func othersCanBeEndedAndThisOneCannot() async throws {
        try await Self.run { screens, model in
            #expect(model.title == "Sessions" && model.rows.value == nil)
            await model.load()
            let rows = try #require(model.rows.value)
            #expect(rows.count == 2 && rows.allSatisfy { $0.name == "Anna’s phone" })
            let current = try #require(rows.first { $0.isCurrent })
            await model.end(current.id)
            #expect(model.rows.value?.count == 2)
            let other = try #require(rows.first { !$0.isCurrent })
            screens.phone.faults.isOffline = true
            await model.end(other.id)
            #expect(model.notice == Notice("No connection.", kind: .bad, isRetryable: true) && model.rows.value?.count == 2)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.rows.value?.map(\.id) == [current.id] && model.notice == nil)
            let left = try await screens.phone.client.signIn.sessions()
            #expect(left.map(\.id) == [current.id])
        }
    }

    @Test func oneThatIsOverAlreadyGoes() async throws {
        try await Self.run { screens, model in
            await model.load()
            let other = try #require(model.rows.value?.first { !$0.isCurrent })
            for session in try await screens.phone.client.signIn.sessions() where session.id == other.id {
                try await screens.phone.client.signIn.end(session)
            }
            await model.end(other.id)
            #expect(model.rows.value?.count == 1 && model.notice == nil)
        }
    }

    @Test func withoutAConnectionRetryLoadsThem() async throws {
        try await Self.run { screens, model in
            screens.phone.faults.isOffline = true
            await model.load()
            guard case .failed = model.rows else { return #expect(Bool(false), "sessions came from nowhere") }
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.rows.value?.count == 2)
        }
    }
}

import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// A system that gives the token, or says no.
private final class MadeUpPermission: AlertPermission {
    var token: [UInt8]? = (0..<32).map { UInt8($0) }

    func deviceToken() async throws -> [UInt8]? { token }
}

@MainActor @Suite struct AlertsModelTests {
    private let permission = MadeUpPermission()

    private func run(hasApple: Bool = true, _ body: @MainActor @Sendable (Screens, AlertsModel) async throws -> Void) async throws {
        try await ClientFixture.run(hasApple: hasApple) { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            try await body(screens, AlertsModel(screens.context, permission: permission))
        }
    }

    @Test func alertsAreSwitchedOnByCategoryAndOffAgain() async throws {
        try await run { screens, model in
            #expect(model.isOn == nil)
            await model.load()
            #expect(model.isOn == false && model.isOffered && model.title == "Notifications")
            #expect(model.rows.map(\.label) == ["Requests to sign", "Sign-ins", "Documents", "Notices"])
            #expect(model.rows.filter(\.isChosen).map(\.id) == [.requests, .signIns])
            await model.setOn(true)
            #expect(model.isOn == true && model.notice == nil)
            await model.choose(.documents, true)
            await model.choose(.signIns, false)
            let kept = try await screens.phone.client.pushes.settings()
            #expect(kept.categories == [Open(.requests), Open(.documents)])
            let again = AlertsModel(screens.context, permission: permission)
            await again.load()
            #expect(again.isOn == true && again.chosen == [.requests, .documents])
            await model.setOn(false)
            #expect(model.isOn == false)
            let left = try await screens.phone.client.pushes.settings()
            #expect(left.categories == nil)
        }
    }

    @Test func theLastCategoryStays() async throws {
        try await run { _, model in
            await model.load()
            await model.choose(.signIns, false)
            await model.choose(.requests, false)
            #expect(model.chosen == [.requests])
        }
    }

    @Test func whereTheSystemSaysNoItStaysOff() async throws {
        try await run { screens, model in
            permission.token = nil
            await model.load()
            await model.setOn(true)
            #expect(model.isOn == false && model.notice == nil)
            let left = try await screens.phone.client.pushes.settings()
            #expect(left.categories == nil)
        }
    }

    @Test func withoutAConnectionItIsTriedAgain() async throws {
        try await run { screens, model in
            await model.load()
            screens.phone.faults.isOffline = true
            await model.setOn(true)
            #expect(model.isOn == false && model.notice?.isRetryable == true)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.isOn == true && model.notice == nil)
        }
    }

    @Test func aServerWithoutApplesServiceOffersNone() async throws {
        try await run(hasApple: false) { _, model in
            await model.load()
            #expect(!model.isOffered && model.isOn == false)
        }
    }
}

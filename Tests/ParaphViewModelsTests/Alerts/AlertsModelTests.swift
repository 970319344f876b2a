import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// A system that gives the token, or says no.
private final class MadeUpPermission: AlertPermission {
    var token: [UInt8]? = (0..<32).map { UInt8($0) }
    var isReached = true
    var isRefusedBefore = false
    private(set) var asked = 0

    func deviceToken() async throws -> [UInt8]? {
        asked += 1
        if !isReached { throw AlertServiceFailure() }
        return token
    }

    func isRefused() async -> Bool { isRefusedBefore || (asked > 0 && token == nil) }
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
            #expect(model.isOn == true && model.notice == Notice("Notifications are on for this device.", kind: .good))
            await model.choose(.documents, true)
            #expect(model.notice == Notice("Saved.", kind: .good))
            await model.choose(.signIns, false)
            let kept = try await screens.phone.client.pushes.settings()
            #expect(kept.categories == [Open(.requests), Open(.documents)])
            let again = AlertsModel(screens.context, permission: permission)
            await again.load()
            #expect(again.isOn == true && again.chosen == [.requests, .documents])
            await model.setOn(false)
            #expect(model.isOn == false && model.notice == Notice("Notifications are off for this device.", kind: .good))
            let left = try await screens.phone.client.pushes.settings()
            #expect(left.categories == nil)
        }
    }

    @Test func theLastCategoryStays() async throws {
        try await run { _, model in
            await model.load()
            await model.choose(.signIns, false)
            await model.choose(.requests, false)
            #expect(model.chosen == [.requests] && model.notice == Notice("Choose at least one.", kind: .warning))
        }
    }

    @Test func whereTheSystemSaysNoItStaysOff() async throws {
        try await run { screens, model in
            permission.token = nil
            await model.load()
            await model.setOn(true)
            #expect(model.isOn == false && model.notice == nil && model.isRefused && !model.isSwitchable)
            #expect(model.obstacle?.hasPrefix("Notifications are off for this app in Settings.") == true)
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
            #expect(model.isOn == true && model.notice?.kind == .good)
        }
    }

    @Test func whatTheSystemForbidsLaterIsOffHere() async throws {
        try await run { _, model in
            await model.load()
            await model.setOn(true)
            permission.isRefusedBefore = true
            await model.load()
            #expect(model.isOn == false && model.isRefused && model.obstacle != nil)
            permission.isRefusedBefore = false
            await model.load()
            #expect(model.isOn == true && model.obstacle == nil && model.isSwitchable)
        }
    }

    @Test func whereApplesServiceIsNotReachedThatIsSaid() async throws {
        try await run { screens, model in
            await model.load()
            permission.isReached = false
            await model.setOn(true)
            #expect(model.isOn == false && model.notice?.kind == .warning)
            #expect(model.notice?.text.hasPrefix("Apple’s notification service cannot be reached now.") == true)
            let left = try await screens.phone.client.pushes.settings()
            #expect(left.categories == nil)
        }
    }

    @Test func aNewTokenIsToldAsTheAppBegins() async throws {
        try await run { screens, model in
            await model.renew()
            // Nobody is asked who did not switch it on.
            #expect(permission.asked == 0)
            await model.load()
            await model.setOn(true)
            await model.choose(.signIns, false)
            permission.token = Array(repeating: 7, count: 32)
            let begun = AlertsModel(screens.context, permission: permission)
            await begun.renew()
            #expect(permission.asked == 3 && begun.isOn == true && begun.chosen == [.requests] && begun.notice == nil)
            #expect(screens.phone.faults.count("PUT", "/v1/me/push") == 3)
            permission.isRefusedBefore = true
            await begun.renew()
            #expect(permission.asked == 3)
        }
    }

    @Test func aServerWithoutApplesServiceOffersNone() async throws {
        try await run(hasApple: false) { _, model in
            await model.load()
            #expect(!model.isOffered && model.isOn == false && !model.isSwitchable)
            #expect(model.obstacle?.hasPrefix("Your server sends no notifications to iPhone and iPad.") == true)
        }
    }
}

import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct DevicesModelTests {
    /// A person with two devices, on the first one.
    private static func run(_ body: @MainActor @Sendable (Screens, DevicesModel) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try await fixture.enrolledPhone()
            fixture.time.advance(seconds: 60)
            let other = try fixture.phone("Anna’s iPad")
            let request = try await other.client.devices.request(for: "anna@example.org")
            let approval = try await phone.approval(.addDevice, subject: request.id, drawing: 1)
            _ = try await phone.client.devices.approve(request.id, code: request.code, approval: approval)
            fixture.time.advance(seconds: 7200)
            let screens = try Screens(fixture, phone)
            try await body(screens, DevicesModel(screens.context))
        }
    }

    @Test func aLostDeviceIsRemovedWithASignature() async throws {
        try await Self.run { screens, model in
            #expect(model.title == "Devices" && model.rows.value == nil)
            await model.load()
            let rows = try #require(model.rows.value)
            #expect(rows.map(\.name) == ["Anna’s phone", "Anna’s iPad"] && rows.map(\.isCurrent) == [true, false])
            #expect(rows[1].question == "Remove Anna’s iPad?" && rows[1].keyLine == nil)
            #expect(rows[1].consequence == screens.words("device.removeNote"))
            await model.remove(rows[0].id)
            #expect(model.approval == nil)
            await model.remove(rows[1].id)
            let signing = try #require(model.approval?.signing)
            screens.sign(45, on: signing.pad)
            await signing.send()
            try await until("the removal") { model.rows.value?.count == 1 }
            #expect(model.approval == nil && model.notice == nil)
        }
    }

    @Test func whoDoesNotApproveRemovesNothing() async throws {
        try await Self.run { _, model in
            await model.load()
            let other = try #require(model.rows.value?.first { !$0.isCurrent })
            await model.remove(other.id)
            #expect(model.approval != nil)
            await model.cancelRemoval()
            #expect(model.approval == nil)
            await model.load()
            #expect(model.rows.value?.count == 2)
        }
    }

    @Test func withoutAConnectionRetryLoadsThem() async throws {
        try await Self.run { screens, model in
            screens.phone.faults.isOffline = true
            await model.load()
            guard case .failed = model.rows else { return #expect(Bool(false), "devices came from nowhere") }
            #expect(model.notice?.isRetryable == true)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.rows.value?.count == 2 && model.notice == nil)
        }
    }
}

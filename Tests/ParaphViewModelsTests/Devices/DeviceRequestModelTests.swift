import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct DeviceRequestModelTests {
    /// A person whose tablet asks to be added.
    private static func run(_ body: @MainActor @Sendable (Screens, PendingDevice, Phone, DeviceRequestModel) async throws -> Void)
        async throws
    {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try await fixture.enrolledPhone()
            fixture.time.advance(seconds: 60)
            let tablet = try fixture.phone("Anna’s iPad")
            let asked = try await tablet.client.devices.request(for: "anna@example.org")
            let request = try #require(try await phone.client.devices.requests().first)
            let screens = try Screens(fixture, phone)
            try await body(screens, asked, tablet, DeviceRequestModel(screens.context, request))
        }
    }

    @Test func theCodeAndASignatureAddIt() async throws {
        try await Self.run { screens, asked, tablet, model in
            #expect(model.name == "Anna’s iPad" && model.title == "New device")
            await model.approve()
            #expect(model.code.error == "Fill this in.")
            model.code.value = asked.code == "000000" ? "000001" : "000000"
            await model.approve()
            #expect(model.code.error != nil && model.approval == nil)
            model.code.value = asked.code
            screens.phone.faults.isOffline = true
            await model.approve()
            #expect(model.notice?.isRetryable == true && model.code.error == nil && model.approval == nil)
            screens.phone.faults.isOffline = false
            await model.retry()
            let signing = try #require(model.approval?.signing)
            screens.sign(45, on: signing.pad)
            await signing.send()
            try await until("the new device") { model.addedText == "Device added. It is signed in now." }
            guard case .approved = try await tablet.client.devices.status(of: asked) else {
                return #expect(Bool(false), "the new device is not in")
            }
        }
    }

    @Test func whoIsNotKnownIsDeclined() async throws {
        try await Self.run { _, asked, tablet, model in
            await model.decline()
            #expect(model.addedText == nil && model.notice == nil)
            let status = try await tablet.client.devices.status(of: asked)
            #expect(status == .declined)
        }
    }

    @Test func theListOfDevicesOpensIt() async throws {
        try await Self.run { @MainActor screens, asked, tablet, _ in
            let model = DevicesModel(screens.context)
            await model.load()
            #expect(model.waiting.map(\.name) == ["Anna’s iPad"] && model.rows.value?.count == 1)
            model.open("unknown")
            #expect(model.opened == nil)
            model.open(asked.id)
            await model.close()
            #expect(model.opened == nil && model.waiting.count == 1)
            model.open(asked.id)
            let request = try #require(model.opened)
            request.code.value = asked.code
            await request.approve()
            let signing = try #require(request.approval?.signing)
            screens.sign(46, on: signing.pad)
            await signing.send()
            try await until("the list with both") { model.rows.value?.count == 2 && !model.isBusy }
            #expect(model.opened == nil && model.waiting.isEmpty)
            try await until("what is said") { model.notice == Notice("Device added. It is signed in now.", kind: .good) }
        }
    }
}

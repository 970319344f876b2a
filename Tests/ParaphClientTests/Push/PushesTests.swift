import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport

@Suite struct PushesTests {
    private let token = (0..<32).map { UInt8($0) }

    @Test func aDeviceIsRegisteredWithItsTokenAndEndsItsAlerts() async throws {
        try await ClientFixture.run(hasApple: true) { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let before = try await phone.client.pushes.settings()
            #expect(before.appleTopic == "com.example.app" && before.categories == nil)
            let after = try await phone.client.pushes.register(deviceToken: token, categories: [.signIns, .requests])
            #expect(after.categories == [Open(.requests), Open(.signIns)])
            #expect(try await phone.client.pushes.settings() == after)
            try await phone.client.pushes.end()
            #expect(try await phone.client.pushes.settings().categories == nil)
        }
    }

    @Test func aServerWithoutApplesServiceSaysSo() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            #expect(try await phone.client.pushes.settings().appleTopic == nil)
            await #expect(throws: ClientError.self) {
                try await phone.client.pushes.register(deviceToken: token, categories: [.requests])
            }
        }
    }
}

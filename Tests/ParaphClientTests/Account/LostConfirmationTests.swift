import Foundation
import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport

/// A confirmation whose answer is lost leaves no account that this device does not know.
@Suite struct LostConfirmationTests {
    private static func begin(_ fixture: ClientFixture, _ phone: Phone) async throws -> PendingRegistration {
        let account = phone.client.account
        return try await account.register(
            RegistrationRequest(
                email: "anna@example.org",
                profile: Profile(userName: "Anna Petrova"),
                language: "en",
                consentVersion: try await account.consentText().version
            )
        )
    }

    @Test func itIsAskedForAgainByItself() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try fixture.phone()
            let pending = try await Self.begin(fixture, phone)
            phone.faults.plan(.lostAnswer, "POST", "/confirmation")
            let grant = try await phone.client.account.confirm(pending, code: try await fixture.code(to: "anna@example.org"))
            #expect(phone.faults.count("POST", "/confirmation") == 2)
            #expect(try await phone.client.devices.list().map(\.id) == [grant.deviceId])
            #expect(try await phone.enrol().status == .created)
        }
    }

    /// Somebody asked to be let in on this device before; who registers now is not told of them.
    @Test func whoWaitedHereBeforeWaitsNoMore() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try fixture.phone()
            _ = try await phone.client.devices.request(for: "nobody@example.org")
            #expect(try await phone.client.devices.pending().count == 1)
            let pending = try await Self.begin(fixture, phone)
            _ = try await phone.client.account.confirm(pending, code: try await fixture.code(to: "anna@example.org"))
            #expect(try await phone.client.devices.pending().isEmpty)
            #expect(try await phone.enrol().status == .created)
        }
    }

    @Test func whoTriesAgainLaterHasTheSameKey() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try fixture.phone()
            let pending = try await Self.begin(fixture, phone)
            let code = try await fixture.code(to: "anna@example.org")
            for _ in 0..<4 { phone.faults.plan(.lostAnswer, "POST", "/confirmation") }
            await #expect(throws: ClientError.self) { try await phone.client.account.confirm(pending, code: code) }
            // The app was closed meanwhile.
            let again = try phone.restarted(fixture)
            let grant = try await again.client.account.confirm(pending, code: code)
            #expect(try await again.client.devices.list().map(\.id) == [grant.deviceId])
        }
    }

    @Test func aWrongCodeKeepsNoKey() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try fixture.phone()
            let pending = try await Self.begin(fixture, phone)
            let code = try await fixture.code(to: "anna@example.org")
            let wrong = code == "000000" ? "000001" : "000000"
            await #expect(throws: ClientError.self) { try await phone.client.account.confirm(pending, code: wrong) }
            #expect(try await phone.client.caller.vault.keyConfirming(pending.receipt.id) == nil)
            _ = try await phone.client.account.confirm(pending, code: code)
        }
    }
}

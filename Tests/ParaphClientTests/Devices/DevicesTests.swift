import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport

@Suite struct DevicesTests {
    @Test func aNewDeviceComesInByItsCodeAndASignatureOnAnother() async throws {
        try await ClientFixture.run { fixture async throws in
            let (phone, tablet) = (try await fixture.enrolledPhone(), try fixture.phone("Anna’s tablet"))
            let pending = try await tablet.client.devices.request(for: "Anna@example.org")
            #expect(try await tablet.client.devices.status(of: pending) == .pending)
            // It is found again after a restart.
            let again = try tablet.restarted(fixture)
            let kept = try #require(try await again.client.devices.pending().first)
            #expect(kept == pending && kept.code.count == 6)

            let asked = try #require(try await phone.client.devices.requests(code: pending.code).first)
            let approval = try await phone.approval(.addDevice, subject: asked.id, drawing: 1)
            _ = try await phone.client.devices.approve(asked.id, code: pending.code, approval: approval)
            let status = try await again.client.devices.status(of: kept)
            guard case .approved(let grant?) = status else {
                Issue.record("\(status)")
                return
            }
            #expect(await again.client.signIn.current?.deviceId == grant.deviceId)
            #expect(try await again.client.devices.pending().isEmpty)
            #expect(try await again.client.devices.list().count == 2)

            try await again.client.signIn.end()
            let signing = try await again.client.signIn.begin(as: "anna@example.org")
            #expect(try await signing.answer(phone.drawing(2)).accepted?.session != nil)
        }
    }

    @Test func theSessionOfAnApprovedDeviceWhoseAnswerWasLostIsGotBySigning() async throws {
        try await ClientFixture.run { fixture async throws in
            let (phone, tablet) = (try await fixture.enrolledPhone(), try fixture.phone("Anna’s tablet"))
            let pending = try await tablet.client.devices.request(for: "anna@example.org")
            let asked = try #require(try await phone.client.devices.requests(code: pending.code).first)
            let approval = try await phone.approval(.addDevice, subject: asked.id, drawing: 1)
            _ = try await phone.client.devices.approve(asked.id, code: pending.code, approval: approval)
            tablet.faults.plan(.lostAnswer, "POST", "/session")
            #expect(try await tablet.client.devices.status(of: pending) == .approved(nil))
            #expect(tablet.faults.count("POST", "/session") == 1)
            #expect(await tablet.client.signIn.current == nil)
            let signing = try await tablet.client.signIn.begin(as: "anna@example.org")
            #expect(try await signing.answer(phone.drawing(2)).accepted?.session != nil)
        }
    }

    @Test func aRecoveryCodeLetsADeviceInAndSignsInWhereItIsKnown() async throws {
        try await ClientFixture.run { fixture async throws in
            let (phone, tablet) = (try await fixture.enrolledPhone(), try fixture.phone("Anna’s tablet"))
            let codes = try #require(try await phone.client.account.renewRecoveryCodes().codes)
            let pending = try await tablet.client.devices.request(for: "anna@example.org")
            let wrong = await #expect(throws: ClientError.self) {
                try await tablet.client.devices.recover(pending, recoveryCode: "AAAA-BBBB-CCCC-DDDD-EEEE")
            }
            #expect(wrong?.problem?.fields?.first?.name == "recoveryCode")
            guard case .approved(_?) = try await tablet.client.devices.recover(pending, recoveryCode: codes[0]) else {
                Issue.record("the code opened no session")
                return
            }
            try await tablet.client.signIn.end()
            _ = try await tablet.client.signIn.begin(as: "anna@example.org", recoveryCode: codes[1])
            #expect(await tablet.client.signIn.current != nil)
            #expect(try await tablet.client.devices.list().count == 2)
            #expect(try await tablet.client.account.recoveryCodes().remaining == codes.count - 2)
        }
    }

    @Test func aRequestIsTakenBackAndADeviceRemoved() async throws {
        try await ClientFixture.run { fixture async throws in
            let (phone, tablet) = (try await fixture.enrolledPhone(), try fixture.phone("Anna’s tablet"))
            let pending = try await tablet.client.devices.request(for: "anna@example.org")
            try await tablet.client.devices.withdraw(pending)
            #expect(try await phone.client.devices.requests().isEmpty)
            #expect(try await tablet.client.devices.pending().isEmpty)

            _ = try await phone.client.account.renewRecoveryCodes()
            let id = try #require(await phone.client.signIn.current?.deviceId)
            let approval = try await phone.approval(.removeDevice, subject: id, drawing: 1)
            try await phone.client.devices.remove(id, approval: approval)
            await #expect(throws: ClientError(.unknownDevice, "")) { try await phone.client.signIn.begin(as: "anna@example.org") }
        }
    }
}

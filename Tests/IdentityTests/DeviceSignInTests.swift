import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Who proved themselves a moment ago is asked for nothing more: by a recovery code on a browser that is known, by an approval on a new one.
@Suite struct DeviceSignInTests {
    private func codes(_ server: IdentityServer, _ person: TestPerson) async throws -> [String] {
        try #require(try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes)
    }

    private func signIn(_ server: IdentityServer, _ identifier: String, _ code: String, _ device: SimulatedDevice) async throws
        -> SessionGrant
    {
        let key = try device.deviceKey(subject: identifier)
        let body = RecoverySignIn(identifier: identifier, recoveryCode: code, device: key)
        return try await server.call(IdentityEndpoints.signInByRecoveryCode, body: body)
    }

    private func ask(_ server: IdentityServer, _ person: TestPerson, _ device: SimulatedDevice) async throws -> DeviceRequest {
        let key = try device.deviceKey(subject: person.email)
        return try await server.call(IdentityEndpoints.requestDevice, body: DeviceRequestRequest(identifier: person.email, device: key))
    }

    private func approve(_ server: IdentityServer, _ wanted: DeviceRequest, _ person: TestPerson, _ approval: String) async throws
        -> DeviceRequest
    {
        let body = DeviceApproval(approval: approval, code: try #require(wanted.code))
        return try await server.call(IdentityEndpoints.approveDevice, wanted.id, body: body, token: person.token)
    }

    private func open(_ server: IdentityServer, _ wanted: DeviceRequest, _ device: SimulatedDevice, secret: String? = nil) async throws
        -> SessionGrant
    {
        let body = DeviceSessionRequest(device: try device.deviceKey(subject: wanted.id))
        let headers = ["Paraph-Request-Secret": secret ?? wanted.secret ?? ""]
        return try await server.call(IdentityEndpoints.signInApproved, wanted.id, body: body, headers: headers)
    }

    private func kinds(_ server: IdentityServer, _ token: String?) async throws -> [String] {
        try await server.call(IdentityEndpoints.activity, token: token).items.map(\.kind)
    }

    @Test func aRecoveryCodeSignsInOnAKnownDeviceAfterFiveRefusalsAndAsksForNoOther() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let code = try await codes(server, person)[0]
            var challenge = try await server.challenge(person)
            for attempt in 1...5 { _ = try await server.answer(challenge, by: person, person.forged(attempt), attempt: attempt) }
            challenge = try await server.challenge(person)
            #expect(challenge.retryAfter != nil)
            let before = server.mails.all(to: person.email).count
            let grant = try await signIn(server, person.email, code, person.device)
            #expect(grant.deviceId == person.device.id)
            // Of the code, and of no device.
            #expect(server.mails.all(to: person.email).map(\.subject).dropFirst(before) == ["A recovery code was used"])
            #expect(try await server.count("deviceRequest") == 0)
            let told = try await kinds(server, grant.token)
            #expect(told.first == "signedIn" && told.contains("recoveryCodeUsed") && !told.contains("deviceRequested"))
            #expect(!told.contains("deviceAdded"))
            // Signatures are looked at again at once.
            challenge = try await server.challenge(person)
            #expect(challenge.retryAfter == nil)
            #expect(try await server.answer(challenge, by: person, person.genuine(1)).outcome == .accepted)
        }
    }

    @Test func aRecoveryCodeAddsADeviceThatIsNotKnownAndTellsOfIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let code = try await codes(server, person)[0]
            let grant = try await signIn(server, person.email, code, SimulatedDevice(name: "Tablet"))
            #expect(grant.deviceId != nil && grant.deviceId != person.device.id)
            #expect(server.mails.all(to: person.email).map(\.subject).suffix(2) == ["A device was added", "A recovery code was used"])
            #expect(try await kinds(server, grant.token).contains("deviceAdded"))
        }
    }

    @Test func aCodeThatIsNotThePersonsIsWrongWhoeverIsNamed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let boris = try await server.enrolledPerson("boris@example.org", seed: 8)
            let (own, others) = (try await codes(server, person), try await codes(server, boris))
            _ = try await signIn(server, person.email, own[0], person.device)
            for (identifier, code) in [
                (person.email, own[0]), (person.email, others[0]), ("nobody@example.org", own[1]), (person.email, "no code"),
            ] {
                let refused = await problem { try await signIn(server, identifier, code, person.device) }
                #expect(refused?.fields?.map(\.name) == ["recoveryCode"] && refused?.fields?.map(\.code) == ["wrong"])
            }
            // The proof is of the one who is named.
            let stolen = RecoverySignIn(
                identifier: person.email,
                recoveryCode: own[1],
                device: try person.device.deviceKey(subject: boris.email)
            )
            let unproved = await problem { try await server.call(IdentityEndpoints.signInByRecoveryCode, body: stolen) }
            #expect(unproved?.fields?.map(\.name) == ["device.proof"])
            #expect(try await server.call(IdentityEndpoints.recoveryCodes, token: person.token).remaining == 9)
        }
    }

    @Test func aDeviceThatASignatureApprovedIsSignedInOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (tablet, thief) = (SimulatedDevice(name: "Tablet"), SimulatedDevice(name: "Thief"))
            let wanted = try await ask(server, person, tablet)
            #expect(await problem { try await open(server, wanted, tablet) }?.code == "requestOver")
            let approved = try await approve(
                server,
                wanted,
                person,
                try await server.approval(person, .addDevice, sample: 1, subject: wanted.id)
            )
            #expect(await problem { try await open(server, wanted, tablet, secret: "stolen") }?.code == "notFound")
            #expect(await problem { try await open(server, wanted, thief) }?.code == "requestOver")
            let grant = try await open(server, wanted, tablet)
            #expect(grant.deviceId == approved.deviceId && grant.isEnrolled)
            #expect(try await kinds(server, grant.token).prefix(2) == ["signedIn", "deviceAdded"])
            #expect(await problem { try await open(server, wanted, tablet) }?.code == "requestOver")
        }
    }

    @Test func theSessionOfAnApprovalIsOverAfterFiveMinutesAndWithItsDevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            for isRemoved in [false, true] {
                let tablet = SimulatedDevice(name: "Tablet")
                let wanted = try await ask(server, person, tablet)
                let number = isRemoved ? 2 : 1
                let approval = try await server.approval(person, .addDevice, sample: number, subject: wanted.id)
                let approved = try await approve(server, wanted, person, approval)
                if isRemoved {
                    let id = try #require(approved.deviceId)
                    let removal = try await server.approved(person, .removeDevice, sample: 3, subject: id)
                    _ = try await server.call(IdentityEndpoints.removeDevice, id, body: removal, token: person.token)
                } else {
                    server.time.advance(seconds: DeviceService.sessionLifetime)
                }
                #expect(await problem { try await open(server, wanted, tablet) }?.code == "requestOver")
            }
        }
    }

    @Test func aMailedCodeApprovesADeviceAndSignsNobodyIn() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let tablet = SimulatedDevice(name: "Tablet")
            let wanted = try await ask(server, person, tablet)
            let approved = try await server.approvedByMail(to: person.email, token: person.token, .addDevice, subject: wanted.id)
            let device = try await approve(server, wanted, person, try #require(approved.approval))
            #expect(device.deviceId != nil)
            #expect(await problem { try await open(server, wanted, tablet) }?.code == "requestOver")
        }
    }

    @Test func aDeviceTakesItsRequestBackAndNothingIsLeftToApprove() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let wanted = try await ask(server, person, SimulatedDevice())
            let withdraw = { @Sendable (secret: String) async throws in
                let headers = ["Paraph-Request-Secret": secret]
                return try await server.call(IdentityEndpoints.withdrawDeviceRequest, wanted.id, headers: headers)
            }
            #expect(await problem { try await withdraw("stolen") }?.code == "notFound")
            #expect(try await server.call(IdentityEndpoints.deviceRequests, token: person.token).items.count == 1)
            _ = try await withdraw(try #require(wanted.secret))
            #expect(try await server.call(IdentityEndpoints.deviceRequests, token: person.token).items.isEmpty)
            let challenge = ChallengeRequest(purpose: .addDevice, deviceId: person.device.id, subject: wanted.id)
            let gone = await problem { try await server.call(IdentityEndpoints.createChallenge, body: challenge, token: person.token) }
            #expect(gone?.code == "notFound")
        }
    }
}

import Identity
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Devices whose key is a passkey: how they come to be, what they open, and how they end.
@Suite struct PasskeyDeviceTests {
    @Test func aPasskeyMadeAtRegistrationSignsAnswersWithADrawnSignature() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            let device = try #require(try await server.call(IdentityEndpoints.devices, token: person.token).items.first)
            let listed = try #require(try await server.call(IdentityEndpoints.passkeys, token: person.token).items.first)
            #expect(device.key == .passkey && device.passkeyId == listed.id && device.isSynced == false)
            #expect(listed.deviceId == device.id && device.id == person.device.id)

            let accepted = try await server.answer(try await server.challenge(person), by: person, &passkey, person.genuine(1))
            #expect(accepted.outcome == .accepted)
            #expect(accepted.session?.token != nil)
            #expect(accepted.session?.deviceId == person.device.id)
            // It approves what a signature approves.
            let challenge = try await server.challenge(person, .recoveryCodes)
            let approval = try await server.answer(challenge, by: person, &passkey, person.genuine(2)).approval
            #expect(approval != nil)
            // And it stands in for a recovery code.
            _ = try await server.approval(by: &passkey, of: person, .modifySignature)
        }
    }

    @Test func aForgedSignatureIsRefusedWithTheRightPasskey() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            let challenge = try await server.challenge(person)
            for attempt in 1...5 {
                let result = try await server.answer(challenge, by: person, &passkey, person.forged(attempt), attempt: attempt)
                #expect(result.outcome == (attempt == 5 ? .denied : .refused) && result.session == nil && result.approval == nil)
            }
            let over = await problem {
                try await server.answer(challenge, by: person, &passkey, person.genuine(1), attempt: 1)
            }
            #expect(over?.code == "challengeOver")
        }
    }

    @Test func theKeyThatADeviceHadSignsNothingOnceAPasskeyTookItsPlace() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, _) = try await server.protectedPerson()
            let challenge = try await server.challenge(person)
            #expect(await problem { try await server.answer(challenge, by: person, person.genuine(1)) }?.code == "badAssertion")
        }
    }

    @Test func aPasskeyOfNoDeviceSignsNoAnswers() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let challenge = try await server.challenge(person)
            let refused = await problem { try await server.answer(challenge, by: person, &passkey, person.genuine(3)) }
            #expect(refused?.code == "badAssertion")
            // The device's own key still does.
            #expect(try await server.answer(challenge, by: person, person.genuine(3)).outcome == .accepted)
        }
    }

    @Test func aDeviceIsSwitchedOverLaterWithAnApprovalOfThisPurpose() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = TestPasskey()
            let unapproved = await problem { try await server.add(&passkey, to: person, forDevice: true) }
            #expect(unapproved?.code == "approvalRequired")
            let other = try await server.approval(person, .addPasskey, sample: 1)
            let wrong = await problem { try await server.add(&passkey, to: person, approval: other, forDevice: true) }
            #expect(wrong?.code == "approvalRequired")
            #expect(try await server.count("passkey") == 0)
            let approval = try await server.approval(person, .protectDevice, sample: 2)
            let added = try await server.add(&passkey, to: person, approval: approval, forDevice: true)
            #expect(added.deviceId == person.device.id)
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, &passkey, person.genuine(3)).outcome == .accepted)
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.contains("deviceProtected") && kinds.contains("passkeyAdded"))
        }
    }

    @Test func aPasskeyThatThereIsBecomesADevicesKeyByItsOwnWord() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            // A challenge for something else does not do.
            let stray = try passkey.answer(try await server.passkeyChallenge(.addPasskey, for: person))
            let misused = await problem { try await server.call(IdentityEndpoints.protectDevice, body: stray, token: person.token) }
            #expect(misused?.code == "challengeOver")
            let answer = try passkey.answer(try await server.passkeyChallenge(.protectDevice, for: person))
            let device = try await server.call(IdentityEndpoints.protectDevice, body: answer, token: person.token)
            #expect(device.key == .passkey && device.isCurrent && device.id == person.device.id)
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, &passkey, person.genuine(3)).outcome == .accepted)

            // It cannot be another device's too.
            let tablet = try await server.signIn(by: &passkey, device: SimulatedDevice())
            let again = try passkey.answer(try await server.passkeyChallenge(.protectDevice, for: person))
            let second = await problem { try await server.call(IdentityEndpoints.protectDevice, body: again, token: tablet.token) }
            #expect(second?.code == "passkeyOfOtherDevice")
        }
    }

    @Test func onItsOwnDeviceAPasskeyOpensThatDevicesSession() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            let here = try await server.signIn(by: &passkey, onOwnDevice: true)
            #expect(here.deviceId == person.device.id)
            #expect(try await server.call(IdentityEndpoints.devices, token: person.token).items.count == 1)
            // Elsewhere, over a cable or the air, the other device gets a key of its own.
            let elsewhere = try await server.signIn(by: &passkey)
            #expect(elsewhere.deviceId != person.device.id)
            // One that is no device's key adds the device that asks.
            var unbound = TestPasskey()
            let approval = try await server.approval(by: &passkey, of: person, .addPasskey)
            _ = try await server.add(&unbound, to: person, approval: approval)
            let third = try await server.signIn(by: &unbound, onOwnDevice: true)
            #expect(third.deviceId != person.device.id && third.deviceId != elsewhere.deviceId)
        }
    }

    @Test func aDeviceAndThePasskeyThatIsItsKeyGoTogether() async throws {
        try await IdentityServer.run { (server) async throws in
            // The passkey removed: the device and its sessions end.
            let (anna, passkeyMade) = try await server.protectedPerson()
            var passkey = passkeyMade
            let own = try #require(try await server.call(IdentityEndpoints.passkeys, token: anna.token).items.first)
            let last = await problem { try await server.call(IdentityEndpoints.removePasskey, own.id, token: anna.token) }
            #expect(last?.code == "lastPasskey")
            let alone = await problem { try await server.call(IdentityEndpoints.removeDevice, anna.device.id, token: anna.token) }
            #expect(alone?.code == "lastDevice")
            _ = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: anna.token)
            let removal = ApprovedRequest(approval: try await server.approval(by: &passkey, of: anna, .removePasskey, subject: own.id))
            _ = try await server.call(IdentityEndpoints.removePasskey, own.id, body: removal, token: anna.token)
            #expect(await problem { try await server.call(IdentityEndpoints.me, token: anna.token) }?.code == "unauthenticated")
            #expect(try await server.count("device") == 0)
            let decoy = try await server.challenge(anna)
            #expect(await problem { try await server.answer(decoy, by: anna, &passkey, anna.genuine(1)) }?.code == "badAssertion")
            #expect(server.mails.all(to: anna.email).suffix(2).map(\.subject) == ["A passkey was removed", "A device was removed"])

            // The device removed: its passkey signs nobody in any more.
            let (boris, hisMade) = try await server.protectedPerson("boris@example.org", seed: 11)
            var his = hisMade
            let other = try await server.signIn(by: &his)
            var (borisThere, id) = (boris, boris.device.id)
            borisThere.token = try #require(other.token)
            let gone = ApprovedRequest(approval: try await server.approval(by: &his, of: borisThere, .removeDevice, subject: id))
            _ = try await server.call(IdentityEndpoints.removeDevice, id, body: gone, token: other.token)
            #expect(try await server.count("passkey") == 0)
            #expect(await problem { try await server.signIn(by: &his) }?.code == "unknownPasskey")
        }
    }

    @Test func aSyncedPasskeyIsShownAsOne() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            var passkey = TestPasskey()
            passkey.authenticator.flags |= 0b1_1000
            let added = try await server.add(&passkey, to: person, forDevice: true)
            #expect(added.isSynced && added.isBackedUp)
            let device = try await server.call(IdentityEndpoints.devices, token: person.token).items.first
            #expect(device?.key == .passkey && device?.isSynced == true)
        }
    }

    @Test func aDevicesOwnPasskeyDoesNotLiftTheStopOfItsSignatures() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, made) = try await server.protectedPerson()
            var passkey = made
            let codes = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            let challenge = try await server.challenge(person)
            _ = try await server.answer(challenge, by: person, &passkey, person.forged(1))
            try await server.database.write { try $0.execute("UPDATE attempt SET failures = 50") }
            _ = try await server.approval(by: &passkey, of: person, .modifySignature)
            _ = try await server.signIn(by: &passkey, onOwnDevice: true)
            let stopped = await problem { try await server.answer(challenge, by: person, &passkey, person.genuine(1), attempt: 2) }
            #expect(stopped?.code == "biometricsStopped")
            let code = RecoveryApprovalRequest(purpose: .modifySignature, recoveryCode: try #require(codes?.first))
            _ = try await server.call(IdentityEndpoints.approveByRecoveryCode, body: code, token: person.token)
            let again = try await server.answer(challenge, by: person, &passkey, person.genuine(1), attempt: 2)
            #expect(again.outcome == .accepted)
        }
    }
}

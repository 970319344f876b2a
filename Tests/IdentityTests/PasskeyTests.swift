import Foundation
import HummingbirdTesting
import Identity
import NIOCore
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Passkeys: how they come and go, what they open, and what they do not.
@Suite struct PasskeyTests {
    @Test func aPasskeyIsAddedWithAnApprovalListedNamedAndRemoved() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = TestPasskey()
            let unapproved = await problem { try await server.add(&passkey, to: person) }
            #expect(unapproved?.code == "approvalRequired")
            let approval = try await server.approval(person, .addPasskey, sample: 1)
            let added = try await server.add(&passkey, to: person, approval: approval)
            #expect(try await server.call(IdentityEndpoints.passkeys, token: person.token).items == [added])
            #expect(server.mails.all(to: person.email).last?.subject == "A passkey was added")

            let again = try await server.approval(person, .addPasskey, sample: 2)
            let twice = await problem { try await server.add(&passkey, to: person, approval: again) }
            #expect(twice?.code == "passkeyKnown")

            let renamed = try await server.call(
                IdentityEndpoints.renamePasskey,
                added.id,
                body: PasskeyName(name: "Key ring"),
                token: person.token
            )
            #expect(renamed.name == "Key ring")
            let removal = try await server.approved(person, .removePasskey, sample: 3, subject: added.id)
            _ = try await server.call(IdentityEndpoints.removePasskey, added.id, body: removal, token: person.token)
            #expect(try await server.call(IdentityEndpoints.passkeys, token: person.token).items.isEmpty)
            #expect(server.mails.all(to: person.email).last?.subject == "A passkey was removed")
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.starts(with: ["passkeyRemoved", "passkeyAdded"]))
            // The authenticator still has it.
            let removed = await problem { try await server.signIn(by: &passkey) }
            #expect(removed?.code == "unknownPasskey")
        }
    }

    @Test func whoHasNothingYetThatCouldApproveAddsTheFirstWithout() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            var first = TestPasskey()
            _ = try await server.add(&first, to: person)
            var second = TestPasskey()
            #expect(await problem { try await server.add(&second, to: person) }?.code == "approvalRequired")
            let approval = try await server.approval(by: &first, of: person, .addPasskey)
            _ = try await server.add(&second, to: person, approval: approval)
        }
    }

    @Test func aPasskeySignsInAndAddsTheDevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            var device = SimulatedDevice(name: "Anna’s tablet")
            let grant = try await server.signIn(by: &passkey, device: device)
            #expect(grant.personId == person.id && grant.isEnrolled)
            #expect(server.mails.all(to: person.email).last?.subject == "A device was added")
            device.id = try #require(grant.deviceId)
            let token = try #require(grant.token)
            #expect(try await server.call(IdentityEndpoints.devices, token: token).items.count == 2)
            let challenge = try await server.challenge(person, device: device)
            #expect(try await server.answer(challenge, by: person, person.genuine(3), device: device).outcome == .accepted)
            // Again on the same device: no other is made.
            #expect(try await server.signIn(by: &passkey, device: device).deviceId == device.id)
            #expect(try await server.call(IdentityEndpoints.passkeys, token: token).items.first?.lastUsedAt != nil)
        }
    }

    @Test func aPasskeyApprovesForItsPurposeAndSubjectOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let approval = try await server.approval(by: &passkey, of: person, .recoveryCodes)
            // The first set needs none.
            _ = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token)
            let other = await problem {
                try await server.call(IdentityEndpoints.deleteMe, body: ApprovedRequest(approval: approval), token: person.token)
            }
            #expect(other?.code == "approvalRequired")
            _ = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(approval: approval), token: person.token)
            let again = await problem {
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(approval: approval), token: person.token)
            }
            #expect(again?.code == "approvalRequired")

            let tablet = SimulatedDevice()
            let wanted = try await server.call(
                IdentityEndpoints.requestDevice,
                body: DeviceRequestRequest(identifier: person.email, device: try tablet.deviceKey(subject: person.email))
            )
            let code = try #require(wanted.code)
            let stray = try await server.approval(by: &passkey, of: person, .addDevice, subject: "another")
            let refused = await problem {
                try await server.call(
                    IdentityEndpoints.approveDevice,
                    wanted.id,
                    body: DeviceApproval(approval: stray, code: code),
                    token: person.token
                )
            }
            #expect(refused?.code == "approvalRequired")
            let right = try await server.approval(by: &passkey, of: person, .addDevice, subject: wanted.id)
            let approved = try await server.call(
                IdentityEndpoints.approveDevice,
                wanted.id,
                body: DeviceApproval(approval: right, code: code),
                token: person.token
            )
            #expect(approved.status == .approved)
        }
    }

    @Test func aReplacedSignatureNeedsAPasskeyOrItsLike() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let other = try await server.register("boris@example.org", seed: 11)
            #expect(await problem { try await server.enrol(person, signer: other.signer) }?.code == "approvalRequired")
            let approval = try await server.approval(by: &passkey, of: person, .modifySignature)
            #expect(try await server.enrol(person, approval: approval, signer: other.signer).status == .created)
        }
    }

    @Test func aPasskeyKeepsTheLastWayInOpen() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let last = await problem { try await server.call(IdentityEndpoints.removeDevice, person.device.id, token: person.token) }
            #expect(last?.code == "lastDevice")
            var passkey = TestPasskey()
            _ = try await server.add(&passkey, to: person)
            let approval = try await server.approval(by: &passkey, of: person, .removeDevice, subject: person.device.id)
            let removal = ApprovedRequest(approval: approval)
            _ = try await server.call(IdentityEndpoints.removeDevice, person.device.id, body: removal, token: person.token)
            let grant = try await server.signIn(by: &passkey)
            #expect(grant.personId == person.id && !grant.isEnrolled)
        }
    }
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import Identity
import NIOCore
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Passkeys' answers that open nothing.
@Suite struct PasskeyRefusalTests {
    /// The code of the step at which a sign-in was refused.
    private func refusal(_ work: () async throws -> some Sendable) async -> String? {
        let problem = await problem(work)
        return problem?.fields?.first?.code.rawValue ?? problem?.code.rawValue
    }

    @Test func anAnswerCountsOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let answer = try passkey.answer(try await server.passkeyChallenge())
            _ = try await server.signIn(with: answer)
            #expect(await refusal { try await server.signIn(with: answer) } == "challengeOver")
            // A wrong answer uses the challenge up too.
            let challenge = try await server.passkeyChallenge()
            var wrong = try passkey.answer(challenge)
            wrong.signature.bytes[8] ^= 1
            #expect(await refusal { try await server.signIn(with: wrong) } == "signature")
            let right = try passkey.answer(challenge)
            #expect(await refusal { try await server.signIn(with: right) } == "challengeOver")
            // Twenty at once: one is let in.
            let raced = try passkey.answer(try await server.passkeyChallenge())
            let granted = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { (try? await server.signIn(with: raced)) != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(granted == 1)
        }
    }

    @Test func theTimeOfAChallengeEnds() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let answer = try passkey.answer(try await server.passkeyChallenge())
            let wanted = try await server.call(IdentityEndpoints.beginPasskey, token: person.token)
            server.time.advance(seconds: 300)
            #expect(await refusal { try await server.signIn(with: answer) } == "challengeOver")
            let made = try SoftAuthenticator().create(challenge: wanted.challenge.text)
            let late = NewPasskey(
                challengeId: wanted.challengeId,
                name: "Phone",
                clientDataJSON: Base64URL(made.clientDataJSON),
                attestationObject: Base64URL(made.attestationObject)
            )
            #expect(
                await refusal { try await server.call(IdentityEndpoints.addPasskey, body: late, token: person.token) } == "challengeOver"
            )
            _ = try await server.passkeyChallenge()
            #expect(try await server.count("passkeyChallenge") == 1)
        }
    }

    @Test func anotherSiteAndAnotherCeremonyAreRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let passkey = try await server.passkey(of: person)
            var origin = passkey
            origin.authenticator.origin = "http://localhost:8081"
            #expect(await refusal { try await server.signIn(by: &origin) } == "origin")
            var site = passkey
            site.authenticator.relyingPartyID = "example.org"
            #expect(await refusal { try await server.signIn(by: &site) } == "relyingParty")
            var unverified = passkey
            unverified.authenticator.flags = 0b001
            #expect(await refusal { try await server.signIn(by: &unverified) } == "userVerification")
            var untouched = passkey
            untouched.authenticator.flags = 0b100
            #expect(await refusal { try await server.signIn(by: &untouched) } == "userPresence")
            var framed = passkey
            framed.authenticator.clientDataRest = #""crossOrigin":true"#
            #expect(await refusal { try await server.signIn(by: &framed) } == "origin")
            var other = passkey
            #expect(await refusal { try await server.signIn(by: &other, type: "webauthn.create") } == "type")
            let approval = try await server.approval(person, .addPasskey, sample: 2)
            #expect(await refusal { try await server.add(&other, to: person, approval: approval, type: "webauthn.get") } == "type")
            #expect(try await server.count("session") == 1)
        }
    }

    @Test func aCounterThatGoesBackIsRefusedAndTold() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            var copy = passkey
            for _ in 0..<2 { _ = try await server.signIn(by: &passkey) }
            let refused = await problem { try await server.signIn(by: &copy) }
            #expect(refused?.code == "passkeyCopied")
            #expect(server.mails.all(to: person.email).last?.subject == "A passkey may have been copied")
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.first == "passkeyRefused")
        }
    }

    @Test func aCopiedPasskeyIsToldByMailOnceADay() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let copy = passkey
            for _ in 0..<2 { _ = try await server.signIn(by: &passkey) }
            func warnings() -> Int { server.mails.all(to: person.email).count { $0.subject == "A passkey may have been copied" } }
            for _ in 0..<4 {
                var copied = copy
                #expect(await problem { try await server.signIn(by: &copied) }?.code == "passkeyCopied")
            }
            #expect(warnings() == 1)
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.count { $0 == "passkeyRefused" } == 4)
            server.time.advance(seconds: 86_401)
            var late = copy
            #expect(await problem { try await server.signIn(by: &late) }?.code == "passkeyCopied")
            #expect(warnings() == 2)
        }
    }

    @Test func aPasskeySpeaksForItsPersonOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: anna)
            let boris = try await server.register("boris@example.org", seed: 11)
            var his = TestPasskey()
            try await server.add(&his, to: boris)
            // Her passkey in his session, and her challenge in his.
            #expect(await refusal { try await server.approval(by: &passkey, of: boris, .recoveryCodes) } == "unknownPasskey")
            let hers = try passkey.answer(try await server.passkeyChallenge(.recoveryCodes, for: anna))
            let stolen = await refusal { try await server.call(IdentityEndpoints.approveByPasskey, body: hers, token: boris.token) }
            #expect(stolen == "challengeOver")
            // A challenge for a purpose opens no session, and one for a sign-in approves nothing.
            let purpose = try passkey.answer(try await server.passkeyChallenge(.recoveryCodes, for: anna))
            #expect(await refusal { try await server.signIn(with: purpose) } == "challengeOver")
            let signIn = try passkey.answer(try await server.passkeyChallenge())
            let misused = await refusal { try await server.call(IdentityEndpoints.approveByPasskey, body: signIn, token: anna.token) }
            #expect(misused == "challengeOver")
            // His key under her name, and no name at all.
            var claimed = his
            claimed.userHandle = passkey.userHandle
            #expect(await refusal { try await server.signIn(by: &claimed) } == "user")
            claimed.userHandle = nil
            #expect(await refusal { try await server.signIn(by: &claimed) } == "user")
            var forged = his
            forged.authenticator.credentialID = passkey.authenticator.credentialID
            forged.userHandle = passkey.userHandle
            #expect(await refusal { try await server.signIn(by: &forged) } == "signature")
            // Her passkey's name, management and registrations are hers.
            let list = try await server.call(IdentityEndpoints.passkeys, token: anna.token).items
            let id = try #require(list.first?.id)
            #expect(await refusal { try await server.call(IdentityEndpoints.removePasskey, id, token: boris.token) } == "notFound")
            let name = PasskeyName(name: "Mine")
            #expect(
                await refusal { try await server.call(IdentityEndpoints.renamePasskey, id, body: name, token: boris.token) } == "notFound"
            )
        }
    }

    @Test func aDisabledPersonsPasskeyOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            try await server.database.write { try $0.execute("UPDATE person SET status = 'disabled' WHERE id = \(person.id)") }
            #expect(await refusal { try await server.signIn(by: &passkey) } == "unknownPasskey")
        }
    }

    @Test func aDeviceKeyIsBoundToTheChallenge() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: person)
            let answer = try passkey.answer(try await server.passkeyChallenge())
            let device = try SimulatedDevice().deviceKey(subject: "another")
            let sent = PasskeySignIn(passkey: answer, device: device)
            let refused = await problem { try await server.call(IdentityEndpoints.signInByPasskey, body: sent) }
            #expect(refused?.fields?.first?.name == "device.proof")
        }
    }

    @Test func strangersAreAskedForASession() async throws {
        try await IdentityServer.run { (server) async throws in
            #expect(await refusal { try await server.passkeyChallenge(.recoveryCodes) } == "unauthenticated")
            #expect(await refusal { try await server.call(IdentityEndpoints.beginPasskey) } == "unauthenticated")
            #expect(await refusal { try await server.call(IdentityEndpoints.passkeys) } == "unauthenticated")
            let person = try await server.register()
            #expect(await refusal { try await server.passkeyChallenge(.recoveryCodes, for: person) } == "noPasskey")
            #expect(await refusal { try await server.passkeyChallenge(.signIn, subject: "x") } == "unknown")
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"passkey":{}}"#,
        #"{"challengeId":"x","credentialId":"!","clientDataJSON":"","authenticatorData":"","signature":""}"#,
        #"{"challengeId":"x","name":"x","clientDataJSON":"AA","attestationObject":"AA","x":1}"#, "\u{0}",
    ]) func garbageIsRefused(_ body: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer \(person.token)"]
            for path in ["/v1/passkey-challenges", "/v1/passkey-sign-ins", "/v1/me/passkeys", "/v1/me/passkey-approvals"] {
                try await server.client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body)) { response in
                    #expect(response.status == .badRequest, "\(path)")
                }
            }
        }
    }

    @Test func bytesThatAreNoStatementAreRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            var passkey = TestPasskey()
            try await server.add(&passkey, to: person)
            for bytes in [[], [0xA0], [UInt8](repeating: 0xFF, count: 9_000)] {
                #expect(await refusal { try await server.signIn(by: &passkey) { $0.clientDataJSON = Base64URL(bytes) } } == "malformed")
                #expect(await refusal { try await server.signIn(by: &passkey) { $0.authenticatorData = Base64URL(bytes) } } != nil)
                let wanted = try await server.call(IdentityEndpoints.beginPasskey, token: person.token)
                let made = try SoftAuthenticator().create(challenge: wanted.challenge.text)
                let new = NewPasskey(
                    challengeId: wanted.challengeId,
                    name: "Phone",
                    clientDataJSON: Base64URL(made.clientDataJSON),
                    attestationObject: Base64URL(bytes)
                )
                #expect(
                    await refusal { try await server.call(IdentityEndpoints.addPasskey, body: new, token: person.token) } == "malformed"
                )
            }
        }
    }
}

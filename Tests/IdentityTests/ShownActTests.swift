import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// The protected acts whose request shows a factor itself: no other factor does, whatever else the same person has in their hands.
@Suite struct ShownActTests {
    /// The name of the field that is refused, or the problem's code; `done` where nothing is.
    private func outcome(_ call: () async throws -> some Sendable) async -> String {
        let found = await problem(call)
        return found.map { $0.fields?.first?.name ?? $0.code.rawValue } ?? "done"
    }

    private func kinds(_ server: IdentityServer, _ token: String) async throws -> [String] {
        try await server.call(IdentityEndpoints.activity, token: token).items.map(\.kind)
    }

    /// New codes of a person who has all there is, made by an approval.
    private func codes(_ server: IdentityServer, _ person: TestPerson) async throws -> [String] {
        let approved = ApprovedRequest(approval: try await server.approval(person, .recoveryCodes, by: .passkey))
        return try #require(try await server.call(IdentityEndpoints.renewRecoveryCodes, body: approved, token: person.token).codes)
    }

    @Test func theRuleAloneSaysWhichFactorDoes() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register()
            let new = try await server.person(.appMade, "new@example.org")
            let now = server.time.now()
            let stepUp = StepUp(environment: server.domain.environment)
            for act in ProtectedAct.allCases {
                for method in StepUp.Method.allCases {
                    // Of an account that has nothing, and of one that has a device.
                    for (id, isNew) in [(new.id, true), (anna.id, false)] {
                        let refusal = await problem {
                            try await server.database.write { tx in
                                try stepUp.accept(act, of: id, shown: method, at: now, in: tx) { permit, _ in
                                    #expect(permit.allows([act]) && !permit.allows(Set(ProtectedAct.allCases).subtracting([act])))
                                }
                            }
                        }
                        var isShown = false
                        if case .shown(let methods) = act.rule.need { isShown = methods.contains(method) }
                        let isAccepted = isShown && (act != .firstDevice || isNew)
                        #expect(refusal?.code == (isAccepted ? nil : "approvalRequired"), "\(act) by \(method)")
                    }
                }
            }
            let shown = ProtectedAct.allCases.filter { if case .shown = $0.rule.need { true } else { false } }
            #expect(shown == [.signIn, .firstDevice, .recoverDevice, .protectDevice, .allowAppByMail, .proveAddress])
        }
    }

    @Test func theFirstDeviceComesByTheCodeOfItsRegistrationAndNeverToAnAccountThatHasOne() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.all, "anna@example.org")
            let waiting = try await server.target(of: .addDevice, anna)
            let registered = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("carla@example.org"))
            let elsewhere = try #require(server.mails.lastCode(to: "carla@example.org"))
            let factors = [
                try await codes(server, anna)[0], waiting.code, elsewhere, try await server.approval(anna, .addDevice, by: .passkey),
            ]
            let sent = server.mails.all(to: anna.email).count
            for address in [anna.email, "boris@example.org"] {
                for factor in factors {
                    let receipt = try await server.call(IdentityEndpoints.register, body: server.registrationRequest(address))
                    let device = try SimulatedDevice().deviceKey(subject: receipt.id)
                    // A code that is the right one by chance shows nothing.
                    guard factor != server.mails.lastCode(to: address) || address == anna.email else { continue }
                    let body = RegistrationConfirmation(code: factor, device: device)
                    let refused = await outcome { try await server.call(IdentityEndpoints.confirmRegistration, receipt.id, body: body) }
                    #expect(refused == "code", "\(address)")
                }
            }
            #expect(try await server.count("person") == 1)
            #expect(server.mails.all(to: anna.email).dropFirst(sent).allSatisfy { $0.subject == "You have a Paraph account already" })
            let device = try SimulatedDevice().deviceKey(subject: registered.id)
            let body = RegistrationConfirmation(code: elsewhere, device: device)
            let grant = try await server.call(IdentityEndpoints.confirmRegistration, registered.id, body: body)
            #expect(try await kinds(server, try #require(grant.token)) == ["registered"])
            // Of the code itself, and of nothing else.
            #expect(server.mails.all(to: "carla@example.org").count == 1)
        }
    }

    @Test func aDeviceIsRecoveredByItsPersonsCodeAndNoOtherFactor() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.all, "anna@example.org")
            let boris = try await server.person(.all, "boris@example.org")
            let old = try await codes(server, anna)
            let good = try await codes(server, anna)
            let recover = { @Sendable (code: String, secret: String?) async throws -> DeviceRequest in
                let key = try SimulatedDevice().deviceKey(subject: anna.email)
                let body = DeviceRequestRequest(identifier: anna.email, device: key)
                let wanted = try await server.call(IdentityEndpoints.requestDevice, body: body)
                return try await server.call(
                    IdentityEndpoints.recoverDevice,
                    wanted.id,
                    body: RecoveryCodeRequest(recoveryCode: code == "digits" ? wanted.code ?? "" : code),
                    headers: ["Paraph-Request-Secret": secret ?? wanted.secret ?? ""]
                )
            }
            let approval = try await server.approval(anna, .addDevice, by: .passkey)
            for factor in [old[0], try await codes(server, boris)[0], "digits", approval, ""] {
                #expect(await outcome { try await recover(factor, nil) } == "recoveryCode")
            }
            #expect(await outcome { try await recover(good[0], "stolen") } == "notFound")
            #expect(try await server.rows("SELECT id FROM device WHERE personId = \(anna.id)").count == 2)
            let recovered = try await recover(good[0], nil)
            let told = try await kinds(server, try #require(recovered.session?.token))
            #expect(told.filter { $0 == "deviceAdded" }.count == 1 && told.contains("recoveryCodeUsed"))
            #expect(server.mails.all(to: anna.email).map(\.subject).suffix(2) == ["A device was added", "A recovery code was used"])
            #expect(await outcome { try await recover(good[0], nil) } == "recoveryCode")
        }
    }

    @Test func aDeviceIsRecoveredByItsPersonsPasskeyInASignIn() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: anna)
            var stray = TestPasskey()
            #expect(await outcome { try await server.signIn(by: &stray) } == "unknownPasskey")
            // What it said for an approval.
            let approving = try passkey.answer(try await server.passkeyChallenge(.recoveryCodes, for: anna))
            #expect(await outcome { try await server.signIn(with: approving) } == "challengeOver")
            let boris = try await server.register("boris@example.org")
            var his = TestPasskey()
            _ = try await server.add(&his, to: boris)
            #expect(try await server.signIn(by: &his).personId == boris.id)
            #expect(try await server.rows("SELECT id FROM device WHERE personId = \(anna.id)").count == 1)
            let grant = try await server.signIn(by: &passkey)
            #expect(grant.personId == anna.id)
            #expect(try await kinds(server, try #require(grant.token)).filter { $0 == "deviceAdded" }.count == 1)
            #expect(server.mails.all(to: anna.email).last?.subject == "A device was added")
        }
    }

    @Test func aDevicesKeyIsExchangedByThePasskeyItselfInASessionOfTheDevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            var passkey = try await server.passkey(of: anna)
            let boris = try await server.register("boris@example.org")
            var his = TestPasskey()
            _ = try await server.add(&his, to: boris)
            var stray = TestPasskey()
            let protect = { @Sendable (answer: PasskeyAnswer, token: String?) async throws -> Device in
                try await server.call(IdentityEndpoints.protectDevice, body: answer, token: token)
            }
            for purpose in [ChallengePurpose.addPasskey, .recoveryCodes] {
                let approving = try passkey.answer(try await server.passkeyChallenge(purpose, for: anna))
                #expect(await outcome { try await protect(approving, anna.token) } == "challengeOver")
            }
            let signingIn = try passkey.answer(try await server.passkeyChallenge())
            #expect(await outcome { try await protect(signingIn, anna.token) } == "challengeOver")
            let foreign = try his.answer(try await server.passkeyChallenge(.protectDevice, for: anna))
            #expect(await outcome { try await protect(foreign, anna.token) } == "unknownPasskey")
            let unknown = try stray.answer(try await server.passkeyChallenge(.protectDevice, for: anna))
            #expect(await outcome { try await protect(unknown, anna.token) } == "unknownPasskey")
            let right = try passkey.answer(try await server.passkeyChallenge(.protectDevice, for: anna))
            #expect(await outcome { try await protect(right, nil) } == "unauthenticated")
            #expect(await outcome { try await protect(right, boris.token) } == "challengeOver")
            let nowhere = try await server.session(of: anna.id)
            let another = try passkey.answer(try await server.passkeyChallenge(.protectDevice, for: anna))
            #expect(await outcome { try await protect(another, nowhere) } == "noDevice")
            #expect(try await server.rows("SELECT id FROM passkey WHERE deviceId IS NOT NULL").isEmpty)
            #expect(!server.mails.all(to: anna.email).contains { $0.subject == "A passkey is now a device’s key" })
            #expect(try await protect(right, anna.token).key == .passkey)
            #expect(try await kinds(server, anna.token).filter { $0 == "deviceProtected" }.count == 1)
            #expect(server.mails.all(to: anna.email).last?.subject == "A passkey is now a device’s key")
        }
    }
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// How an account stands when somebody asks for a protected act.
enum AccountState: String, CaseIterable, Sendable {
    /// Registered a moment ago, in the session that proved the address.
    case fresh
    /// The same session, when the window is over; there is a device and nothing else.
    case late
    case template, codes, passkey
    /// The template went with the consent.
    case withdrawn
    case all
}

extension IdentityServer {
    /// A person whose account stands so, with a second device, so that no refusal is about the last one.
    func person(_ state: AccountState, _ email: String) async throws -> TestPerson {
        let person = try await register(email, username: "user\(email.prefix(while: { $0 != "@" }))")
        if [.template, .withdrawn, .all].contains(state) { try await enrol(person) }
        if state == .passkey {
            var passkey = TestPasskey()
            _ = try await add(&passkey, to: person)
        }
        if state == .all { _ = try await passkey(of: person) }
        if [.codes, .all].contains(state) {
            _ = try await call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token)
        }
        if state == .withdrawn {
            let approved = try await approved(person, .withdrawConsent, sample: 50)
            _ = try await call(IdentityEndpoints.withdrawConsent, body: approved, token: person.token)
        }
        let now = time.now()
        try await database.write { tx in
            let key = try SimulatedDevice().deviceKey(subject: "x")
            _ = try DeviceStore.insert(DeviceRecord(key, personID: person.id, addedBy: .approval, at: now), in: tx)
        }
        return person
    }

    /// Another session of a person, which proved nothing; through an app where one is named.
    func session(of personID: String, deviceID: String? = nil, appID: String? = nil) async throws -> String {
        let now = time.now()
        return try await database.write { tx in
            try SessionStore.open(
                personID: personID,
                deviceID: deviceID,
                appID: appID,
                settings: IdentitySettings(),
                at: now,
                in: tx
            ).token.text
        }
    }

    /// Asks for an act on a person's account with a credential, and says what came of it: `done`, or the problem's code.
    func attempt(_ act: ProtectedAct, of person: TestPerson, token: String?, approval: String? = nil) async throws -> String {
        let approved = ApprovedRequest(approval: approval)
        var caller = person
        caller.token = token ?? ""
        let asking = caller
        let found = await problem { () async throws -> Void in
            switch act {
            case .firstSignature, .replaceSignature:
                let samples = [Base64URL(person.signer.genuine(900).encoded())]
                let request = EnrolmentRequest(samples: samples, approval: approval)
                _ = try await call(IdentityEndpoints.enrol, body: request, token: token)
            case .firstRecoveryCodes, .renewRecoveryCodes:
                _ = try await call(IdentityEndpoints.renewRecoveryCodes, body: approved, token: token)
            case .firstPasskey, .addPasskey, .addDevicePasskey:
                var passkey = TestPasskey()
                _ = try await add(&passkey, to: asking, approval: approval, forDevice: act == .addDevicePasskey)
            case .removePasskey:
                let id = try await rows("SELECT id FROM passkey WHERE personId = \(person.id)").first.map {
                    try $0.get("id", as: String.self)
                }
                _ = try await call(IdentityEndpoints.removePasskey, id ?? "none", body: approved, token: token)
            case .addDevice:
                let key = try SimulatedDevice().deviceKey(subject: person.email)
                let wanted = try await call(
                    IdentityEndpoints.requestDevice,
                    body: DeviceRequestRequest(identifier: person.email, device: key)
                )
                let body = DeviceApproval(approval: approval ?? "none", code: wanted.code ?? "")
                _ = try await call(IdentityEndpoints.approveDevice, wanted.id, body: body, token: token)
            case .removeDevice: _ = try await call(IdentityEndpoints.removeDevice, person.device.id, body: approved, token: token)
            case .giveConsent, .giveConsentAgain:
                let request = ConsentRequest(version: Self.consentVersion, approval: approval)
                _ = try await call(IdentityEndpoints.giveConsent, body: request, token: token)
            case .withdrawConsent: _ = try await call(IdentityEndpoints.withdrawConsent, body: approved, token: token)
            case .changeUsername:
                let name = "other\(Int.random(in: 0..<1_000_000))"
                _ = try await call(IdentityEndpoints.updateMe, body: PersonUpdate(username: name, approval: approval), token: token)
            case .registerApp: _ = try await call(IdentityEndpoints.registerApp, body: .example, token: token)
            case .allowClient: _ = try await OAuthProgram.make(self).decide(asking)
            case .exportData:
                let response = try await send(IdentityEndpoints.exportMe, body: approved, token: token)
                if response.status != .ok { throw try JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView)) }
            case .deleteAccount: _ = try await call(IdentityEndpoints.deleteMe, body: approved, token: token)
            default: Issue.record("\(act) has no call of its own")
            }
        }
        return found?.code ?? "done"
    }
}

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

    /// An approval of the person's session, as if a factor had been shown.
    func approval(
        _ person: TestPerson,
        _ purpose: ChallengePurpose,
        subject: String? = nil,
        by method: StepUp.Method
    ) async throws -> String {
        let now = time.now()
        return try await database.write { tx in
            let session = try #require(try SessionStore.find(token: person.token, at: now, in: tx))
            return try ApprovalStore.issue(
                to: person.id,
                sessionID: session.id,
                purpose: purpose,
                subject: subject,
                method: method,
                at: now,
                in: tx
            ).approval
        }
    }

    /// What an act on a person's account is about, made for it where there is none: its id, and the code that a new device shows.
    func target(of act: ProtectedAct, _ person: TestPerson) async throws -> (id: String, code: String) {
        let now = time.now()
        switch act {
        case .addDevice:
            let key = try SimulatedDevice().deviceKey(subject: person.email)
            let body = DeviceRequestRequest(identifier: person.email, device: key)
            let wanted = try await call(IdentityEndpoints.requestDevice, body: body)
            return (wanted.id, wanted.code ?? "")
        case .removeDevice: return (person.device.id, "")
        case .removePasskey:
            let row = try await rows("SELECT id FROM passkey WHERE personId = \(person.id)").first
            return (try row?.get("id") ?? "none", "")
        case .renewAppKey, .deleteApp, .allowApp, .endApp, .allowAppSignature:
            let administration = AppAdministration(database: database, keys: keys, people: .identityAlone(keys), time: time)
            let id = try await administration.create(.example, restricted: true).id
            return try await database.write { [keys] tx in
                let email = try #require(EmailAddress(person.email))
                switch act {
                case .allowApp, .endApp: try AppGrantStore.allow(id, by: person.id, basis: .mailedLink, at: now, in: tx)
                case .allowAppSignature:
                    let letter = EmailProofRecord(email: email, appID: id, personID: nil, request: [1], createdAt: now)
                    try EmailProofStore.insert(letter, keys: keys, in: tx)
                    return (letter.id, "")
                default: try tx.execute("UPDATE app SET ownerId = \(person.id) WHERE id = \(id)")
                }
                return (id, "")
            }
        case .endClient:
            _ = try await OAuthProgram.make(self).decide(person)
            return (try #require(try await call(IdentityEndpoints.accesses, token: person.token).items.first).id, "")
        default: return ("", "")
        }
    }

    /// Asks for an act on a person's account with a credential, and says what came of it: `done`, or the problem's code.
    func attempt(
        _ act: ProtectedAct,
        of person: TestPerson,
        token: String?,
        approval: String? = nil,
        on known: (id: String, code: String)? = nil
    ) async throws -> String {
        let approved = ApprovedRequest(approval: approval)
        var caller = person
        caller.token = token ?? ""
        let asking = caller
        let target = if let known { known } else { try await target(of: act, person) }
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
                _ = try await call(IdentityEndpoints.removePasskey, target.id, body: approved, token: token)
            case .addDevice:
                let body = DeviceApproval(approval: approval ?? "none", code: target.code)
                _ = try await call(IdentityEndpoints.approveDevice, target.id, body: body, token: token)
            case .removeDevice: _ = try await call(IdentityEndpoints.removeDevice, target.id, body: approved, token: token)
            case .giveConsent, .giveConsentAgain:
                let request = ConsentRequest(version: Self.consentVersion, approval: approval)
                _ = try await call(IdentityEndpoints.giveConsent, body: request, token: token)
            case .withdrawConsent: _ = try await call(IdentityEndpoints.withdrawConsent, body: approved, token: token)
            case .changeUsername:
                let name = "other\(Int.random(in: 0..<1_000_000))"
                _ = try await call(IdentityEndpoints.updateMe, body: PersonUpdate(username: name, approval: approval), token: token)
            case .registerApp: _ = try await call(IdentityEndpoints.registerApp, body: .example, token: token)
            case .renewAppKey: _ = try await call(IdentityEndpoints.renewAppKey, target.id, body: approved, token: token)
            case .deleteApp: _ = try await call(IdentityEndpoints.deleteApp, target.id, body: approved, token: token)
            case .allowApp: _ = try await call(IdentityEndpoints.allowApp, target.id, body: approved, token: token)
            case .endApp: _ = try await call(IdentityEndpoints.endApp, target.id, body: approved, token: token)
            case .allowAppSignature: _ = try await call(IdentityEndpoints.approveAppTemplate, target.id, body: approved, token: token)
            case .endClient: _ = try await call(IdentityEndpoints.endAccess, target.id, token: token)
            case .allowClient: _ = try await OAuthProgram.make(self).decide(asking)
            case .exportData:
                let response = try await send(IdentityEndpoints.exportMe, body: approved, token: token)
                if response.status != .ok { throw try JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView)) }
            case .deleteAccount: _ = try await call(IdentityEndpoints.deleteMe, body: approved, token: token)
            case .allowCircumstances: _ = try await call(IdentityEndpoints.allowCircumstances, token: token)
            case .forbidCircumstances: _ = try await call(IdentityEndpoints.forbidCircumstances, token: token)
            case .firstDevice, .recoverDevice, .protectDevice, .allowAppByMail, .proveAddress: Issue.record("\(act) shows a factor itself")
            case .makeToken: Issue.record("only an administrator does that")
            }
        }
        return found?.code ?? "done"
    }
}

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
@testable import IdentityTestSupport

extension IdentityServer {
    /// What an act on a person's account is about, made for it where there is none: its id, and the code that a new device shows;
    /// a program's question where one asks.
    func target(of act: ProtectedAct, _ person: TestPerson) async throws -> (id: String, code: String) {
        let now = time.now()
        switch act {
        case .addDevice:
            let key = try SimulatedDevice().deviceKey(subject: person.email)
            let body = DeviceRequestRequest(identifier: person.email, device: key)
            let wanted = try await call(IdentityEndpoints.requestDevice, body: body)
            return (wanted.id, wanted.code ?? "")
        case .removeDevice: return (person.device.id, "")
        case .forbidCircumstances:
            _ = try await database.write { try CircumstanceConsentStore.give(person.id, permit: .administrator(), at: now, in: $0) }
            return ("", "")
        case .removePasskey:
            let row = try await rows("SELECT id FROM passkey WHERE personId = \(person.id)").first
            return (try row?.get("id") ?? "none", "")
        case .renewAppKey, .deleteApp, .allowApp, .endApp, .allowAppSignature:
            let administration = AppAdministration(database: database, keys: keys, people: .identityAlone(keys), time: time)
            let id = try await administration.create(.example, restricted: true).id
            return try await database.write { [keys] tx in
                let email = try #require(EmailAddress(person.email))
                switch act {
                case .allowApp, .endApp:
                    try AppGrantStore.allow(id, by: person.id, basis: .mailedLink, permit: .administrator(), at: now, in: tx)
                case .allowAppSignature:
                    let letter = EmailProofRecord(email: email, appID: id, personID: nil, request: [1], createdAt: now)
                    try EmailProofStore.insert(letter, keys: keys, in: tx)
                    return (letter.id, "")
                default: try tx.execute("UPDATE app SET ownerId = \(person.id) WHERE id = \(id)")
                }
                return (id, "")
            }
        case .allowClient: return (try await OAuthProgram.make(self).query(), "")
        case .endClient:
            _ = try await OAuthProgram.make(self).decide(person)
            return (try #require(try await call(IdentityEndpoints.accesses, token: person.token).items.first).id, "")
        default: return ("", "")
        }
    }

    /// Asks for an act on a person's account with a credential, and says what came of it: `done`, or the problem's code.
    ///
    /// `samples` are as many as a signature is given with; `before` runs once what the call itself needs is there.
    func attempt(
        _ act: ProtectedAct,
        of person: TestPerson,
        token: String?,
        approval: String? = nil,
        on known: (id: String, code: String)? = nil,
        samples count: Int = 1,
        before: () async throws -> Void = {}
    ) async throws -> String {
        let approved = ApprovedRequest(approval: approval)
        var caller = person
        caller.token = token ?? ""
        let asking = caller
        let target = if let known { known } else { try await target(of: act, person) }
        let isPrepared = ![.firstPasskey, .addPasskey, .addDevicePasskey].contains(act)
        let found = await problem { () async throws -> Void in
            if isPrepared { try await before() }
            switch act {
            case .firstSignature, .replaceSignature:
                let samples = (0..<count).map { Base64URL(person.signer.genuine(900 + $0).encoded()) }
                let request = EnrolmentRequest(samples: samples, approval: approval)
                _ = try await call(IdentityEndpoints.enrol, body: request, token: token)
            case .firstRecoveryCodes, .renewRecoveryCodes:
                _ = try await call(IdentityEndpoints.renewRecoveryCodes, body: approved, token: token)
            case .firstPasskey, .addPasskey, .addDevicePasskey:
                var passkey = TestPasskey()
                _ = try await add(&passkey, to: asking, approval: approval, forDevice: act == .addDevicePasskey, before: before)
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
            case .changeUsername, .firstUsername:
                let name = "other\(Int.random(in: 0..<1_000_000))"
                _ = try await call(IdentityEndpoints.updateMe, body: PersonUpdate(username: name, approval: approval), token: token)
            case .registerApp: _ = try await call(IdentityEndpoints.registerApp, body: .example, token: token)
            case .renewAppKey: _ = try await call(IdentityEndpoints.renewAppKey, target.id, body: approved, token: token)
            case .deleteApp: _ = try await call(IdentityEndpoints.deleteApp, target.id, body: approved, token: token)
            case .allowApp: _ = try await call(IdentityEndpoints.allowApp, target.id, body: approved, token: token)
            case .endApp: _ = try await call(IdentityEndpoints.endApp, target.id, body: approved, token: token)
            case .allowAppSignature: _ = try await call(IdentityEndpoints.approveAppTemplate, target.id, body: approved, token: token)
            case .endClient: _ = try await call(IdentityEndpoints.endAccess, target.id, token: token)
            case .allowClient:
                let decision = AuthorizationDecision(query: target.id, isAllowed: true)
                _ = try await call(IdentityEndpoints.authorize, body: decision, token: token)
            case .exportData:
                let response = try await send(IdentityEndpoints.exportMe, body: approved, token: token)
                if response.status != .ok { throw try JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView)) }
            case .deleteAccount: _ = try await call(IdentityEndpoints.deleteMe, body: approved, token: token)
            case .allowCircumstances: _ = try await call(IdentityEndpoints.allowCircumstances, token: token)
            case .forbidCircumstances: _ = try await call(IdentityEndpoints.forbidCircumstances, token: token)
            case .signIn, .firstDevice, .recoverDevice, .protectDevice, .allowAppByMail, .proveAddress:
                Issue.record("\(act) shows a factor itself")
            case .makeToken, .disableAccount, .enableAccount: Issue.record("only an administrator does that")
            }
        }
        return found?.code.rawValue ?? "done"
    }

    /// Asks for an act, and undoes it; says what came of it, with what the person was told of.
    func rehearse(
        _ act: ProtectedAct,
        of person: TestPerson,
        token: String?,
        approval: String? = nil,
        on target: (id: String, code: String),
        samples: Int
    ) async throws -> (outcome: String, told: Rehearsal.Told) {
        let rehearsal = try #require(rehearsal)
        let outcome = try await attempt(act, of: person, token: token, approval: approval, on: target, samples: samples) {
            try await rehearsal.begin(for: person.id, in: database)
        }
        return (outcome, rehearsal.end())
    }
}

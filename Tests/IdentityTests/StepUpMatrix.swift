import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// A credential by which a protected act on a person's account is asked for.
enum StepUpCaller: String, CaseIterable, Sendable {
    case stranger
    /// A session that an app was given by Sign To Login's dialect.
    case signToLogin
    case administratorsToken, clientsToken
    /// A session that the person opened through an app.
    case appsSession
    /// A session of the person's that proved nothing.
    case otherSession
    /// The session of another person, who registered and has nothing else.
    case otherPerson
    case own

    /// Whether it is a session that a person opened.
    var isSession: Bool { [.appsSession, .otherSession, .otherPerson, .own].contains(self) }
}

/// The approval that a request names: each is a real one.
enum NamedApproval: String, CaseIterable, Sendable {
    case none
    /// For another act, given in the session that asks.
    case otherAct
    /// For the act, but about another object; given in the session that asks.
    case otherObject
    /// For the act and its object, given in this session.
    case ofOwn, ofOther, ofApps
    /// The same, given by the other person.
    case ofOtherPerson
    /// The same, used up before.
    case spent

    /// Whether it lets an act happen that a session asks for.
    func isGood(for caller: StepUpCaller) -> Bool {
        switch self {
        case .ofOwn: caller == .own
        case .ofOther: caller == .otherSession
        case .ofApps: caller == .appsSession
        case .none, .otherAct, .otherObject, .ofOtherPerson, .spent: false
        }
    }

    /// What is tried with a credential: all that a session might hold; what tells nothing new is left out for the others.
    static func tried(by caller: StepUpCaller) -> [NamedApproval] {
        caller.isSession ? allCases : [.none, .otherAct, .ofOwn, .spent]
    }
}

/// What the rule says of an act, for each caller, account and approval.
enum StepUpExpectation {
    /// Acts on what has an id: another person's is not there.
    static let named: Set<ProtectedAct> = [
        .removeDevice, .removePasskey, .addDevice, .renewAppKey, .deleteApp, .allowApp, .endApp, .allowAppSignature, .endClient,
    ]

    /// Whether the call is this act for such an account, and not its other half.
    static func isAct(_ act: ProtectedAct, in state: AccountState) -> Bool {
        switch act {
        case .firstSignature: !state.ever.contains(.template)
        case .replaceSignature: state.ever.contains(.template)
        case .firstRecoveryCodes: !state.ever.contains(.recoveryCode)
        case .renewRecoveryCodes: state.ever.contains(.recoveryCode)
        case .firstPasskey: !state.ever.contains(.passkey)
        case .addPasskey: state.ever.contains(.passkey)
        case .giveConsent: !state.isWithdrawn
        case .giveConsentAgain: state.isWithdrawn
        case .firstUsername: state == .appMade
        case .changeUsername: state != .appMade
        default: true
        }
    }

    /// What comes of it: `done`, or the problem's code.
    ///
    /// The approval is good for the act and the session; it rests on a method.
    static func outcome(
        _ act: ProtectedAct,
        in state: AccountState,
        by caller: StepUpCaller,
        isApproved: Bool,
        method: StepUp.Method = .passkey
    ) -> String {
        switch caller {
        case .stranger, .signToLogin: return "unauthenticated"
        // On an account of their own, of which the approval is none.
        case .otherPerson where named.contains(act): return "notFound"
        // They have a name, and the call is for another.
        case .otherPerson where act == .firstUsername: return "approvalRequired"
        case .otherPerson: return act.rule.need == .session || act == .giveConsentAgain ? "done" : "approvalRequired"
        case _ where state == .disabled: return "unauthenticated"
        case .administratorsToken, .clientsToken: return "sessionRequired"
        case .appsSession, .otherSession, .own: break
        }
        if let missing = missing(act, in: state) { return missing }
        let rule = act.rule
        if rule.isOwnPagesOnly, caller == .appsSession { return "ownSessionRequired" }
        let isExempt = caller == .own && state.isInWindow && !rule.exemptBefore.isEmpty && rule.exemptBefore.isDisjoint(with: state.ever)
        let counts = isApproved && (method != .mailedCode || state.mailboxCounts)
        guard rule.need == .session || isExempt || counts else { return "approvalRequired" }
        return act == .addDevicePasskey && state == .appMade ? "noDevice" : "done"
    }

    /// What an account lacks for an act, whatever approves it.
    private static func missing(_ act: ProtectedAct, in state: AccountState) -> String? {
        switch act {
        case .removePasskey: state.hasPasskey ? nil : "notFound"
        case .replaceSignature: state.isWithdrawn ? "consentRequired" : nil
        case .allowAppSignature where state.isWithdrawn: "consentRequired"
        case .removeDevice, .addDevice, .allowAppSignature: state == .appMade ? "notFound" : nil
        default: nil
        }
    }
}

/// One account with everything that may be tried on it.
struct StepUpCast: Sendable {
    let server: IdentityServer
    let state: AccountState
    let person: TestPerson
    let another: TestPerson
    let tokens: [StepUpCaller: String]

    /// Makes the account, another person's and a credential of each kind.
    static func make(_ state: AccountState, on server: IdentityServer) async throws -> StepUpCast {
        let another = try await server.register("boris@example.org", username: "boris")
        if state.isInWindow || state == .template { server.time.advance(seconds: StepUp.enrolmentWindow + 1) }
        var person = try await server.person(state, "anna@example.org")
        switch state {
        case .fresh, .signed: break
        case .template: server.time.advance(seconds: ApprovalStore.lifetime)
        default: server.time.advance(seconds: StepUp.enrolmentWindow)
        }
        let deviceID = state == .appMade ? nil : person.device.id
        if state == .disabled {
            try await PersonAdministration(server.domain).setDisabled(true, person: person.email)
            // None opens while it is closed; one that was left open anyhow is worth nothing.
            try await server.database.write { [id = person.id] in
                _ = try $0.execute("UPDATE person SET status = 'active' WHERE id = \(id)")
            }
            person.token = try await server.session(of: person.id, deviceID: deviceID)
        }
        let program = try await OAuthProgram.make(server).id
        let (now, personID) = (server.time.now(), person.id)
        let made = try await server.database.write { tx in
            try [StepUpCaller.signToLogin, .administratorsToken, .clientsToken].map { caller in
                let session = SessionRecord(
                    personID: personID,
                    deviceID: nil,
                    appID: nil,
                    clientID: caller == .clientsToken ? program : nil,
                    kind: caller == .signToLogin ? .app : .accessToken,
                    scopes: caller == .signToLogin ? [] : ["notes"],
                    createdAt: now,
                    expiresAt: now.adding(seconds: 3600),
                    endsAt: now.adding(seconds: 3600)
                )
                return (caller, try SessionStore.insert(session, permit: .administrator(), in: tx).text)
            }
        }
        var tokens = Dictionary(uniqueKeysWithValues: made)
        tokens[.own] = person.token
        tokens[.otherSession] = try await server.session(of: personID, deviceID: deviceID)
        tokens[.appsSession] = try await server.session(of: personID, deviceID: deviceID, appID: "app")
        tokens[.otherPerson] = another.token
        if state == .disabled {
            try await server.database.write { _ = try $0.execute("UPDATE person SET status = 'disabled' WHERE id = \(personID)") }
        }
        return StepUpCast(server: server, state: state, person: person, another: another, tokens: tokens)
    }

    /// A real approval for an act on an object, given in a session; `nil` where that session opens nothing.
    func approval(_ act: ProtectedAct, on id: String, in caller: StepUpCaller, by method: StepUp.Method = .passkey) async throws -> String?
    {
        guard let purpose = act.rule.purpose else { return nil }
        return try await issue(purpose, subject: act.rule.namesSubject ? id : nil, in: caller, by: method)
    }

    private func issue(_ purpose: ChallengePurpose, subject: String?, in caller: StepUpCaller, by method: StepUp.Method) async throws
        -> String?
    {
        guard state != .disabled || caller == .otherPerson else { return nil }
        var giver = caller == .otherPerson ? another : person
        giver.token = tokens[caller] ?? ""
        return try await server.approval(giver, purpose, subject: subject, by: method)
    }

    /// The approvals that a caller may name for an act.
    func approvals(for act: ProtectedAct, on id: String, by caller: StepUpCaller) async throws -> [NamedApproval: String] {
        var given: [NamedApproval: String] = [:]
        let asking = caller.isSession ? caller : .own
        for kind in NamedApproval.tried(by: caller) {
            given[kind] =
                switch kind {
                case .none: nil
                case .otherAct:
                    try await issue(act == .exportData ? .recoveryCodes : .exportData, subject: nil, in: asking, by: .passkey)
                case .otherObject:
                    act.rule.namesSubject
                        ? try await issue(act.rule.purpose ?? .exportData, subject: "another", in: asking, by: .passkey) : nil
                case .ofOwn: try await approval(act, on: id, in: .own)
                case .ofOther: try await approval(act, on: id, in: .otherSession)
                case .ofApps: try await approval(act, on: id, in: .appsSession)
                // On an account of their own it is a good one.
                case .ofOtherPerson where caller == .otherPerson && !StepUpExpectation.named.contains(act): nil
                case .ofOtherPerson: try await approval(act, on: id, in: .otherPerson)
                case .spent: try await spent(act, on: id, by: asking)
                }
        }
        return given
    }

    /// An approval that was good for the act, and is used up.
    private func spent(_ act: ProtectedAct, on id: String, by caller: StepUpCaller) async throws -> String? {
        guard caller != .otherPerson, let token = try await approval(act, on: id, in: caller) else { return nil }
        let now = server.time.now()
        try await server.database.write { [tokens, domain = server.domain] tx in
            let session = try #require(try SessionStore.find(token: tokens[caller] ?? "", at: now, in: tx))
            // As from our own pages, where the session does not do for the act.
            let asking = SessionCaller(personID: session.personID, sessionID: session.id, deviceID: nil, appID: nil)
            let subject = act.rule.namesSubject ? id : nil
            try StepUp(environment: domain.environment)
                .perform(act, by: asking, approval: token, subject: subject, at: now, in: tx) { _, telling in telling.isTold = false }
        }
        return token
    }
}

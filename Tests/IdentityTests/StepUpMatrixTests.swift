import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Every protected act, by every kind of caller, with every kind of approval, in every state of an account.
@Suite struct StepUpMatrixTests {
    /// What a session alone, without any approval, comes to: `+` done, `A` approval required, `c` consent required first, `.` nothing there,
    /// `u` the session is none, `-` the call is another act in this state.
    private static let sessionAlone = """
        act                 fresh signed late template codes usedUp passkey removed withdrawn withdrawnCodes all appMade disabled
        addDevice           A     A      A    A        A     A      A       A       A         A              A   .       u
        removeDevice        A     A      A    A        A     A      A       A       A         A              A   .       u
        firstSignature      +     -      A    -        A     A      A       A       -         -              -   A       -
        replaceSignature    -     A      -    A        -     -      -       -       c         c              A   -       u
        firstRecoveryCodes  +     +      A    A        -     -      A       A       A         -              -   A       u
        renewRecoveryCodes  -     -      -    -        A     A      -       -       -         A              A   -       -
        firstPasskey        +     A      A    A        A     A      -       -       A         A              -   A       u
        addPasskey          -     -      -    -        -     -      A       A       -         -              A   -       -
        removePasskey       .     .      .    .        .     .      A       .       .         .              A   .       u
        addDevicePasskey    +     A      A    A        A     A      A       A       A         A              A   A       u
        giveConsent         +     +      +    +        +     +      +       +       -         -              +   +       u
        giveConsentAgain    -     -      -    -        -     -      -       -       A         A              -   -       -
        withdrawConsent     A     A      A    A        A     A      A       A       A         A              A   A       u
        allowCircumstances  +     +      +    +        +     +      +       +       +         +              +   +       u
        forbidCircumstances +     +      +    +        +     +      +       +       +         +              +   +       u
        firstUsername       -     -      -    -        -     -      -       -       -         -              -   +       -
        changeUsername      +     A      A    A        A     A      A       A       A         A              A   -       u
        registerApp         +     +      +    +        +     +      +       +       +         +              +   +       u
        renewAppKey         A     A      A    A        A     A      A       A       A         A              A   A       u
        deleteApp           A     A      A    A        A     A      A       A       A         A              A   A       u
        allowApp            A     A      A    A        A     A      A       A       A         A              A   A       u
        endApp              A     A      A    A        A     A      A       A       A         A              A   A       u
        allowAppSignature   A     A      A    A        A     A      A       A       c         c              A   .       u
        allowClient         +     +      +    +        +     +      +       +       +         +              +   +       u
        endClient           +     +      +    +        +     +      +       +       +         +              +   +       u
        exportData          A     A      A    A        A     A      A       A       A         A              A   A       u
        deleteAccount       A     A      A    A        A     A      A       A       A         A              A   A       u
        """

    /// What each caller comes to with each approval for an act that needs one, in an account that has a signature; `s` a session is required.
    private static let callers = """
        caller              none otherAct otherObject ofOwn ofOther ofApps ofOtherPerson spent
        stranger            u    u        -           u     -       -      -             u
        signToLogin         u    u        -           u     -       -      -             u
        administratorsToken s    s        -           s     -       -      -             s
        clientsToken        s    s        -           s     -       -      -             s
        appsSession         A    A        A           A     A       +      A             A
        otherSession        A    A        A           A     +       A      A             A
        otherPerson         A    A        A           A     A       A      A             A
        own                 A    A        A           +     A       A      A             A
        """

    /// What the person reads among what happened, and in which mail, once an act is done by approval.
    private static let told = """
        act                | activity                        | mail
        addDevice          | deviceAdded                     | A device was added
        removeDevice       | deviceRemoved                   | A device was removed
        firstSignature     | enrolled                        | Welcome to Paraph: your signature is ready
        replaceSignature   | signatureModified               | Your signature was replaced
        firstRecoveryCodes | recoveryCodesRenewed            | Recovery codes were made
        renewRecoveryCodes | recoveryCodesRenewed            | New recovery codes were made
        firstPasskey       | passkeyAdded                    | A passkey was added
        addPasskey         | passkeyAdded                    | A passkey was added
        removePasskey      | passkeyRemoved                  | A passkey was removed
        addDevicePasskey   | passkeyAdded, deviceProtected   | A passkey was added, A passkey is now a device’s key
        giveConsent        | consentGiven                    | -
        giveConsentAgain   | consentGiven                    | You gave your consent
        withdrawConsent    | consentWithdrawn                | Your consent was withdrawn
        allowCircumstances | circumstancesAllowed            | -
        forbidCircumstances | circumstancesForbidden         | -
        firstUsername      | -                               | -
        changeUsername     | usernameChanged                 | Your username was changed
        registerApp        | appRegistered                   | An app was registered
        renewAppKey        | appKeyRenewed                   | An app has a new key
        deleteApp          | appDeleted                      | An app was deleted
        allowApp           | appAllowed                      | You allowed an app
        endApp             | appEnded                        | You ended an app
        allowAppSignature  | appSignatureAllowed             | An app may have a signature of yours
        allowClient        | clientAllowed                   | You allowed a program
        endClient          | clientEnded                     | -
        exportData         | exported                        | Your data was downloaded
        deleteAccount      | -                               | Your account was deleted
        """

    private static let signs = [
        "done": "+", "approvalRequired": "A", "consentRequired": "c", "notFound": ".", "unauthenticated": "u", "sessionRequired": "s",
    ]

    /// The acts that a session can ask for, as the table orders them.
    private static let acts = ProtectedAct.allCases.filter { act in
        if case .shown = act.rule.need { false } else { act.rule.need != .administrator }
    }

    /// The acts whose request shows a factor itself, and what each factor comes to: `+` done, `A` refused, `1` done once, where the account has
    /// nothing yet.
    private static let shown = """
        act            signature recoveryCode passkey mailedCode
        signIn         +         +            +       A
        firstDevice    A         A            A       1
        recoverDevice  A         +            +       A
        protectDevice  A         A            +       A
        allowAppByMail A         A            A       +
        proveAddress   A         A            A       +
        """

    /// The acts of an administrator, which no session does and no factor opens.
    private static let administrators = "makeToken disableAccount enableAccount"

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let lines = [head] + rows
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: " ")
                .replacing(/[ ]+$/, with: "")
        }.joined(separator: "\n")
    }

    @Test func theTablesThatAReaderChecksAreWhatTheRuleSays() {
        let alone = Self.acts.map { act in
            [act.rawValue]
                + AccountState.allCases.map { state in
                    guard StepUpExpectation.isAct(act, in: state) else { return "-" }
                    return Self.signs[StepUpExpectation.outcome(act, in: state, by: .own, isApproved: false)] ?? "?"
                }
        }
        let states = Self.table(["act"] + AccountState.allCases.map(\.rawValue), alone)
        #expect(states == Self.sessionAlone, "\n\(states)")
        let rows = StepUpCaller.allCases.map { caller in
            [caller.rawValue]
                + NamedApproval.allCases.map { named in
                    guard NamedApproval.tried(by: caller).contains(named) else { return "-" }
                    let isApproved = named.isGood(for: caller)
                    let outcome = StepUpExpectation.outcome(.exportData, in: .template, by: caller, isApproved: isApproved)
                    return Self.signs[outcome] ?? "?"
                }
        }
        let callers = Self.table(["caller"] + NamedApproval.allCases.map(\.rawValue), rows)
        #expect(callers == Self.callers, "\n\(callers)")
    }

    @Test func everyActOfTheTableIsInTheMatrix() {
        func rows(_ table: String) -> [String] {
            table.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
        }
        let asked = Self.acts.map(\.rawValue)
        #expect(rows(Self.sessionAlone) == asked)
        #expect(rows(Self.told) == asked)
        let all = rows(Self.sessionAlone) + rows(Self.shown) + Self.administrators.split(separator: " ").map(String.init)
        #expect(
            all.count == Set(all).count && Set(all) == Set(ProtectedAct.allCases.map(\.rawValue)),
            "An act without a row is tried by nothing."
        )
        // A row is asked for in some state at least.
        for act in Self.acts { #expect(AccountState.allCases.contains { StepUpExpectation.isAct(act, in: $0) }, "\(act)") }
    }

    /// What an act comes to that a session asks for, through no call of the API.
    private static func asking(_ act: ProtectedAct, _ person: TestPerson, approval: String?, on server: IdentityServer) async -> String {
        let (stepUp, now) = (StepUp(environment: server.domain.environment), server.time.now())
        let found = await problem {
            try await server.database.write { tx in
                let session = try #require(try SessionStore.find(token: person.token, at: now, in: tx))
                let caller = SessionCaller(personID: person.id, sessionID: session.id, deviceID: nil, appID: nil)
                try stepUp.perform(act, by: caller, approval: approval, at: now, in: tx) { _, telling in telling.isTold = false }
            }
        }
        return found?.code.rawValue ?? "done"
    }

    /// What an act comes to whose request shows a factor.
    private static func showing(_ act: ProtectedAct, _ person: TestPerson, by method: StepUp.Method, on server: IdentityServer) async
        -> String
    {
        let (stepUp, now) = (StepUp(environment: server.domain.environment), server.time.now())
        let found = await problem {
            try await server.database.write { tx in
                try stepUp.accept(act, of: person.id, shown: method, at: now, in: tx) { _, telling in telling.isTold = false }
            }
        }
        return found?.code.rawValue ?? "done"
    }

    @Test(arguments: AccountState.allCases)
    func whatShowsAFactorItselfIsDoneByThoseOfTheRuleAndAnAdministratorsActByNone(_ state: AccountState) async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(state, "anna@example.org")
            let approval = try await server.approval(anna, .deleteAccount, by: .passkey)
            var rows: [[String]] = []
            for act in ProtectedAct.allCases where !Self.acts.contains(act) {
                // Neither the session nor an approval does, whatever it was given for.
                for named in [nil, approval] {
                    #expect(await Self.asking(act, anna, approval: named, on: server) == "approvalRequired", "\(act)")
                }
                var row = [act.rawValue]
                for method in StepUp.Method.allCases {
                    row.append(Self.signs[await Self.showing(act, anna, by: method, on: server)] ?? "?")
                }
                rows.append(row)
            }
            let names = Self.administrators.split(separator: " ").map(String.init)
            #expect(rows.filter { names.contains($0[0]) }.allSatisfy { !$0.contains("+") })
            let found = Self.table(["act"] + StepUp.Method.allCases.map(\.rawValue), rows.filter { !names.contains($0[0]) })
            // The code of a registration opens an account once.
            #expect(found == Self.shown.replacing("1", with: state.ever.isEmpty ? "+" : "A"), "\n\(found)")
        }
    }

    @Test(arguments: AccountState.allCases)
    func everyCallerComesToWhatTheRuleSaysWhateverApprovalItHolds(_ state: AccountState) async throws {
        try await IdentityServer.run(rehearsal: Rehearsal()) { (server) async throws in
            let cast = try await StepUpCast.make(state, on: server)
            let anna = cast.person
            for act in Self.acts where StepUpExpectation.isAct(act, in: state) {
                // A session that is none asks for nothing, and makes nothing that could be asked for.
                let isThere = state != .disabled || act == .allowClient
                let target = isThere ? try await server.target(of: act, anna) : (id: "none", code: "")
                for caller in StepUpCaller.allCases {
                    let given = try await cast.approvals(for: act, on: target.id, by: caller)
                    for named in NamedApproval.tried(by: caller) where named == .none || given[named] != nil {
                        let (outcome, told) = try await server.rehearse(
                            act,
                            of: anna,
                            token: cast.tokens[caller],
                            approval: given[named],
                            on: target,
                            samples: 1
                        )
                        let expected = StepUpExpectation.outcome(act, in: state, by: caller, isApproved: named.isGood(for: caller))
                        #expect(outcome == expected, "\(act) by \(caller) with \(named) in the state \(state)")
                        let isTold = expected == "done" && caller != .otherPerson
                        #expect(isTold || told.activities.isEmpty, "\(act) by \(caller) with \(named) in the state \(state): \(told)")
                    }
                }
            }
            #expect(try await server.count("person") == 2)
        }
    }

    @Test(arguments: AccountState.allCases)
    func whatIsApprovedByWhateverFactorIsDoneAndToldAsTheRuleSays(_ state: AccountState) async throws {
        try await IdentityServer.run(rehearsal: Rehearsal()) { (server) async throws in
            let cast = try await StepUpCast.make(state, on: server)
            guard state != .disabled else { return }
            let expectedTold = Dictionary(
                Self.told.split(separator: "\n").dropFirst().map { line in
                    let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                    return (parts[0], parts.dropFirst().map { $0 == "-" ? [] : $0.components(separatedBy: ", ") })
                }
            ) { first, _ in first }
            for act in Self.acts where StepUpExpectation.isAct(act, in: state) {
                let target = try await server.target(of: act, cast.person)
                for method in act.rule.need == .approval ? StepUp.Method.allCases : [.passkey] {
                    let approval = try await cast.approval(act, on: target.id, in: .own, by: method)
                    // A signature is made of ten, which takes a while; one that is enough for the rule tells of nothing yet.
                    let isWhole = method == .passkey
                    let (outcome, told) = try await server.rehearse(
                        act,
                        of: cast.person,
                        token: cast.person.token,
                        approval: approval,
                        on: target,
                        samples: isWhole ? 14 : 1
                    )
                    let expected = StepUpExpectation.outcome(act, in: state, by: .own, isApproved: true, method: method)
                    #expect(outcome == expected, "\(act) by \(method) in the state \(state)")
                    let isEnrolment = act == .firstSignature || act == .replaceSignature
                    guard expected == "done", isWhole || !isEnrolment else { continue }
                    let wanted = try #require(expectedTold[act.rawValue], "\(act)")
                    #expect(told.activities == wanted[0], "\(act) in the state \(state)")
                    #expect(told.mails == (state == .appMade ? [] : wanted[1]), "\(act) in the state \(state)")
                    #expect(act.rule.activity.map { told.activities.contains($0.rawValue) } ?? told.activities.isEmpty, "\(act)")
                    #expect(state == .appMade || told.mails.isEmpty != act.rule.isMailed, "\(act)")
                }
            }
        }
    }

    @Test func anApprovalIsGoodOnceForItsSessionPurposeAndSubject() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.template, "anna@example.org")
            server.time.advance(seconds: StepUp.enrolmentWindow + 1)
            let other = try await server.session(of: anna.id, deviceID: anna.device.id)
            let stray = try await server.approval(anna, .exportData, sample: 1)
            #expect(try await server.attempt(.exportData, of: anna, token: other, approval: stray) == "approvalRequired")
            #expect(try await server.attempt(.withdrawConsent, of: anna, token: anna.token, approval: stray) == "approvalRequired")
            #expect(try await server.attempt(.exportData, of: anna, token: anna.token, approval: stray) == "done")
            #expect(try await server.attempt(.exportData, of: anna, token: anna.token, approval: stray) == "approvalRequired")
            let others = try await server.call(IdentityEndpoints.devices, token: anna.token).items
            let second = try #require(others.first { $0.id != anna.device.id })
            let removal = try await server.approval(anna, .removeDevice, sample: 2, subject: second.id)
            #expect(try await server.attempt(.removeDevice, of: anna, token: anna.token, approval: removal) == "approvalRequired")
            let late = try await server.approval(anna, .exportData, sample: 3)
            server.time.advance(seconds: ApprovalStore.lifetime + 1)
            #expect(try await server.attempt(.exportData, of: anna, token: anna.token, approval: late) == "approvalRequired")
        }
    }

    @Test func theTableTellsOfEveryActAndNamesWhatUndoesIt() {
        for act in ProtectedAct.allCases {
            let rule = act.rule
            // No one saw another name before.
            #expect(rule.activity != nil || rule.isMailed || act == .firstUsername, "\(act) tells nobody")
            #expect((rule.need == .approval) == (rule.purpose != nil), "\(act)")
            #expect((IdentityNotice(act, name: "") != nil) == rule.isMailed, "\(act)")
            if rule.need != .approval { #expect(rule.exemptBefore.isEmpty && !rule.namesSubject, "\(act)") }
        }
        let final = ProtectedAct.allCases.filter { $0.rule.undoneBy == nil }
        #expect(Set(final) == [.signIn, .registerApp, .deleteApp, .makeToken, .exportData, .deleteAccount])
    }
}

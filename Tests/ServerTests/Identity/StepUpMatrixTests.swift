import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// Every protected act, by every kind of caller, in every state of an account.
@Suite struct StepUpMatrixTests {
    /// What a session alone, without any approval, comes to: `+` done, `A` approval required, `c` consent required first, `.` nothing there,
    /// `-` the call is another act in this state.
    private static let sessionAlone = """
        act                fresh late template codes passkey withdrawn all
        firstSignature     +     A    -        A     A       -         -
        replaceSignature   -     -    A        -     -       c         A
        firstRecoveryCodes +     A    A        -     A       A         -
        renewRecoveryCodes -     -    -        A     -       -         A
        firstPasskey       +     A    A        A     -       A         -
        addPasskey         -     -    -        -     A       -         A
        addDevicePasskey   +     A    A        A     A       A         A
        removePasskey      .     .    .        .     A       .         A
        addDevice          A     A    A        A     A       A         A
        removeDevice       A     A    A        A     A       A         A
        giveConsent        +     +    +        +     +       -         +
        giveConsentAgain   -     -    -        -     -       A         -
        allowCircumstances +     +    +        +     +       +         +
        forbidCircumstances +    +    +        +     +       +         +
        withdrawConsent    A     A    A        A     A       A         A
        changeUsername     +     A    A        A     A       A         A
        exportData         A     A    A        A     A       A         A
        deleteAccount      A     A    A        A     A       A         A
        registerApp        +     +    +        +     +       +         +
        renewAppKey        A     A    A        A     A       A         A
        deleteApp          A     A    A        A     A       A         A
        allowApp           A     A    A        A     A       A         A
        endApp             A     A    A        A     A       A         A
        allowAppSignature  A     A    A        A     A       c         A
        allowClient        +     +    +        +     +       +         +
        endClient          +     +    +        +     +       +         +
        """

    /// The acts that no session alone can ask for, because the request shows a factor itself, and the suites that hold them.
    private static let shown: [ProtectedAct: Any.Type] = [
        .firstDevice: RegistrationTests.self, .recoverDevice: AccountTests.self, .protectDevice: PasskeyDeviceTests.self,
        .allowAppByMail: TakeoverTests.self, .proveAddress: TakeoverTests.self,
    ]

    /// What only an administrator's own tools do.
    private static let administrators: Set<ProtectedAct> = [.makeToken]

    /// What the same calls are in a state, where that depends on what the account ever had.
    private static func isAct(_ act: ProtectedAct, of personID: String, in tx: any ReadTransaction) throws -> Bool {
        switch act {
        case .firstSignature, .replaceSignature: try ProtectedAct.signature(of: personID, in: tx) == act
        case .firstRecoveryCodes, .renewRecoveryCodes: try ProtectedAct.recoveryCodes(of: personID, in: tx) == act
        case .firstPasskey, .addPasskey: try ProtectedAct.passkey(of: personID, forDevice: false, in: tx) == act
        case .giveConsent, .giveConsentAgain: try ConsentStore.needsApproval(of: personID, in: tx) == (act == .giveConsentAgain)
        default: true
        }
    }

    @Test func everyActStandsInTheMatrixOrIsNamedWithItsSuite() {
        let inMatrix = Self.rows(Self.sessionAlone).dropFirst().compactMap { ProtectedAct(rawValue: $0[0]) }
        #expect(Set(inMatrix).count == inMatrix.count && Set(inMatrix).isDisjoint(with: Self.shown.keys))
        #expect(Set(inMatrix).union(Self.shown.keys).union(Self.administrators) == Set(ProtectedAct.allCases))
        #expect(Self.administrators == Set(ProtectedAct.allCases.filter { $0.rule.need == .administrator }))
        #expect(Self.rows(Self.sessionAlone).allSatisfy { $0.count == AccountState.allCases.count + 1 })
        for act in ProtectedAct.allCases {
            guard case .shown = act.rule.need else { continue }
            #expect(Self.shown[act] != nil, "\(act)")
        }
        for act in Self.shown.keys {
            guard case .shown = act.rule.need else {
                Issue.record("a session can ask for \(act)")
                continue
            }
        }
    }

    /// Acts after which the account or its session is not what it was.
    private static let final: Set<ProtectedAct> = [.removeDevice, .withdrawConsent, .deleteAccount]

    @Test func anApprovalForItLetsEachActHappenAndOneForSomethingElseDoesNot() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.all, "anna@example.org")
            let boris = try await server.person(.all, "boris@example.org")
            let others: [ProtectedAct: TestPerson] = [
                .removeDevice: boris, .withdrawConsent: anna, .deleteAccount: anna,
            ]
            server.time.advance(seconds: StepUp.enrolmentWindow + 1)
            let acts = Self.rows(Self.sessionAlone).dropFirst().filter { $0.last == "A" }.compactMap { ProtectedAct(rawValue: $0[0]) }
            for act in acts.filter({ !Self.final.contains($0) }) + [.removeDevice, .withdrawConsent, .deleteAccount] {
                let person = others[act] ?? anna
                let purpose = try #require(act.rule.purpose)
                let target = try await server.target(of: act, person)
                let another: ChallengePurpose = purpose == .exportData ? .recoveryCodes : .exportData
                // Of the wrong purpose, and where it names one of the wrong subject.
                let wrong = try await server.approval(person, another, by: .passkey)
                let refused = try await server.attempt(act, of: person, token: person.token, approval: wrong, on: target)
                #expect(refused == "approvalRequired", "\(act)")
                if act.rule.namesSubject {
                    let elsewhere = try await server.approval(person, purpose, subject: "another", by: .passkey)
                    let outcome = try await server.attempt(act, of: person, token: person.token, approval: elsewhere, on: target)
                    #expect(outcome == "approvalRequired", "\(act)")
                }
                let subject = act.rule.namesSubject ? target.id : nil
                let right = try await server.approval(person, purpose, subject: subject, by: .passkey)
                #expect(try await server.attempt(act, of: person, token: person.token, approval: right, on: target) == "done", "\(act)")
            }
        }
    }

    /// Who asks, of an account that has everything, without an approval and with one that its owner gave; the codes, or `done`.
    private static let callers = """
        stranger             unauthenticated
        signToLogin          unauthenticated
        administratorsToken  refused
        clientsToken         refused
        """

    private static func rows(_ table: String) -> [[String]] {
        table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }

    private static let signs = ["done": "+", "approvalRequired": "A", "consentRequired": "c", "notFound": "."]

    @Test(arguments: AccountState.allCases)
    func aSessionAloneDoesWhatTheTableSays(_ state: AccountState) async throws {
        try await IdentityServer.run { (server) async throws in
            let table = Self.rows(Self.sessionAlone)
            let column = try #require(table[0].firstIndex(of: state.rawValue))
            // Where an act may happen it changes the account, so that each begins anew; enrolling for each would take long.
            let isShared = [.template, .withdrawn, .all].contains(state)
            let shared = isShared ? try await server.person(state, "anna@example.org") : nil
            var people: [String: TestPerson] = [:]
            for (number, row) in table.dropFirst().enumerated() where !isShared {
                people[row[0]] = try await server.person(state, "p\(number)@example.org")
            }
            if state != .fresh { server.time.advance(seconds: StepUp.enrolmentWindow + 1) }
            for row in table.dropFirst() {
                let act = try #require(ProtectedAct(rawValue: row[0]))
                let person = try #require(shared ?? people[row[0]])
                let isAct = try await server.database.read { try Self.isAct(act, of: person.id, in: $0) }
                #expect(isAct == (row[column] != "-"), "\(act) in the state \(state)")
                guard isAct else { continue }
                let outcome = try await server.attempt(act, of: person, token: person.token)
                #expect(Self.signs[outcome] == row[column], "\(act) in the state \(state): \(outcome)")
            }
        }
    }

    @Test func everyOtherCallerIsRefusedWhateverApprovalItHolds() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.all, "anna@example.org")
            let boris = try await server.register("boris@example.org")
            server.time.advance(seconds: StepUp.enrolmentWindow + 1)
            let administration = PersonAdministration(server.domain)
            let token = try await administration.createToken(person: "anna@example.org", scopes: ["docs"]).accessToken
            let program = try await OAuthProgram.make(server)
            let clients = try await program.tokens(anna).members["access_token"]
            let now = server.time.now()
            let dialect = try await server.database.write { tx in
                let session = SessionRecord(
                    personID: anna.id,
                    deviceID: nil,
                    appID: nil,
                    kind: .app,
                    scopes: [],
                    createdAt: now,
                    expiresAt: now.adding(seconds: 3600),
                    endsAt: now.adding(seconds: 3600)
                )
                return try SessionStore.insert(session, in: tx).text
            }
            let credentials: [String: String?] = [
                "stranger": nil, "signToLogin": dialect, "administratorsToken": token, "clientsToken": clients,
            ]
            for caller in Self.rows(Self.callers) {
                for row in Self.rows(Self.sessionAlone).dropFirst() {
                    let act = try #require(ProtectedAct(rawValue: row[0]))
                    for approval in [nil, "stolen"] {
                        let credential = try #require(credentials[caller[0]])
                        let outcome = try await server.attempt(act, of: anna, token: credential, approval: approval)
                        let isExpected =
                            caller[1] == "refused" ? ["sessionRequired", "insufficientScope"].contains(outcome) : outcome == caller[1]
                        #expect(isExpected, "\(act) by \(caller[0]): \(outcome)")
                    }
                }
            }
            // Somebody else's session reaches that person's account only, and an approval of hers is worth nothing there.
            let named: [ProtectedAct] = [
                .removeDevice, .removePasskey, .addDevice, .renewAppKey, .deleteApp, .allowApp, .endApp, .allowAppSignature, .endClient,
            ]
            for act in named {
                #expect(try await server.attempt(act, of: anna, token: boris.token) == "notFound", "\(act)")
            }
            let hers = try await server.approval(anna, .deleteAccount, sample: 60)
            #expect(try await server.attempt(.deleteAccount, of: anna, token: boris.token, approval: hers) == "approvalRequired")
            #expect(try await server.count("person") == 2)
        }
    }

    @Test func anAppsSessionNeedsTheSameAndAllowsNoOther() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.template, "anna@example.org")
            server.time.advance(seconds: StepUp.enrolmentWindow + 1)
            let token = try await server.session(of: anna.id, deviceID: anna.device.id, appID: "app")
            for row in Self.rows(Self.sessionAlone).dropFirst() where !["registerApp", "removePasskey"].contains(row[0]) && row[3] != "-" {
                let act = try #require(ProtectedAct(rawValue: row[0]))
                let expected =
                    act.rule.isOwnPagesOnly ? "ownSessionRequired" : act.rule.need == .session ? "done" : "approvalRequired"
                #expect(try await server.attempt(act, of: anna, token: token) == expected, "\(act)")
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
            #expect(rule.activity != nil || rule.isMailed, "\(act) tells nobody")
            #expect((rule.need == .approval) == (rule.purpose != nil), "\(act)")
            #expect((Notice(act, name: "") != nil) == rule.isMailed, "\(act)")
            if rule.need != .approval { #expect(rule.exemptBefore.isEmpty && !rule.namesSubject, "\(act)") }
        }
        let final = ProtectedAct.allCases.filter { $0.rule.undoneBy == nil }
        #expect(Set(final) == [.registerApp, .deleteApp, .makeToken, .exportData, .deleteAccount])
    }
}

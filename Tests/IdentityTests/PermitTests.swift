import Foundation
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What each basis lets, and what stores refuse to do on another.
@Suite struct PermitTests {
    /// The acts that each basis is for.
    private static func acts(of basis: String) -> Set<ProtectedAct> {
        let permit: StepUp.Permit =
            switch basis {
            case "administrator": .administrator()
            case "letter": .letter()
            case "app": .app()
            case "sweep": .sweep()
            case "grant":
                .grant(
                    GrantRecord(
                        clientID: "c",
                        personID: "p",
                        scopes: [],
                        createdAt: Timestamp(milliseconds: 0),
                        expiresAt: Timestamp(milliseconds: 1)
                    )
                )
            default: .restore()
            }
        return Set(ProtectedAct.allCases.filter { permit.allows([$0]) })
    }

    @Test func aGroundIsForItsActsAlone() {
        #expect(Self.acts(of: "administrator") == Set(ProtectedAct.allCases))
        #expect(Self.acts(of: "letter") == [.deleteAccount])
        #expect(Self.acts(of: "app") == [.allowApp, .allowAppSignature, .giveConsent])
        #expect(Self.acts(of: "grant") == [.makeToken, .endClient])
        #expect(Self.acts(of: "sweep") == [.deleteAccount])
        #expect(Self.acts(of: "restore") == [.deleteAccount, .deleteApp, .withdrawConsent])
    }

    @Test func aGroundIsTakenInTheFilesThatHaveIt() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Identity").standardizedFileURL
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        var found: [String: Set<String>] = [:]
        for name in names where name != "StepUp/StepUp.swift" {
            let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            for match in source.matches(of: #/(?:permit: |return |Permit)\.(administrator|letter|app|sweep|restore|grant)\(/#) {
                found[String(match.1), default: []].insert(String(name.split(separator: "/").last ?? ""))
            }
        }
        #expect(
            found == [
                "administrator": ["AppAdministration.swift", "PersonAdministration.swift"],
                "letter": ["RegistrationService.swift", "EmailProofService.swift"],
                "app": ["AppAccounts+Registration.swift"],
                "grant": ["TokenService.swift", "TokenService+Backchannel.swift"],
                "sweep": ["UnusedAccountSweep.swift"],
                "restore": ["IdentityDomain+Backup.swift"],
            ],
            "a basis without the person is for what is named in decision 15; a new file chooses it knowingly"
        )
    }

    @Test func whatChangesAnAccountRefusesAPermitForSomethingElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            _ = try await server.passkey(of: anna)
            let (id, keys, people, now) = (anna.id, server.keys, server.domain.environment.people, server.time.now())
            let key = try SimulatedDevice().deviceKey(subject: "x")
            let app = try await server.target(of: .endApp, anna).id
            let settings = IdentitySettings()
            let end = now.adding(seconds: 60)
            let program = try await OAuthProgram.make(server).id
            let grant = GrantRecord(clientID: program, personID: id, scopes: [], createdAt: now, expiresAt: end)
            let opened = { @Sendable (kind: SessionRecord.Kind) in
                SessionRecord(personID: id, deviceID: nil, appID: nil, kind: kind, scopes: [], createdAt: now, expiresAt: end, endsAt: end)
            }
            let tries: [(String, @Sendable (any WriteTransaction) throws -> Void)] = [
                (
                    "a device",
                    { tx in
                        _ = try DeviceStore.insert(DeviceRecord(key, personID: id, addedBy: .approval, at: now), permit: .letter(), in: tx)
                    }
                ),
                ("the end of a device", { _ = try DeviceStore.delete(anna.device.id, of: id, permit: .sweep(), at: now, in: $0) }),
                (
                    "a device's key",
                    { tx in
                        let device = try #require(try DeviceStore.find(anna.device.id, of: id, in: tx))
                        let passkey = try #require(try PasskeyStore.list(of: id, in: tx).first)
                        try DeviceStore.setKey(of: device, to: passkey, permit: .restore(), at: now, in: tx)
                    }
                ),
                (
                    "a passkey",
                    { tx in
                        try PasskeyStore.insert(try #require(try PasskeyStore.list(of: id, in: tx).first), permit: .app(), in: tx)
                    }
                ),
                (
                    "the end of a passkey",
                    { tx in
                        let passkey = try #require(try PasskeyStore.list(of: id, in: tx).first)
                        try PasskeyStore.delete(passkey, permit: .restore(), at: now, in: tx)
                    }
                ),
                ("codes", { _ = try RecoveryStore.renew(for: id, permit: .letter(), at: now, in: $0) }),
                (
                    "the person's own template",
                    { tx in
                        let record = TemplateRecord(place: TemplatePlace(personID: id), touch: true, referenceCount: 10, createdAt: now)
                        try TemplateStore.replace(with: record, bytes: [1], permit: .app(), keys: keys, in: tx)
                    }
                ),
                ("an app", { try AppGrantStore.allow(app, by: id, basis: .device, permit: .sweep(), at: now, in: $0) }),
                ("the end of an app", { try AppGrantStore.delete(app, of: id, permit: .letter(), at: now, in: $0) }),
                ("an app's key", { try AppStore.setKey(AppKey.random(), of: app, permit: .app(), at: now, in: $0) }),
                (
                    "an app's end",
                    { tx in
                        let record = try #require(try AppStore.find(app, in: tx))
                        _ = try AppStore.delete(record, permit: .letter(), at: now, keys: keys, people: people, in: tx)
                    }
                ),
                ("consent", { try ConsentStore.give(version: "1", language: .en, personID: id, permit: .letter(), at: now, in: $0) }),
                ("place and photo", { _ = try CircumstanceConsentStore.give(id, permit: .app(), at: now, in: $0) }),
                ("their end", { _ = try CircumstanceConsentStore.withdraw(id, permit: .app(), at: now, in: $0) }),
                ("its end", { try ConsentStore.withdraw(of: id, permit: .app(), at: now, in: $0) }),
                ("a session", { _ = try SessionStore.open(personID: id, permit: .letter(), settings: settings, at: now, in: $0) }),
                ("a session by what a program has", { _ = try SessionStore.insert(opened(.person), permit: .grant(grant), in: $0) }),
                ("a session of an app's", { _ = try SessionStore.insert(opened(.app), permit: .grant(grant), in: $0) }),
                ("a token", { _ = try SessionStore.insert(opened(.accessToken), permit: .app(), in: $0) }),
                ("what a program may", { try GrantStore.insert(grant, permit: .grant(grant), in: $0) }),
                ("a longer time of it", { try GrantStore.use(grant, permit: .app(), at: now, until: end, in: $0) }),
                ("its end", { try GrantStore.delete(grant, permit: .letter(), in: $0) }),
                ("its end at the person's word", { try GrantStore.deleteAll(of: id, client: program, permit: .app(), in: $0) }),
                ("the end of all of them", { try GrantStore.deleteAll(of: id, permit: .grant(grant), in: $0) }),
                (
                    "a username",
                    { tx in
                        let other = try #require(Username("another"))
                        try PersonStore.setUsername(other, of: id, permit: .app(), keys: keys, in: tx)
                    }
                ),
                ("a proved address", { _ = try PersonStore.prove(id, permit: .letter(), keys: keys, in: $0) }),
                ("a closed account", { try PersonStore.setStatus(.disabled, of: id, permit: .restore(), keys: keys, in: $0) }),
                ("an account that is opened again", { try PersonStore.setStatus(.active, of: id, permit: .letter(), keys: keys, in: $0) }),
                ("the person's end", { _ = try people.erase(id, permit: .app(), at: now, in: $0) }),
            ]
            for (what, change) in tries {
                #expect(await problem { try await server.database.write(change) }?.code == "approvalRequired", "\(what)")
            }
        }
    }

    @Test func aPermitOfOnePersonIsNoneForAnother() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            let boris = try await server.register("boris@example.org")
            let now = server.time.now()
            let approval = try await server.approval(anna, .withdrawConsent, by: .passkey)
            let stepUp = StepUp(environment: server.domain.environment)
            let refused = await problem {
                try await server.database.write { tx in
                    let session = try #require(try SessionStore.find(token: anna.token, at: now, in: tx))
                    let caller = SessionCaller(personID: anna.id, sessionID: session.id, deviceID: nil, appID: nil)
                    try stepUp.perform(.withdrawConsent, by: caller, approval: approval, at: now, in: tx) { permit, _ in
                        try ConsentStore.withdraw(of: boris.id, permit: permit, at: now, in: tx)
                    }
                }
            }
            #expect(refused?.code == "approvalRequired")
            #expect(try await server.count("consent WHERE withdrawnAt IS NULL") == 2)
        }
    }

    @Test func aPermitForOneThingIsNoneForAnotherOfTheSamePersonOrOfNobody() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            let boris = try await server.register("boris@example.org")
            let own = try await server.target(of: .renewAppKey, anna).id
            let second = try await server.target(of: .renewAppKey, anna).id
            let nobodys = try await AppAdministration(
                database: server.database,
                keys: server.keys,
                people: .identityAlone(server.keys),
                time: server.time
            ).create(.example).id
            let his = try await server.target(of: .renewAppKey, boris).id
            let (now, keys, people) = (server.time.now(), server.keys, server.domain.environment.people)
            let spare = try await server.database.write { tx in
                let key = try SimulatedDevice().deviceKey(subject: "x")
                let device = DeviceRecord(key, personID: anna.id, addedBy: .approval, at: now)
                return try DeviceStore.insert(device, permit: .administrator(), in: tx).id
            }
            typealias Work = @Sendable (borrowing StepUp.Permit, any WriteTransaction) throws -> Void
            let renew = { @Sendable (id: String) -> Work in
                { permit, tx in try AppStore.setKey(.random(), of: id, permit: permit, at: now, in: tx) }
            }
            let delete = { @Sendable (id: String) -> Work in
                { permit, tx in
                    let app = try #require(try AppStore.find(id, in: tx))
                    _ = try AppStore.delete(app, permit: permit, at: now, keys: keys, people: people, in: tx)
                }
            }
            let remove = { @Sendable (id: String) -> Work in
                { permit, tx in _ = try DeviceStore.delete(id, of: anna.id, permit: permit, at: now, in: tx) }
            }
            let erase = { @Sendable (id: String) -> Work in { permit, tx in _ = try people.erase(id, permit: permit, at: now, in: tx) } }
            let tries: [(String, ProtectedAct, String, String?, Work)] = [
                ("her app's key", .renewAppKey, own, nil, renew(own)),
                ("her other app's key", .renewAppKey, own, "approvalRequired", renew(second)),
                ("his app's key", .renewAppKey, own, "approvalRequired", renew(his)),
                ("the organisation's app's key", .renewAppKey, own, "approvalRequired", renew(nobodys)),
                ("her other app", .deleteApp, own, "approvalRequired", delete(second)),
                ("his account, by the end of her app", .deleteApp, own, "approvalRequired", erase(boris.id)),
                ("her account, by the end of her app", .deleteApp, own, "approvalRequired", erase(anna.id)),
                ("her other device", .removeDevice, spare, "approvalRequired", remove(anna.device.id)),
                ("her device", .removeDevice, spare, nil, remove(spare)),
                ("her app", .deleteApp, own, nil, delete(own)),
            ]
            for (what, act, subject, expected, work) in tries {
                let approval = try await server.approval(anna, try #require(act.rule.purpose), subject: subject, by: .passkey)
                let found = await problem {
                    try await server.database.write { tx in
                        let session = try #require(try SessionStore.find(token: anna.token, at: now, in: tx))
                        let caller = SessionCaller(personID: anna.id, sessionID: session.id, deviceID: nil, appID: nil)
                        try StepUp(environment: server.domain.environment)
                            .perform(act, by: caller, approval: approval, subject: subject, at: now, in: tx) { permit, telling in
                                telling.isTold = false
                                try work(permit, tx)
                            }
                    }
                }
                #expect(found?.code.rawValue == expected, "\(what)")
            }
        }
    }
}

import Foundation
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What each ground lets, and what stores refuse to do on another.
@Suite struct PermitTests {
    /// The acts that each ground is for.
    private static func acts(of ground: String) -> Set<ProtectedAct> {
        let permit: StepUp.Permit =
            switch ground {
            case "administrator": .administrator()
            case "letter": .letter()
            case "app": .app()
            case "sweep": .sweep()
            default: .restore()
            }
        return Set(ProtectedAct.allCases.filter { permit.allows([$0]) })
    }

    @Test func aGroundIsForItsActsAlone() {
        #expect(Self.acts(of: "administrator") == Set(ProtectedAct.allCases))
        #expect(Self.acts(of: "letter") == [.deleteAccount])
        #expect(Self.acts(of: "app") == [.allowApp, .allowAppSignature, .giveConsent])
        #expect(Self.acts(of: "sweep") == [.deleteAccount])
        #expect(Self.acts(of: "restore") == [.deleteAccount, .deleteApp, .withdrawConsent])
    }

    @Test func aGroundIsTakenInTheFilesThatHaveIt() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Identity").standardizedFileURL
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        var found: [String: Set<String>] = [:]
        for name in names where name != "StepUp/StepUp.swift" {
            let source = try String(contentsOf: root.appending(path: name), encoding: .utf8)
            for match in source.matches(of: #/(?:permit: |return |Permit)\.(administrator|letter|app|sweep|restore)\(\)/#) {
                found[String(match.1), default: []].insert(String(name.split(separator: "/").last ?? ""))
            }
        }
        #expect(
            found == [
                "administrator": ["AppAdministration.swift", "PersonAdministration.swift"],
                "letter": ["RegistrationService.swift", "EmailProofService.swift", "AppAccounts+Registration.swift"],
                "app": ["AppAccounts+Registration.swift"],
                "sweep": ["UnusedAccountSweep.swift"],
                "restore": ["IdentityDomain+Backup.swift"],
            ],
            "a ground without the person is for what is named in decision 15; a new file chooses it knowingly"
        )
    }

    @Test func whatChangesAnAccountRefusesAPermitForSomethingElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            _ = try await server.passkey(of: anna)
            let (id, keys, people, now) = (anna.id, server.keys, server.domain.environment.people, server.time.now())
            let key = try SimulatedDevice().deviceKey(subject: "x")
            let app = try await server.target(of: .endApp, anna).id
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
}

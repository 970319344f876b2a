import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What a restore erases again.
@Suite struct RestoreErasureTests {
    private func hands(_ server: IdentityServer) async throws -> [Int] {
        [try await server.count("template"), try await server.count("trace"), try await server.count("consent WHERE withdrawnAt IS NULL")]
    }

    private static func restore(_ erasures: [Erasure], _ backupAt: Timestamp, _ keys: KeyRing) -> DomainRestore {
        .test(erasures, backupAt: backupAt, keys: keys, domains: [IdentityDomain.self])
    }

    @Test func aWithdrawnConsentIsNotBroughtBackByAnOlderBackup() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.enrolledPerson("boris@example.org", seed: 11)
            let before = try await hands(server)
            let backupAt = server.time.now()
            let withdrawal = Erasure(kind: "biometrics", id: person.id, at: backupAt.milliseconds + 5)
            let again = try await server.database.makeUpRows { tx in
                try DomainList([IdentityDomain.self]).finish(Self.restore([withdrawal], backupAt, server.keys), in: tx).erased
            }
            #expect(again == 1)
            let after = try await hands(server)
            #expect(zip(before, after).allSatisfy { $1 == $0 / 2 && $1 > 0 })
            let listed = try await server.database.read { try ErasureStore.all(in: $0) }
            #expect(listed == [withdrawal])
        }
    }

    @Test func aConsentThatWasGivenAgainBeforeTheBackupStays() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let before = try await hands(server)
            let backupAt = server.time.now()
            let erased = try await server.database.makeUpRows { tx in
                let withdrawal = Erasure(kind: "biometrics", id: person.id, at: backupAt.milliseconds - 5)
                return try IdentityDomain.finish(Self.restore([withdrawal], backupAt, server.keys), in: tx).erased
            }
            let after = try await hands(server)
            #expect(erased == 0 && after == before)
        }
    }

    @Test func withdrawingAndDeletingAreListed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let withdrawal = try await server.approved(person, .withdrawConsent, sample: 1)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: person.token)
            let listed = try await server.database.read { try ErasureStore.all(in: $0) }
            #expect(listed.map(\.kind) == ["biometrics"] && listed.map(\.id) == [person.id])
        }
    }

    // MARK: What was ended

    /// Does something, brings the rows of before back as a backup does, and restores: what it ended is ended again; of a backup that was made
    /// later it stays.
    private func expectEnded(
        in tables: [(name: String, key: String)],
        _ server: IdentityServer,
        _ location: SourceLocation = #_sourceLocation,
        by act: () async throws -> Void
    ) async throws {
        let backupAt = server.time.now()
        let counts = { @Sendable () async throws -> [Int] in
            var counts: [Int] = []
            for (name, _) in tables { counts.append(try await server.count(SQL(stringLiteral: name))) }
            return counts
        }
        let before = try await counts()
        try await server.database.write { tx in
            for (name, _) in tables { try tx.execute(SQL(stringLiteral: "CREATE TABLE earlier_\(name) AS SELECT * FROM \(name)")) }
        }
        server.time.advance(seconds: 60)
        try await act()
        let after = try await counts()
        #expect(zip(after, before).allSatisfy { $0 < $1 }, "nothing was ended", sourceLocation: location)
        let list = try await server.database.read { try ErasureStore.all(in: $0) }
        for (madeAt, expected) in [(backupAt, after), (server.time.now().adding(seconds: 1), before)] {
            try await server.database.makeUpRows { tx in
                for (name, key) in tables {
                    let missing = "WHERE \(key) NOT IN (SELECT \(key) FROM \(name))"
                    try tx.execute(SQL(stringLiteral: "INSERT INTO \(name) SELECT * FROM earlier_\(name) \(missing)"))
                }
                _ = try IdentityDomain.finish(.test(list, backupAt: madeAt, keys: server.keys), in: tx)
            }
            let restored = try await counts()
            #expect(restored == expected, sourceLocation: location)
        }
    }

    /// Does a protected act of a person's with an approval for it.
    private func perform(_ act: ProtectedAct, of person: TestPerson, _ server: IdentityServer) async throws {
        let target = try await server.target(of: act, person)
        try await perform(act, of: person, on: target, server)
    }

    private func perform(_ act: ProtectedAct, of person: TestPerson, on target: (id: String, code: String), _ server: IdentityServer)
        async throws
    {
        let purpose = try #require(act.rule.purpose)
        let subject = act.rule.namesSubject ? target.id : nil
        let approval = try await server.approval(person, purpose, subject: subject, by: .passkey)
        #expect(try await server.attempt(act, of: person, token: person.token, approval: approval, on: target) == "done")
    }

    @Test func aRemovedDeviceStaysRemovedWithThePasskeyThatWasItsKey() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.passkey, "anna@example.org")
            let makeKey: SQL = "UPDATE passkey SET deviceId = \(person.device.id)"
            try await expectEnded(in: [("device", "id"), ("passkey", "id")], server) {
                // In the backup the passkey is not the device's key yet.
                try await server.database.write { try $0.execute(makeKey) }
                try await perform(.removeDevice, of: person, server)
            }
        }
    }

    @Test func aRemovedPasskeyStaysRemoved() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.passkey, "anna@example.org")
            try await expectEnded(in: [("passkey", "id")], server) { try await perform(.removePasskey, of: person, server) }
        }
    }

    @Test func recoveryCodesThatOthersReplacedStayVoid() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.codes, "anna@example.org")
            let old = try await server.rows("SELECT id FROM recoveryCode").map { try $0.get("id", as: String.self) }
            try await perform(.renewRecoveryCodes, of: person, server)
            let list = try await server.database.read { try ErasureStore.all(in: $0) }
            #expect(list.map(\.kind) == ["recoveryCodes"] && list.map(\.id) == [person.id] && old.count == RecoveryCode.count)
            let at = Timestamp(milliseconds: try #require(list.first).at)
            for (madeAt, left) in [(at.adding(seconds: 1), RecoveryCode.count), (at, 0)] {
                try await server.database.makeUpRows { tx in
                    _ = try IdentityDomain.finish(.test(list, backupAt: madeAt, keys: server.keys), in: tx)
                }
                #expect(try await server.count("recoveryCode") == left)
            }
        }
    }

    @Test func aUsedRecoveryCodeStaysUsedAndTheOthersStayGood() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register("anna@example.org")
            let made = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token)
            let code = try #require(made.codes?.first)
            try await expectEnded(in: [("recoveryCode", "id")], server) {
                let request = RecoveryApprovalRequest(purpose: .exportData, recoveryCode: code)
                _ = try await server.call(IdentityEndpoints.approveByRecoveryCode, body: request, token: person.token)
            }
        }
    }

    @Test func anEndedAppStaysEndedWithTheTemplateThatItHad() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.codes, "anna@example.org")
            let target = try await server.target(of: .endApp, person)
            try await give(person, inApp: target.id, server)
            try await expectEnded(in: [("appGrant", "id"), ("template", "id"), ("objectKey", "object")], server) {
                try await perform(.endApp, of: person, on: target, server)
            }
        }
    }

    @Test func aTemplateOfAnAppThatThePersonsOwnEndedStaysEnded() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.codes, "anna@example.org")
            let target = try await server.target(of: .endApp, person)
            try await give(person, inApp: target.id, server)
            try await expectEnded(in: [("template", "id"), ("objectKey", "object")], server) {
                let now = server.time.now()
                try await server.database.write { try AppReach.endUnconfirmedTemplates(of: person.id, at: now, keys: server.keys, in: $0) }
            }
            #expect(try await server.count("appGrant") == 1)
        }
    }

    private func give(_ person: TestPerson, inApp appID: String, _ server: IdentityServer) async throws {
        let place = TemplatePlace(personID: person.id, appID: appID)
        let record = TemplateRecord(place: place, touch: true, referenceCount: 10, createdAt: server.time.now())
        try await server.database.write { [keys = server.keys] tx in
            try TemplateStore.replace(with: record, bytes: [1], permit: .administrator(), keys: keys, in: tx)
        }
    }

    @Test func anAppsKeyThatAnotherReplacedOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.codes, "anna@example.org")
            let target = try await server.target(of: .renewAppKey, person)
            let backupAt = server.time.now()
            let old: SecretHash = try #require(try await server.rows("SELECT keyHash FROM app").first).get("keyHash")
            server.time.advance(seconds: 60)
            try await perform(.renewAppKey, of: person, on: target, server)
            let list = try await server.database.read { try ErasureStore.all(in: $0) }
            for (madeAt, isOpen) in [(server.time.now().adding(seconds: 1), true), (backupAt, false)] {
                try await server.database.makeUpRows { tx in
                    try tx.execute("UPDATE app SET keyHash = \(old)")
                    _ = try IdentityDomain.finish(.test(list, backupAt: madeAt, keys: server.keys), in: tx)
                }
                let found = try await server.database.read { try $0.first("SELECT id FROM app WHERE keyHash = \(old)") != nil }
                #expect(found == isOpen)
            }
        }
    }

    /// Restores backups of before an act and of after it, with the list as it is now: of the former so much is left.
    private func expectRestored(
        from backupAt: Timestamp,
        _ server: IdentityServer,
        _ location: SourceLocation = #_sourceLocation,
        bringBack: @escaping @Sendable (any WriteTransaction) throws -> Void = { _ in },
        isEnded: @escaping @Sendable (any ReadTransaction) throws -> Bool
    ) async throws {
        let list = try await server.database.read { try ErasureStore.all(in: $0) }
        for (madeAt, expected) in [(server.time.now().adding(seconds: 1), false), (backupAt, true)] {
            let isEnded = try await server.database.makeUpRows { [keys = server.keys] tx in
                try bringBack(tx)
                _ = try IdentityDomain.finish(.test(list, backupAt: madeAt, keys: keys), in: tx)
                return try isEnded(tx)
            }
            #expect(isEnded == expected, sourceLocation: location)
        }
    }

    @Test func aSignatureThatAnotherReplacedOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 11)
            let backupAt = server.time.now()
            server.time.advance(seconds: 60)
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            try await server.enrol(person, approval: approval, signer: SyntheticSigner(seed: 99))
            try await expectRestored(from: backupAt, server) { tx in
                #expect(try TemplateStore.find(TemplatePlace(personID: other.id), in: tx) != nil)
                return try TemplateStore.find(TemplatePlace(personID: person.id), in: tx) == nil
            }
        }
    }

    @Test func theKeyInWhosePlaceAPasskeyCameIsNoDevicesAnyMore() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.passkey, "anna@example.org")
            let (id, deviceID, backupAt) = (person.id, person.device.id, server.time.now())
            let rows = try await server.rows("SELECT publicKey FROM device WHERE id = \(deviceID)")
            let key: [UInt8] = try #require(rows.first).get("publicKey")
            let passkeys = try await server.count("passkey")
            server.time.advance(seconds: 60)
            let now = server.time.now()
            try await server.database.write { tx in
                let device = try #require(try DeviceStore.find(deviceID, of: id, in: tx))
                let passkey = try #require(try PasskeyStore.list(of: id, in: tx).first)
                try DeviceStore.setKey(of: device, to: passkey, permit: .administrator(), at: now, in: tx)
            }
            try await expectRestored(from: backupAt, server) { tx in
                try tx.execute("UPDATE device SET publicKey = \(key) WHERE id = \(deviceID)")
            } isEnded: { tx in
                #expect(try PasskeyStore.count(of: id, in: tx) == passkeys, "passkeys are factors still")
                return try tx.first("SELECT id FROM device WHERE publicKey = \(key)") == nil
            }
        }
    }

    @Test func whoIsKeptOutStaysOutUntilTheyAreLetInAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.person(.codes, "anna@example.org")
            let appID = try await server.target(of: .endApp, person).id
            let people = PersonAdministration(server.domain)
            let apps = AppAdministration(
                database: server.database,
                keys: server.keys,
                people: .identityAlone(server.keys),
                time: server.time
            )
            let clients = ClientAdministration(database: server.database, time: server.time)
            let address = "https://archive.example/back"
            let clientID = try await clients.create(
                ClientRegistration(name: "Archive", redirectURIs: [address], grants: ["authorization_code"])
            ).clientId
            let out: @Sendable (any ReadTransaction) throws -> [Bool] = { tx in
                [
                    try tx.first("SELECT id FROM person WHERE status = 'disabled'") != nil,
                    try tx.first("SELECT id FROM app WHERE disabled = \(true) AND id = \(appID)") != nil,
                    try tx.first("SELECT id FROM oauthClient WHERE disabledAt IS NOT NULL") != nil,
                ]
            }
            for isOut in [true, false] {
                let backupAt = server.time.now()
                server.time.advance(seconds: 60)
                try await people.setDisabled(isOut, person: person.email)
                _ = try await apps.setDisabled(isOut, id: appID)
                _ = try await clients.setDisabled(isOut, id: clientID)
                let list = try await server.database.read { try ErasureStore.all(in: $0) }
                #expect(list.filter { $0.kind.hasPrefix("disabled") }.count == (isOut ? 3 : 0))
                let now = try await server.database.makeUpRows { [keys = server.keys] tx in
                    try tx.execute("UPDATE person SET status = 'active'")
                    try tx.execute("UPDATE app SET disabled = \(false)")
                    try tx.execute("UPDATE oauthClient SET disabledAt = NULL")
                    _ = try IdentityDomain.finish(.test(list, backupAt: backupAt, keys: keys), in: tx)
                    return try out(tx)
                }
                #expect(now == [isOut, isOut, isOut])
            }
        }
    }

    @Test func placeAndPhotoStayForbidden() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register("anna@example.org")
            _ = try await server.call(IdentityEndpoints.allowCircumstances, token: person.token)
            try await expectEnded(in: [("circumstanceConsent", "personId")], server) {
                _ = try await server.call(IdentityEndpoints.forbidCircumstances, token: person.token)
            }
        }
    }

    @Test func whatWasEndedIsForgottenAfterAYearAndWhoWasErasedNever() async throws {
        try await IdentityServer.run { (server) async throws in
            let subjects: [ErasureSubject] = [
                .person("p"), .biometrics("p"), .app("a"), .device("d"), .passkey("k"), .code("c"), .codes("p"), .grant("p", app: "a"),
                .appTemplate("p", app: "a"), .appKey("a"), .circumstances("p"), .ownTemplate("p"), .deviceKey("d"), .disabledPerson("p"),
                .disabledApp("a"), .disabledClient("c"), .clientKeys("c"),
            ]
            #expect(Set(subjects.map(\.kind)) == Set(IdentityDomain.erasureKinds))
            #expect(subjects.allSatisfy { ErasureSubject(Erasure(kind: $0.kind.rawValue, id: $0.id, at: 1)) == $0 })
            let now = server.time.now()
            try await server.database.write { tx in for subject in subjects { try ErasureStore.add(subject, at: now, in: tx) } }
            for (moment, left) in [
                (now.adding(seconds: ErasureKind.whileBackupsAreUsed - 1), 17), (now.adding(seconds: ErasureKind.whileBackupsAreUsed), 6),
            ] {
                try await server.database.write {
                    _ = try ErasureStore.deleteOld(of: IdentityDomain.erasureKinds, at: moment, limit: 100, in: $0)
                }
                #expect(try await server.count("erasure") == left)
            }
        }
    }
}

import Foundation
import HummingbirdTesting
import Identity
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// What people and administrators do with accounts.
@Suite struct AccountTests {
    @Test func aDeviceComesInByApprovalAndTheTypedCode() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var tablet = SimulatedDevice(name: "Anna’s tablet")
            let wanted = try await server.call(
                IdentityEndpoints.requestDevice,
                body: DeviceRequestRequest(identifier: person.email, device: try tablet.deviceKey(subject: person.email))
            )
            let listed = try await server.call(IdentityEndpoints.deviceRequests, token: person.token).items
            #expect(listed.map(\.id) == [wanted.id] && listed.first?.code == nil && listed.first?.secret == nil)
            let approval = try await server.approval(person, .addDevice, sample: 1, subject: wanted.id)
            let code = try #require(wanted.code)
            let wrong = await problem {
                try await server.call(
                    IdentityEndpoints.approveDevice,
                    wanted.id,
                    body: DeviceApproval(approval: approval, code: code == "000000" ? "000001" : "000000"),
                    token: person.token
                )
            }
            #expect(wrong?.fields?.first?.name == "code")
            let approved = try await server.call(
                IdentityEndpoints.approveDevice,
                wanted.id,
                body: DeviceApproval(approval: approval, code: code),
                token: person.token
            )
            tablet.id = try #require(approved.deviceId)
            let secret = try #require(wanted.secret)
            let status = try await server.call(
                IdentityEndpoints.deviceRequest,
                wanted.id,
                headers: ["Paraph-Request-Secret": secret]
            )
            #expect(status.status == .approved && status.deviceId == tablet.id)
            let challenge = try await server.challenge(person, device: tablet)
            let result = try await server.answer(challenge, by: person, person.genuine(2), device: tablet)
            #expect(result.outcome == .accepted)
        }
    }

    @Test func anUnknownAccountsDeviceRequestLooksTheSame() async throws {
        try await IdentityServer.run { (server) async throws in
            let device = SimulatedDevice()
            let decoy = try await server.call(
                IdentityEndpoints.requestDevice,
                body: DeviceRequestRequest(identifier: "nobody@example.org", device: try device.deviceKey(subject: "nobody@example.org"))
            )
            #expect(decoy.status == .pending && decoy.code?.count == 6 && decoy.secret != nil)
            #expect(server.mails.all(to: "nobody@example.org").isEmpty)
        }
    }

    @Test func aRecoveryCodeAddsADeviceOnceAndOpensASession() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            #expect(codes.count == 10)
            for (number, expected) in [(0, true), (0, false), (1, true)] {
                let device = SimulatedDevice()
                let wanted = try await server.call(
                    IdentityEndpoints.requestDevice,
                    body: DeviceRequestRequest(identifier: person.email, device: try device.deviceKey(subject: person.email))
                )
                let secret = try #require(wanted.secret)
                let answer = try? await server.call(
                    IdentityEndpoints.recoverDevice,
                    wanted.id,
                    body: RecoveryCodeRequest(recoveryCode: codes[number].lowercased()),
                    headers: ["Paraph-Request-Secret": secret]
                )
                #expect((answer?.session?.token != nil) == expected)
            }
            let left = try await server.call(IdentityEndpoints.recoveryCodes, token: person.token).remaining
            #expect(left == 8)
            let again = await problem {
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token)
            }
            #expect(again?.code == "approvalRequired")
        }
    }

    @Test func withdrawingConsentDeletesWhatTellsOfTheHandAtOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let withdrawal = try await server.approved(person, .withdrawConsent, sample: 2)
            let me = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: person.token)
            #expect(me.consent == nil && !me.signature.isEnrolled)
            for table: SQL in ["template", "trace", "enrolmentSample"] {
                let count = try await server.count(table)
                #expect(count == 0)
            }
            let signing = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(signing?.code == "consentRequired")
            let enrolling = await problem { try await server.enrol(person) }
            #expect(enrolling?.code == "consentRequired")
        }
    }

    @Test func deletingAnAccountLeavesNothingThatCouldBeRead() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let unapproved = await problem {
                try await server.call(IdentityEndpoints.deleteMe, body: ApprovedRequest(), token: person.token)
            }
            #expect(unapproved?.code == "approvalRequired")
            let document = String(repeating: "4e", count: 32)
            let challenge = try await server.challenge(person, .signDocument, subject: document)
            _ = try await server.answer(challenge, by: person, person.genuine(3)) { $0.doc = document }
            #expect(try await server.count("signatureDrawing") == 1)
            let approval = try await server.approval(person, .deleteAccount, sample: 1)
            _ = try await server.call(IdentityEndpoints.deleteMe, body: ApprovedRequest(approval: approval), token: person.token)
            for table: SQL in [
                "person", "device", "session", "template", "trace", "signatureSample", "signatureDrawing", "challenge", "activity",
                "consent", "recoveryCode",
            ] {
                let count = try await server.count(table)
                #expect(count == 0)
            }
            // Whatever else there is: only that somebody was erased still names a person, by a number that nothing leads to any more.
            for table in try await server.database.tables() where table.name != "erasure" {
                for column in table.columns where ["personId", "holder", "ownerId"].contains(column.name) {
                    let named = try await server.rows(
                        "SELECT 1 AS one FROM \(SQL(stringLiteral: table.name)) WHERE \(SQL(stringLiteral: column.name)) = \(person.id)"
                    )
                    #expect(named.isEmpty, "\(table.name).\(column.name)")
                }
            }
            let ledger = try await server.rows("SELECT actor, action, subject FROM auditLedger WHERE subject = \(person.id)")
            #expect(try ledger.last?.get("action", as: String.self) == "personDeleted")
            let kept = try await server.everyText()
            #expect(!kept.isEmpty && !kept.contains { $0.contains("anna@") || $0.contains("Petrova") }, "the ledger keeps a pseudonym only")
            let keys = try await server.rows("SELECT holder FROM holderKey WHERE holder = \(person.id)")
            let erased = try await server.rows("SELECT id FROM erasure WHERE id = \(person.id)")
            #expect(keys.isEmpty && erased.count == 1)
            let session = await problem { try await server.call(IdentityEndpoints.me, token: person.token) }
            #expect(session?.status == 401)
        }
    }

    @Test func anExportHoldsWhatIsKept() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            _ = try await server.answer(challenge, by: person, person.genuine(1))
            let approved = try await server.approved(person, .exportData, sample: 2)
            let response = try await server.send(IdentityEndpoints.exportMe, body: approved, token: person.token)
            let object = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any]
            #expect((object?["signatures"] as? [Any])?.count == 2)
            let templates = object?["templates"] as? [[String: Any]]
            #expect(templates?.count == 1)
            // Of the sealed template, which is the only one to know it.
            let complexity = try #require(try await server.call(IdentityEndpoints.me, token: person.token).signature.complexity)
            let exported = try #require(templates?.first?["complexity"] as? Double)
            #expect(complexity > 0 && abs(exported - complexity) < 1e-9)
            #expect((object?["devices"] as? [Any])?.count == 1)
            #expect((object?["consents"] as? [Any])?.count == 1)
        }
    }

    @Test func theDatabaseHoldsNoSecretsAndNoInkInTheClear() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let samples = (0..<5).map { person.signer.genuine($0).encoded() }
            _ = try await server.call(
                IdentityEndpoints.enrol,
                body: EnrolmentRequest(samples: samples.map { Base64URL($0) }),
                token: person.token
            )
            try await server.enrol(person)
            let wanted = try await server.call(
                IdentityEndpoints.requestDevice,
                body: DeviceRequestRequest(
                    identifier: person.email,
                    device: try SimulatedDevice().deviceKey(subject: person.email)
                )
            )
            // A similarity says how near two signatures were, and nothing of either; a level, how many were refused of late; a rank, how a draw stands.
            let numbers = try await server.database.tables().flatMap { $0.columns.filter { $0.kind == .real }.map(\.name) }
            #expect(Set(numbers) == ["similarity", "level", "blockRank", "networkRank"])
            let stored = try await server.everythingStored()
            #expect(!stored.contains(Array(person.email.utf8)))
            for secret in [person.token, wanted.secret ?? "-", "\u{49}\u{6E}\u{6B}\u{01}"] {
                #expect(!stored.contains(Array(secret.utf8)))
            }
            for sample in samples {
                #expect(!stored.contains(Array(sample[8..<24])))
            }
        }
    }

    @Test func theLastDeviceStaysWhileNothingElseOpensTheAccount() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let refusal = await problem { try await server.call(IdentityEndpoints.removeDevice, person.device.id, token: person.token) }
            #expect(refusal?.code == "lastDevice")
        }
    }

    @Test func anAdministratorsTokenReadsNothingOfThePersonsOwnAndNeitherEnrolsNorApproves() async throws {
        try await IdentityServer.run { (server) async throws in
            let administration = PersonAdministration(server.domain)
            let id = try await administration.createPerson(email: "Carl@example.org", name: "Carl", password: "correct horse battery")
            let token = try await administration.createToken(person: "carl@example.org", scopes: ["notes"], lifetime: 600)
            #expect(token.expiresIn == 600)
            #expect(server.mails.all(to: "carl@example.org").last?.subject == "An administrator made a token for your account")
            for path in [IdentityEndpoints.me.path, IdentityEndpoints.activity.path, IdentityEndpoints.photo.path] {
                let reading = await problem {
                    try await server.call(Endpoint<Nothing, Nothing, Nothing>("GET", path), token: token.accessToken)
                }
                #expect(reading?.code == "sessionRequired")
            }
            let enrolling = await problem {
                try await server.call(
                    IdentityEndpoints.enrol,
                    body: EnrolmentRequest(samples: [Base64URL([1])]),
                    token: token.accessToken
                )
            }
            #expect(enrolling?.code == "sessionRequired")
            let asking = await problem {
                try await server.call(
                    IdentityEndpoints.createChallenge,
                    body: ChallengeRequest(purpose: .deleteAccount, deviceId: "x"),
                    token: token.accessToken
                )
            }
            #expect(asking?.code == "sessionRequired")
            server.time.advance(seconds: 601)
            let late = await problem { try await server.call(IdentityEndpoints.me, token: token.accessToken) }
            #expect(late?.status == 401)
            try await administration.setDisabled(true, person: id)
            let listed = try await administration.people()
            #expect(listed.map(\.disabled) == [true])
            try await administration.deletePerson(id)
            let left = try await server.count("person")
            #expect(left == 0)
        }
    }

    @Test func sessionsSlideForThirtyDaysAndEndAtNinety() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            for _ in 0..<4 {
                server.time.advance(seconds: 20 * 86_400)
                _ = try await server.call(IdentityEndpoints.me, token: person.token)
            }
            server.time.advance(seconds: 11 * 86_400)
            let over = await problem { try await server.call(IdentityEndpoints.me, token: person.token) }
            #expect(over?.status == 401)
            let other = try await server.register("boris@example.org")
            server.time.advance(seconds: 31 * 86_400)
            let idle = await problem { try await server.call(IdentityEndpoints.me, token: other.token) }
            #expect(idle?.status == 401)
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        firstRange(of: other) != nil
    }
}

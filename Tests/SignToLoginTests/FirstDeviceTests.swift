import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// An account that an app made has no device; its mailbox brings it the first, and never another.
struct FirstDeviceTests {
    private static let email = "a@example.org"

    private func begin(_ server: DialectFixture) async throws -> RegistrationReceipt {
        try await RegistrationService(environment: server.environment).register(
            RegistrationRequest(
                email: Self.email,
                profile: Profile(userName: "Anna Petrova", position: "Notary"),
                username: "anna",
                language: "en",
                consentVersion: ConsentDocument.version
            )
        )
    }

    private func confirm(_ receipt: RegistrationReceipt, code: String, at server: DialectFixture) async throws -> SessionGrant {
        try await RegistrationService(environment: server.environment).confirm(
            receipt.id,
            RegistrationConfirmation(code: code, device: try SimulatedDevice().deviceKey(subject: receipt.id))
        )
    }

    /// The code of the last letter: a long one, for such an account holds something.
    private func lastCode(_ server: DialectFixture) -> String? {
        for letter in server.mailer.letters(to: Self.email).reversed() {
            if let match = letter.text.firstMatch(of: /\b\d{4} \d{4} \d{4} \d{4}\b/) { return String(match.output) }
        }
        return nil
    }

    @Test func theMailedCodeBringsAnAppsAccountItsFirstDevice() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: Self.email)
            try await server.prove(Self.email)
            let email = try #require(EmailAddress(Self.email))
            let found = try await server.environment.database.read { [keys = server.environment.keys] tx in
                try PersonStore.find(proved: email, keys: keys, in: tx)
            }
            let account = try #require(found)
            let receipt = try await begin(server)
            let grant = try await confirm(receipt, code: try #require(lastCode(server)), at: server)
            #expect(grant.personId == account.id && grant.token != nil)
            // The app's template was made with a mailbox alone: it still opens nothing but the app.
            #expect(!grant.isEnrolled)
            let person = try await PersonService(environment: server.environment).me(account.id)
            #expect(person.username == "anna" && person.profile.position == "Notary" && !person.signature.isEnrolled)
            let answer = try await server.send("/authenticate/", .authenticate(key: server.key, email: Self.email, signer.genuine(30)))
            #expect(answer.res == "0" && answer.similarity ?? 0 > 0.5)
            #expect(server.mailer.letters(to: Self.email).last?.subject == "A device was added")
        }
    }

    @Test func wrongCodesOfStrangersDoNotRefuseTheRightOne() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            try await server.prove(Self.email)
            for _ in 0..<5 {
                let theirs = try await begin(server)
                for number in 0..<5 {
                    let refused = await problem { try await confirm(theirs, code: "00000\(number)", at: server) }
                    #expect(refused?.status == 400)
                }
            }
            // Six digits were never mailed, so that none of them could be right.
            let codes = try await server.environment.database.read { try $0.rows("SELECT isLong FROM mailedCode") }
            #expect(try codes.map { try $0.get("isLong", as: Bool.self) } == [true])
            let own = try await begin(server)
            let grant = try await confirm(own, code: try #require(lastCode(server)), at: server)
            #expect(grant.token != nil)
        }
    }

    @Test func aMailboxNeverBringsASecondDeviceNotEvenWhenTheFirstIsGone() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            try await server.prove(Self.email)
            let first = try await begin(server)
            let grant = try await confirm(first, code: try #require(lastCode(server)), at: server)
            for isRemoved in [false, true] {
                if isRemoved {
                    try await server.environment.database.write { tx in
                        let (id, now) = (grant.deviceId ?? "", server.time.now())
                        _ = try DeviceStore.delete(id, of: grant.personId, permit: .administrator(), at: now, in: tx)
                    }
                    let devices = try await server.count("device")
                    #expect(devices == 0)
                }
                let receipt = try await begin(RegistrationRequest(email: Self.email), server)
                #expect(server.mailer.letters(to: Self.email).last?.subject == "You have a Paraph account already")
                await #expect(throws: Problem.self) { _ = try await confirm(receipt, code: "000000", at: server) }
                server.time.advance(seconds: 1801)
            }
            let sessions = try await server.environment.database.read { try $0.rows("SELECT id FROM session WHERE kind = 'person'").count }
            #expect(sessions == 0)
        }
    }

    private func begin(_ request: RegistrationRequest, _ server: DialectFixture) async throws -> RegistrationReceipt {
        try await RegistrationService(environment: server.environment).register(request)
    }

    @Test func ofTwoCodesAtOnceOneOpensTheAccount() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            try await server.prove(Self.email)
            var codes: [(RegistrationReceipt, String)] = []
            for name in ["One", "Two"] {
                let receipt = try await begin(RegistrationRequest(email: Self.email, name: name), server)
                codes.append((receipt, try #require(lastCode(server))))
            }
            let opened = await withTaskGroup { group in
                for (receipt, code) in codes { group.addTask { (try? await confirm(receipt, code: code, at: server)) != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            let devices = try await server.count("device")
            #expect(opened == 1 && devices == 1)
        }
    }

    @Test func anAccountThatAnAdministratorMadeTakesNoDeviceFromItsMailbox() async throws {
        try await DialectFixture.run { server in
            let email = try #require(EmailAddress(Self.email))
            let person = PersonRecord(email: email, profile: Profile(userName: "Carl"), language: .en, createdAt: server.time.now())
            try await server.environment.database.write { [keys = server.environment.keys] in
                try PersonStore.insert(person, keys: keys, in: $0)
            }
            _ = try await begin(RegistrationRequest(email: Self.email), server)
            #expect(lastCode(server) == nil)
        }
    }
}

extension RegistrationRequest {
    fileprivate init(email: String, name: String = "Anna Petrova") {
        self.init(email: email, profile: Profile(userName: name), language: "en", consentVersion: ConsentDocument.version)
    }
}

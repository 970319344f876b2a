import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// How many letters apps cause, and by whom they are counted.
struct AppLetterTests {
    private static let email = "a@example.org"

    /// Asks for a template from a network, by a request of its own.
    private func ask(
        _ server: DialectFixture,
        request: Int,
        in appID: String? = nil,
        language: Language = .en,
        from network: String?
    ) async throws {
        let app = try #require(try await server.environment.database.read { try AppStore.find(appID ?? server.app.id, in: $0) })
        let email = try #require(EmailAddress(Self.email))
        _ = try await EmailProofService(environment: server.environment)
            .requestReplacement(
                of: email,
                app: app,
                request: [UInt8(request)],
                on: DeviceType(told: "iPad"),
                language: language,
                from: network
            )
    }

    private func letters(_ server: DialectFixture) -> [String] { server.mailer.letters(to: Self.email).map(\.text) }

    @Test func aStrangersLettersKeepThoseOfOtherNetworksFromNobody() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.email)
            for request in 0..<20 { try await ask(server, request: request, from: "198.51.100.1") }
            #expect(letters(server).count == NoticeKind.organisationApp.limit.ofSource)
            try await ask(server, request: 20, from: "192.0.2.1")
            #expect(letters(server).count == NoticeKind.organisationApp.limit.ofSource + 1)
        }
    }

    @Test func strangersInManyNetworksUseUpNothingWhereThePersonSigns() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            let app = try #require(try await server.environment.database.read { try AppStore.find(server.app.id, in: $0) })
            try await server.environment.database.write { [now = server.time.now()] tx in
                try AppAttempts(app: app, personID: id, network: "192.0.2.1", at: now, in: tx).succeed(at: now, in: tx)
            }
            for request in 0..<30 { try await ask(server, request: request, from: "198.51.100.\(request)") }
            #expect(letters(server).count == NoticeKind.organisationApp.limit.daily)
            for request in 30..<40 { try await ask(server, request: request, from: "192.0.2.1") }
            #expect(letters(server).count == NoticeKind.organisationApp.limit.daily + NoticeKind.appAtHome.limit.daily)
        }
    }

    @Test func theSameLetterIsMailedAgainWhereItsRequestIsSentAgain() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.email)
            try await ask(server, request: 1, from: "192.0.2.1")
            // Strangers use up the day's letters.
            for request in 2..<30 { try await ask(server, request: request, from: "198.51.100.\(request)") }
            let before = letters(server)
            try await ask(server, request: 1, from: "192.0.2.1")
            #expect(letters(server).count == before.count, "at once")
            for _ in 0..<5 {
                server.time.advance(seconds: EmailProofRecord.resendDelay)
                try await ask(server, request: 1, from: "192.0.2.1")
            }
            #expect(letters(server).count == before.count + EmailProofRecord.sendLimit - 1)
            #expect(letters(server).last == before.first)
            try await server.prove(Self.email)
        }
    }

    @Test func whoHasAnAccountIsWrittenToInTheirLanguageAndNotInThatOfTheCall() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.email)
            try await server.environment.database.write { try $0.execute("UPDATE person SET language = 'fr'") }
            try await ask(server, request: 1, language: .ru, from: "192.0.2.1")
            #expect(server.mailer.letters(to: Self.email).map(\.language) == [.fr])
        }
    }

    @Test func noMailboxGetsMoreThanEachLetterThreeTimes() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.email)
            for _ in 0..<5 {
                for request in 0..<30 { try await ask(server, request: request, from: "198.51.100.\(request)") }
                server.time.advance(seconds: EmailProofRecord.resendDelay)
            }
            #expect(letters(server).count == NoticeKind.organisationApp.limit.daily * EmailProofRecord.sendLimit)
        }
    }

    @Test func requestsThatWaitAreBoundedAndPushOutOnlyThoseOfTheirNetwork() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.email)
            try await ask(server, request: 1, from: "192.0.2.1")
            for request in 2..<40 {
                server.time.advance(seconds: 1)
                try await ask(server, request: request, from: "198.51.100.1")
            }
            #expect(try await server.count("emailProof") == EmailProofRecord.waitingLimit + 1)
            #expect(try await server.count("emailProof WHERE network = '192.0.2.1'") == 1)
        }
    }

    @Test func whatOneAppAsksHidesWhatNoOtherAsks() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            let owner = try await server.person("owner@example.org")
            let other = try await AppService(environment: server.environment).register(.example, by: .session(of: owner))
            try await ask(server, request: 0, in: other.id, from: "192.0.2.1")
            for request in 1...60 {
                server.time.advance(seconds: 1)
                try await ask(server, request: request, from: "198.51.100.\(request / 10)")
            }
            let asked = try await AppGrantService(environment: server.environment).list(of: id).items.map(\.appId)
            #expect(asked == [server.app.id, other.id])
        }
    }

    @Test func whatApprovalsSayOfAnAppIsOneNameInOneLine() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            let owner = try await server.person("owner@example.org")
            let app = try await AppService(environment: server.environment).register(.example, by: .session(of: owner))
            // As it was taken before names were held to hold no address.
            try await server.environment.database.write {
                _ = try $0.execute("UPDATE app SET name = 'Bank.example/pay”' WHERE id = \(app.id)")
            }
            let key = try SimulatedDevice().deviceKey(subject: "x")
            let device = try await server.environment.database.write { [now = server.time.now()] tx in
                try DeviceStore.insert(DeviceRecord(key, personID: id, addedBy: .approval, at: now), permit: .administrator(), in: tx)
            }
            let caller = try await server.caller(id)
            for purpose in [ChallengePurpose.allowApp, .endApp] {
                for language in Language.allCases {
                    let request = ChallengeRequest(purpose: purpose, deviceId: device.id, subject: app.id)
                    let challenge = try await ChallengeService(environment: server.environment)
                        .create(request, by: caller, language: language)
                    let said = challenge.bindingMessage
                    #expect(
                        said.contains("\u{2068}Bank. example pay") && said.contains("\u{2069}"),
                        "\(said)"
                    )
                    #expect(said.contains("calls itself") || said.contains("называет себя") || said.contains("se nomme"), "\(said)")
                }
            }
        }
    }
}

import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Strangers register somebody's address, or guess at its codes; its owner gets in with the letter that is in the mailbox.
@Suite struct RegistrationFloodTests {
    private static let email = "anna@example.org"

    private func begin(_ server: IdentityServer, from network: String?) async throws -> RegistrationReceipt {
        try await RegistrationService(environment: server.domain.environment)
            .register(server.registrationRequest(Self.email), from: network)
    }

    private func confirm(_ receipt: RegistrationReceipt, _ code: String, _ server: IdentityServer, from network: String? = nil) async throws
        -> SessionGrant
    {
        try await RegistrationService(environment: server.domain.environment).confirm(
            receipt.id,
            RegistrationConfirmation(code: code, device: try SimulatedDevice().deviceKey(subject: receipt.id)),
            from: network
        )
    }

    /// Five wrong codes at a registration of their own.
    private func guess(_ server: IdentityServer, from network: String?) async throws {
        let receipt = try await begin(server, from: network)
        let right = server.mails.lastCode(to: Self.email)
        for number in 0..<5 {
            let wrong = "00000\(number)" == right ? "999999" : "00000\(number)"
            let refusal = await problem { try await confirm(receipt, wrong, server, from: network) }
            #expect(refusal?.status == 400)
        }
    }

    private func longCode(_ server: IdentityServer) -> String? {
        for mail in server.mails.all(to: Self.email).reversed() {
            if let match = mail.text.firstMatch(of: /\b\d{4} \d{4} \d{4} \d{4}\b/) { return String(match.output) }
        }
        return nil
    }

    @Test(arguments: [1, 50])
    func theOwnerGetsInWithTheirCodeAfterAnyNumberOfStrangers(networks: Int) async throws {
        try await IdentityServer.run { (server) async throws in
            for number in 0..<60 { _ = try await begin(server, from: "network \(number % networks)") }
            #expect(server.mails.all(to: Self.email).count == (networks == 1 ? 2 : 3))
            let receipt = try await begin(server, from: "home")
            let code = try #require(server.mails.lastCode(to: Self.email))
            let grant = try await confirm(receipt, code, server, from: "home")
            #expect(grant.token != nil)
            // Nothing of the strangers' waits any more.
            #expect(try await server.count("registration") == 0)
            #expect(try await server.count("mailedCode") == 0)
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 0)
        }
    }

    @Test func lettersToAnAddressAreFewADayAndOneOfThemHoldsACodeForTheDay() async throws {
        try await IdentityServer.run { (server) async throws in
            for hour in 0..<24 {
                for number in 0..<10 { _ = try await begin(server, from: "network \(hour * 10 + number)") }
                server.time.advance(seconds: 3600)
            }
            #expect(server.mails.all(to: Self.email).count <= 16)
            let receipt = try await begin(server, from: "home")
            let code = try #require(longCode(server))
            let grant = try await confirm(receipt, code, server, from: "home")
            #expect(grant.token != nil)
        }
    }

    @Test func wrongCodesOfStrangersMakeTheOwnersCodeLongerAndNothingElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let receipt = try await begin(server, from: "home")
            let short = try #require(server.mails.lastCode(to: Self.email))
            for number in 0..<4 { try await guess(server, from: "network \(number)") }
            // Six digits are guessed at no more, the right ones included.
            let refused = await problem { try await confirm(receipt, short, server, from: "home") }
            #expect(refused?.fields?.first?.code == "wrong")
            let long = try #require(longCode(server))
            let letter = try #require(server.mails.all(to: Self.email).last)
            #expect(letter.text.contains(long) && letter.text.contains("works for a day"))
            let grant = try await confirm(receipt, long, server, from: "home")
            #expect(grant.token != nil)
        }
    }

    @Test func aLongCodeBearsAnyNumberOfGuesses() async throws {
        try await IdentityServer.run { (server) async throws in
            for number in 0..<30 { try await guess(server, from: "network \(number % 4)") }
            let letters = server.mails.all(to: Self.email).count
            #expect(letters <= 9)
            let receipt = try await begin(server, from: "home")
            let long = try #require(longCode(server))
            let grant = try await confirm(receipt, long.filter { $0 != " " }, server, from: "home")
            #expect(grant.token != nil)
        }
    }

    @Test func sixDigitsAreGuessedAtTenTimesADay() async throws {
        try await IdentityServer.run { (server) async throws in
            for number in 0..<6 { try await guess(server, from: "network \(number)") }
            let counted = try await server.rows("SELECT CAST(SUM(failures) AS BIGINT) AS failures FROM mailedCode").first
            #expect(try counted?.get("failures", as: Int.self) == MailedCodeService.guessLimit)
            // An hour later the next code would have six digits again, were it not for the day.
            server.time.advance(seconds: 3700)
            let before = server.mails.all(to: Self.email).count
            _ = try await begin(server, from: "home")
            let newest = server.mails.all(to: Self.email).dropFirst(before)
            #expect(newest.allSatisfy { $0.text.firstMatch(of: /\b\d{6}\b/) == nil })
            // A day and an hour later it has.
            server.time.advance(seconds: 90_100)
            _ = try await begin(server, from: "home")
            #expect(server.mails.all(to: Self.email).last?.text.firstMatch(of: /^\d{6} is the code/) != nil)
        }
    }

    @Test func anAddressWithAnAccountGetsFewLettersToo() async throws {
        try await IdentityServer.run { (server) async throws in
            _ = try await server.register(Self.email)
            let before = server.mails.all(to: Self.email).count
            for hour in 0..<24 {
                for number in 0..<10 { _ = try await begin(server, from: "network \(hour * 10 + number)") }
                server.time.advance(seconds: 3600)
            }
            #expect(server.mails.all(to: Self.email).count - before <= NoticeKind.alreadyRegistered.limit.daily)
        }
    }
}

import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What one requester sends to an app for an address, beside what another does: neither makes the other's template, nor keeps a yes that was the other's.
struct RequesterTests {
    private static let email = "a@example.org"
    private let owner = SyntheticSigner(seed: 1)
    private let thief = SyntheticSigner(seed: 2)

    private func question(_ server: DialectFixture) async throws -> EmailProof {
        try await EmailProofService(environment: server.environment).find(token: try server.token(mailedTo: Self.email))
    }

    private func send(_ server: DialectFixture, _ samples: [Sample], key: String? = nil) async throws -> DialectAnswer {
        try await server.send("/register/", .register(key: key ?? server.key, email: Self.email, samples))
    }

    private func refuse(_ server: DialectFixture, _ token: String) async throws {
        try await EmailProofService(environment: server.environment).refuse(token: token)
    }

    // MARK: Samples that wait

    @Test func samplesThatWaitAreNoPartOfATemplateThatARequestMakesAlone() async throws {
        try await DialectFixture.run { (server) async throws in
            // As good as forgeries can be, from the same network and the same type of device.
            #expect(try await send(server, owner.samples(40..<48)).res == "2")
            #expect(try await send(server, owner.samples(0..<10)).res == "0")
            #expect(try await server.count("trace WHERE templateId IS NOT NULL") == 10)
            #expect(try await question(server).isContested)
        }
    }

    @Test func whatARequesterSentOverAndOverContestsNothing() async throws {
        try await DialectFixture.run { (server) async throws in
            #expect(try await send(server, owner.samples(0..<6)).res == "2")
            #expect(try await send(server, owner.samples(0..<10)).res == "0")
            #expect(try await !question(server).isContested)
        }
    }

    @Test func aRegistrationInStepsIsJoinedAndNotContested() async throws {
        try await DialectFixture.run { (server) async throws in
            #expect(try await send(server, owner.samples(0..<6)).res == "2")
            #expect(try await send(server, owner.samples(6..<10)).res == "0")
            #expect(try await !question(server).isContested)
            #expect(try await server.count("trace WHERE templateId IS NOT NULL") == 10)
        }
    }

    @Test(arguments: [("203.0.113.9", "iPad3,1"), ("192.0.2.1", "iPhone14,2")])
    func anotherRequestersSamplesAreJoinedWithNoneAndContestTheAccount(network: String, device: String) async throws {
        try await DialectFixture.run { (server) async throws in
            _ = try await server.register(owner.samples(40..<49), email: Self.email, from: network, device: device)
            for part in [owner.samples(0..<5), owner.samples(5..<10)] {
                #expect(try await server.count("template") == 0)
                _ = try await server.register(part, email: Self.email, from: "192.0.2.1")
            }
            #expect(try await server.count("trace WHERE templateId IS NOT NULL") == 10)
            #expect(try await question(server).isContested)
            #expect(try await server.count("enrolment") == 0)
        }
    }

    @Test func requestersThatWaitAreBoundedInEachNetwork() async throws {
        try await DialectFixture.run { (server) async throws in
            _ = try await server.register(owner.samples(0..<2), email: Self.email, from: "192.0.2.1")
            for number in 0..<14 {
                server.time.advance(seconds: 1)
                _ = try await server.register(thief.samples(0..<2), email: Self.email, from: "203.0.113.9", device: "iPad\(number)")
            }
            #expect(try await server.count("enrolment") == 11)
            #expect(try await server.count("enrolment WHERE party = 'network:192.0.2.1'") == 1)
        }
    }

    // MARK: What a yes is good for

    /// An account with its mailbox alone, which two requesters ask a signature of in another app; its owner says yes to both.
    private func allowBoth(_ server: DialectFixture) async throws -> String {
        try await server.enrol(owner, email: Self.email)
        try await server.prove(Self.email)
        let other = try await server.anotherApp()
        for samples in [owner.samples(20..<30), thief.samples(0..<10)] {
            #expect(try await send(server, samples, key: other).res == "4")
            try await server.prove(Self.email)
        }
        return other
    }

    @Test func aTemplateThatIsMadeEndsWhatElseWasAllowed() async throws {
        try await DialectFixture.run { (server) async throws in
            let other = try await allowBoth(server)
            #expect(try await send(server, owner.samples(20..<30), key: other).res == "0")
            #expect(try await send(server, thief.samples(0..<10), key: other).res == "4")
            let similarity = try await server.send("/authenticate/", .authenticate(key: other, email: Self.email, owner.genuine(40)))
                .similarity
            #expect(similarity ?? 0 > 0.5)
        }
    }

    @Test func noIsSaidAfterYesUntilItWasUsed() async throws {
        try await DialectFixture.run { (server) async throws in
            let other = try await allowBoth(server)
            let token = try server.token(mailedTo: Self.email)
            try await refuse(server, token)
            #expect(try await send(server, thief.samples(0..<10), key: other).res == "4")
            #expect(try await server.count("template") == 1, "that of the first app")
            #expect(await problem { try await refuse(server, token) }?.status == 404)
        }
    }

    @Test func noAfterYesEndsSamplesThatWaitForMore() async throws {
        try await DialectFixture.run { (server) async throws in
            try await server.enrol(owner, email: Self.email)
            try await server.prove(Self.email)
            let other = try await server.anotherApp()
            #expect(try await send(server, thief.samples(0..<6), key: other).res == "4")
            let token = try server.token(mailedTo: Self.email)
            try await server.prove(Self.email)
            #expect(try await send(server, thief.samples(0..<6), key: other).res == "2")
            try await refuse(server, token)
            #expect(try await server.count("enrolment") == 0)
            #expect(try await send(server, thief.samples(6..<10), key: other).res == "4")
        }
    }

    @Test func yesToAnAccountIsNotTakenBack() async throws {
        try await DialectFixture.run { (server) async throws in
            try await server.enrol(owner, email: Self.email)
            let token = try server.token(mailedTo: Self.email)
            try await server.prove(Self.email)
            #expect(await problem { try await refuse(server, token) }?.code == .alreadyProved)
            #expect(try await server.count("person WHERE emailProved = 1") == 1)
        }
    }

    @Test func aTemplateThatIsMadeOrReplacedIsToldByMail() async throws {
        try await DialectFixture.run { (server) async throws in
            try await server.enrol(owner, email: Self.email)
            try await server.prove(Self.email)
            for (number, subject) in [(20, "An app has a new signature of yours"), (40, "An app has a new signature of yours")] {
                let other = try await server.anotherApp()
                #expect(try await send(server, owner.samples(number..<number + 10), key: other).res == "4")
                try await server.prove(Self.email)
                #expect(try await send(server, owner.samples(number..<number + 10), key: other).res == "0")
                let letter = try #require(server.mailer.letters(to: Self.email).last)
                #expect(letter.subject == subject && letter.text.contains("/sessions"), "\(letter)")
                server.time.advance(seconds: 86_401)
            }
        }
    }
}

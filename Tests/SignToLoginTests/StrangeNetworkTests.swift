import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What strangers can do with the key of an organisation's app from as many networks as they like, and what the person notices of it.
struct StrangeNetworkTests {
    private static let email = "a@example.org"
    private static let home = "192.0.2.1"

    /// A person whose signature the organisation's app knows, and who signed at home.
    private func atHome(_ server: DialectFixture, _ signer: SyntheticSigner) async throws {
        let id = try await server.person(Self.email)
        try await server.enrolHere(id, signer)
        let judged = try await server.authenticate(signer.genuine(30), of: Self.email, from: Self.home)
        #expect(judged.isMatch)
    }

    private func junk(_ server: DialectFixture, _ signer: SyntheticSigner, _ count: Int) async throws {
        for number in 0..<count {
            let forgery = signer.forgery(number, kind: .random)
            let judged = try await server.authenticate(forgery, of: Self.email, from: "198.51.100.\(number)")
            #expect(!judged.isMatch)
        }
    }

    @Test func allStrangeNetworksAreOneSourceOfAnswers() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await atHome(server, signer)
            let telling = try server.tellingForgeries(of: signer, 3)
            let refused = try await server.authenticate(telling[0], of: Self.email, from: Self.home)
            let first = try await server.authenticate(telling[1], of: Self.email, from: "203.0.113.1")
            #expect(refused.similarity > 0 && first.similarity > 0, "a new network is told something")
            try await junk(server, signer, 34)
            let other = try await server.administration.create(.example)
            for app in [server.app, other] {
                let next = try await server.authenticate(telling[2], of: Self.email, in: app, from: "203.0.113.\(app.id.prefix(2))")
                #expect(next.similarity == 0 && !next.isMatch, "another network, another app: told nothing")
            }
            // What is kept of strangers is bounded, and pushes nothing of the person's own out.
            #expect(try await server.count("refusedTrace") == RefusedTraceStore.limit + 1)
            #expect(try await server.count("refusedTrace WHERE source LIKE '%\(Self.home)'") == 1)
            // At home nothing changed.
            let doubtful = try #require(try Self.doubtful(signer, server))
            #expect(try await server.authenticate(doubtful, of: Self.email, from: Self.home).isMatch)
        }
    }

    @Test func whereSomebodyEnrolledThroughAnAppsServerTheyAreNoStranger() async throws {
        try await DialectFixture.run { server in
            // All people of the organisation's app come from one address, which the test's calls have no name for.
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: Self.email)
            try await junk(server, signer, 34)
            let doubtful = try #require(try Self.doubtful(signer, server))
            #expect(
                try await !server.authenticate(doubtful, of: Self.email, from: "203.0.113.1").isMatch,
                "a new network while strangers try"
            )
            let other = try #require(try Self.doubtful(signer, server, from: 100))
            #expect(try await server.authenticate(other, of: Self.email, from: nil).isMatch)
        }
    }

    @Test func whatThePersonSignsElsewhereGivesStrangersNothingBack() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await atHome(server, signer)
            try await junk(server, signer, 4)
            for number in 0..<3 {
                #expect(try await server.authenticate(signer.genuine(31 + number), of: Self.email, from: "203.0.113.\(number)").isMatch)
            }
            #expect(try await Self.level(server) > 3.9)
            // A refusal of the person's own is made good by the match that follows it.
            #expect(try await !server.authenticate(signer.forgery(9, kind: .random), of: Self.email, from: "203.0.113.9").isMatch)
            #expect(try await Self.level(server) > 4.9)
            #expect(try await server.authenticate(signer.genuine(40), of: Self.email, from: "203.0.113.9").isMatch)
            let level = try await Self.level(server)
            #expect(level > 3.9 && level < 4.1)
        }
    }

    private static func level(_ server: DialectFixture) async throws -> Double {
        try await server.environment.database.read {
            try $0.first("SELECT level FROM sourceWatch WHERE source = 'strangers'")?.get("level") ?? 0
        }
    }

    /// What is taken for the person's, though not surely.
    private static func doubtful(_ signer: SyntheticSigner, _ server: DialectFixture, from first: Int = 41) throws -> Sample? {
        for number in first..<first + 200 {
            for sample in [signer.genuine(number), signer.forgery(number, kind: .practised)]
            where (0.55..<0.9).contains(try server.similarity(sample, of: signer)) { return sample }
        }
        return nil
    }

    @Test func whoTravelsNeverWaitsForStrangersLongerThanHalfAMinute() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await atHome(server, signer)
            // Strangers guess from many networks, until they are noticed.
            var refusals: [String?] = []
            for (number, variation) in DialectFixture.variations(of: signer, 24).enumerated() where !refusals.contains("guess") {
                refusals.append(try await server.authenticate(variation, of: Self.email, from: "198.51.100.\(number)").refusal)
            }
            #expect(refusals.contains("guess"), "\(refusals)")
            // In a network that is new to them the person waits, but not for long, and is at home there once they were recognised.
            if case .wait(let seconds) = try await server.tryOnce(signer.genuine(31), of: Self.email, from: "203.0.113.1") {
                #expect(seconds <= 30)
            }
            var tries = 0
            for number in 31..<60 {
                server.time.advance(seconds: 30)
                let answer = try await server.tryOnce(signer.genuine(number), of: Self.email, from: "203.0.113.1")
                guard case .judged(let judged) = answer else {
                    Issue.record("\(answer)")
                    break
                }
                tries += 1
                if judged.isMatch { break }
                #expect(judged.similarity == 0)
            }
            #expect(tries < 10, "\(tries) tries")
            let doubtful = try #require(try Self.doubtful(signer, server, from: 60))
            #expect(try await server.authenticate(doubtful, of: Self.email, from: "203.0.113.1").isMatch)
        }
    }
}

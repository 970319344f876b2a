import Foundation
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// A flood with the key of an organisation's app that asks for each look at a signature as soon as there is one.
struct StrangerFloodTests {
    private static let email = "a@example.org"

    /// Somebody with a signature, for whom strangers used up what there is from some networks.
    private func attacked(_ server: DialectFixture, _ signer: SyntheticSigner, from flood: [String]) async throws -> String {
        let id = try await server.person(Self.email)
        try await server.enrolHere(id, signer)
        let app = try #require(try await server.environment.database.read { try AppStore.find(server.app.id, in: $0) })
        try await server.environment.database.write { [now = server.time.now()] tx in
            for number in 0..<50 * flood.count {
                let attempts = try AppAttempts(app: app, personID: id, network: flood[number % flood.count], at: now, in: tx)
                #expect(try attempts.reserve(at: now, in: tx) == .allowed)
            }
            // And others before them.
            let most = AppAttempts.strangeNetworks.freeFailures
            try tx.execute("UPDATE attempt SET failures = \(most) WHERE scope = \("apps:\(id):strange")")
        }
        return id
    }

    /// Asks from each network of a flood every tenth of a second, for so many seconds, and says how many looks it had.
    private func flood(_ server: DialectFixture, _ id: String, _ networks: [String], seconds: Int) async throws -> Int {
        let app = try #require(try await server.environment.database.read { try AppStore.find(server.app.id, in: $0) })
        var looks = 0
        for _ in 0..<seconds * 10 {
            server.time.advance(milliseconds: 100)
            looks += try await server.environment.database.write { [now = server.time.now()] tx in
                var looks = 0
                for network in networks {
                    let attempts = try AppAttempts(app: app, personID: id, network: network, at: now, in: tx)
                    if try attempts.reserve(at: now, in: tx) == .allowed { looks += 1 }
                }
                return looks
            }
        }
        return looks
    }

    @Test func fromANewNetworkThePersonIsLookedAtWhileAFloodAsksEachTenthOfASecond() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let strangers = ["198.51.100.1", "198.51.100.2", "192.0.2.7"]
            let id = try await attacked(server, signer, from: strangers)
            _ = try await flood(server, id, strangers, seconds: 31)
            // Five travels, each to another network: one try to take part, and the next when told, of which three in a hundred may lose.
            for trip in 0..<5 {
                var tries = 0
                while true {
                    tries += 1
                    let answer = try await server.tryOnce(signer.genuine(30 + trip), of: Self.email, from: "203.0.113.\(trip)")
                    guard case .wait(let seconds) = answer else { break }
                    #expect(seconds <= 30)
                    try #require(tries <= 6, "never looked at")
                    _ = try await flood(server, id, strangers, seconds: seconds)
                }
            }
            // All of it is one look in half a minute still.
            let before = server.time.now()
            let looks = try await flood(server, id, strangers, seconds: 300)
            #expect(looks <= 11, "\(looks) in \(server.time.now().milliseconds - before.milliseconds) ms")
        }
    }

    @Test func whoGuessesEachTimeKeepsNobodyOut() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let id = try await server.person(Self.email)
            try await server.enrolHere(id, signer)
            let variations = DialectFixture.variations(of: signer, 80)
            var next = 0
            var guesses = 0
            /// Another variation from the one network; whether it was noticed.
            func vary() async throws {
                guard case .judged(let judged) = try await server.tryOnce(variations[next], of: Self.email, from: "198.51.100.1") else {
                    return
                }
                next += 1
                guesses += judged.refusal == Guessing.refusal ? 1 : 0
            }
            while guesses == 0 {
                server.time.advance(seconds: 1)
                try await vary()
            }
            // Whoever guesses is first each time that the wait is over.
            var tries = 0
            while true {
                tries += 1
                guard case .wait(let seconds) = try await server.tryOnce(signer.genuine(30), of: Self.email, from: "203.0.113.1") else {
                    break
                }
                try #require(tries <= 6, "never looked at, \(guesses) guesses")
                for _ in 0..<seconds * 10 {
                    server.time.advance(milliseconds: 100)
                    try await vary()
                }
            }
            #expect(guesses < 8)
        }
    }

    @Test func aLookThatWasDrawnIsGivenBackWhereNothingWasCompared() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let strangers = ["198.51.100.1"]
            let id = try await attacked(server, signer, from: strangers)
            let app = try #require(try await server.environment.database.read { try AppStore.find(server.app.id, in: $0) })
            let ask = { @Sendable (isReleased: Bool) in
                try await server.environment.database.write { [now = server.time.now()] tx in
                    let attempts = try AppAttempts(app: app, personID: id, network: "203.0.113.1", at: now, in: tx)
                    let decision = try attempts.reserve(at: now, in: tx)
                    if isReleased, decision == .allowed { try attempts.release(at: now, in: tx) }
                    return decision
                }
            }
            #expect(try await ask(false) == .wait(30))
            server.time.advance(seconds: 30)
            #expect(try await ask(true) == .allowed)
            #expect(try await ask(false) == .allowed, "it was not used")
            #expect(try await ask(false) == .wait(30), "it was")
        }
    }

    @Test func ofManyFreshNetworksEachHasItsShareAndThoseOfOneProviderOneTogether() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            let fresh = (0..<4).map { "10.\($0).0.1" }
            let provider = (0..<50).map { "20010db8\(String(format: "%08x", $0))" }
            var drawn = 0
            for round in 0..<400 {
                server.time.advance(seconds: 200)
                drawn += try await server.environment.database.write { [now = server.time.now()] tx in
                    let ask = { (network: String, at: Timestamp) in
                        try NetworkLottery(personID: id, network: network, blockFailures: 0, failures: 0)
                            .ask(notBefore: now.adding(seconds: 100), at: at, in: tx)
                    }
                    // However often, and in whatever order.
                    for network in (fresh + provider + ["203.0.113.1"] + fresh).shuffled() {
                        #expect(try ask(network, now) != .allowed, "\(round)")
                    }
                    return try ask("203.0.113.1", now.adding(seconds: 31)) == .allowed ? 1 : 0
                }
            }
            // One in six of 400 is 67, give or take seven.
            #expect((35...105).contains(drawn), "\(drawn)")
        }
    }
}

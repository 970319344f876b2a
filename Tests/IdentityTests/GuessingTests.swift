import Identity
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Who sends variations of one drawing learns nothing from the answers, and is noticed.
@Suite struct GuessingTests {
    /// Variations of a forgery.
    private static func variations(_ person: TestPerson, _ count: Int, seed: UInt64 = 1) -> [Sample] {
        let forgery = person.signer.forgery(Int(seed), kind: .tracing)
        var climber = Climber(Climber.Way(step: 0.006, starts: 1), from: [forgery], seed: seed)
        return (0..<count).map { _ in
            defer { climber.learn(0) }
            return climber.next()
        }
    }

    @Test(arguments: [
        ("en", "Somebody seems to be guessing your signature"), ("ru", "Похоже, кто-то подбирает вашу подпись"),
        ("fr", "Quelqu’un semble deviner votre signature"),
    ])
    func variationsOfOneDrawingAreNoticedAndTheDeviceWaits(_ language: String, _ subject: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(language: language)
            let tablet = try await server.anotherDevice(of: person)
            let told = { @Sendable in server.mails.all(to: person.email).filter { $0.subject == subject } }
            var variations = Self.variations(person, 24)
            var results: [ChallengeResult] = []
            // A variation may be too unlike those before it to be held against them, or be taken for a copy first.
            while results.count < 12, results.last?.refusal != SampleRefusal.guess {
                server.time.advance(seconds: 60)
                results.append(try await server.answer(try await server.challenge(person), by: person, variations.removeFirst()))
            }
            #expect(results.allSatisfy { $0.outcome == .refused })
            let challenge = try await server.challenge(person)
            #expect(results.last?.refusal == SampleRefusal.guess && results.last?.similarity == nil, "\(results.map(\.refusal))")
            #expect(told().count == 1 && told().first?.text.contains(person.device.name) == true)
            #expect(server.metrics.exposition.contains(#"paraph_guessing_noticed_total{place="device"} 1"#))
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.contains("guessingNoticed"))
            // The device waits, longer than after any five failures, and the wait costs no try.
            server.time.advance(seconds: 31)
            let refusal = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(
                refusal?.status == 429 && refusal?.code == "waitAfterFailures" && refusal?.retryAfter == 3_569,
                "\(String(describing: refusal))"
            )
            // Nobody is kept out elsewhere.
            let elsewhere = try await server.answer(
                try await server.challenge(person, device: tablet),
                by: person,
                person.genuine(2),
                device: tablet
            )
            #expect(elsewhere.outcome == .accepted)
            // Afterwards a match must be nearly sure, and the person is told again on another day only.
            server.time.advance(seconds: 3_601)
            var again: ChallengeResult?
            while again?.refusal != SampleRefusal.guess, let variation = variations.popLast() {
                again = try await server.answer(try await server.challenge(person), by: person, variation)
                #expect(again?.outcome == .refused)
                if again?.refusal != SampleRefusal.guess { server.time.advance(seconds: 60) }
            }
            #expect(again?.refusal == SampleRefusal.guess)
            let next = try await server.challenge(person)
            server.time.advance(seconds: 31)
            let twice = await problem { try await server.answer(next, by: person, person.genuine(1)) }
            #expect(twice?.retryAfter == 7_169 && told().count == 1)
        }
    }

    @Test func anotherFactorEndsTheWaitOfADevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let renewed = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token)
            let codes = try #require(renewed.codes)
            var refusal: Open<SampleRefusal>?
            for variation in Self.variations(person, 24) where refusal != SampleRefusal.guess {
                server.time.advance(seconds: 60)
                refusal = try await server.answer(try await server.challenge(person), by: person, variation).refusal
            }
            #expect(refusal == SampleRefusal.guess)
            let challenge = try await server.challenge(person)
            server.time.advance(seconds: 31)
            let waiting = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(waiting?.code == "waitAfterFailures")
            _ = try await server.call(
                IdentityEndpoints.approveByRecoveryCode,
                body: RecoveryApprovalRequest(purpose: .recoveryCodes, recoveryCode: codes[0]),
                token: person.token
            )
            #expect(try await server.answer(challenge, by: person, person.genuine(1)).outcome == .accepted)
        }
    }

    @Test func belowAMatchASimilarityIsToldAndKeptInCoarseSteps() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var told: Set<Double> = []
            for number in 0..<6 {
                server.time.advance(seconds: 60)
                let challenge = try await server.challenge(person)
                let result = try await server.answer(challenge, by: person, person.signer.forgery(number, kind: .practised))
                if result.outcome == .accepted { continue }
                let similarity = try #require(result.similarity)
                #expect((similarity * 20).rounded() / 20 == similarity && similarity < 0.5)
                told.insert(similarity)
            }
            for row in try await server.rows("SELECT similarity FROM signatureSample WHERE isMatch = 0") {
                #expect(told.contains(try row.get("similarity")))
            }
            for row in try await server.rows("SELECT similarity FROM activity WHERE kind = 'signInRefused'") {
                #expect(told.contains(try row.get("similarity")))
            }
        }
    }

    @Test func aHandThatFailsOftenIsNotTakenForSomebodyWhoGuesses() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            // Another hand, which signs as evenly as people do, and is refused each time.
            let other = SyntheticSigner(seed: 31)
            for number in 0..<20 {
                server.time.advance(seconds: 60)
                let result = try await server.answer(try await server.challenge(person), by: person, other.genuine(number))
                #expect(result.outcome == .refused && result.refusal != SampleRefusal.guess)
            }
            server.time.advance(seconds: 60)
            let own = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
            #expect(own.outcome == .accepted)
            #expect(!server.metrics.exposition.contains("paraph_guessing_noticed_total{"))
        }
    }
}

import Crypto
import Foundation
import ParaphInk
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Answers that were sound once, or nearly are: S5 to S8 and S26.
@Suite struct TamperedAnswerTests {
    /// How often a person's signatures were compared, and how many tries count against them.
    private static func looked(_ server: IdentityServer) async throws -> (compared: Int, failures: Int) {
        let counted = try await server.rows("SELECT failures FROM attempt").map { try $0.get("failures", as: Int.self) }
        return (try await server.count("signatureSample"), counted.reduce(0, +))
    }

    private static func send(_ answer: ChallengeAnswer, to challenge: Challenge, _ server: IdentityServer) async -> Problem? {
        await problem { try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer) }
    }

    @Test func aPayloadChangedUnderItsSignatureIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let sample = person.genuine(1)
            // Each of them would do, had it been signed.
            let edits: [@Sendable (inout AnswerClaims) -> Void] = [{ $0.att = 2 }, { $0.iat += 1 }, { $0.iat -= 60 }]
            for edit in edits {
                let challenge = try await server.challenge(person)
                let good = try person.device.answer(challenge, sample, attempt: 1, now: server.time.now())
                var claims = person.device.claims(challenge, sample: sample.encoded(), attempt: 1, now: server.time.now())
                edit(&claims)
                let parts = try #require(good.assertion).split(separator: ".")
                let changed = "\(parts[0]).\(Base64URL(try JSONEncoder().encode(claims)).text).\(parts[2])"
                let refusal = await Self.send(ChallengeAnswer(assertion: changed, sample: good.sample), to: challenge, server)
                #expect(refusal?.status == 401)
                #expect(try await Self.looked(server) == (0, 0))
            }
        }
    }

    @Test func anAnswerToAnotherChallengeIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (asked, other) = (try await server.challenge(person), try await server.challenge(person))
            let answer = try person.device.answer(other, person.genuine(1), attempt: 1, now: server.time.now())
            #expect(await Self.send(answer, to: asked, server)?.status == 401)
            #expect(try await Self.looked(server) == (0, 0))
            #expect(await Self.send(answer, to: other, server) == nil, "where it belongs it is taken")
        }
    }

    @Test func aRefusedMessageSentAgainIsNotLookedAtAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let answer = try person.device.answer(challenge, person.forged(1), attempt: 1, now: server.time.now())
            #expect(await Self.send(answer, to: challenge, server) == nil)
            #expect(try await Self.looked(server) == (1, 1))
            let again = await Self.send(answer, to: challenge, server)
            #expect(again?.status == 409 && again?.code == "attemptUsed")
            #expect(try await Self.looked(server) == (1, 1))
        }
    }

    @Test func aSignaturesTwinIsTakenInItsPlaceAndNotBesideIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let answer = try person.device.answer(challenge, person.forged(1), attempt: 1, now: server.time.now())
            let parts = try #require(answer.assertion).split(separator: ".")
            let signature = try #require(Base64URL(String(parts[2]))).bytes
            let twin = Base64URL(Array(signature.prefix(32)) + Self.negated(Array(signature.suffix(32)))).text
            let twins = ChallengeAnswer(assertion: "\(parts[0]).\(parts[1]).\(twin)", sample: answer.sample)
            #expect(await Self.send(twins, to: challenge, server) == nil)
            #expect(await Self.send(answer, to: challenge, server)?.code == "attemptUsed")
            #expect(try await Self.looked(server) == (1, 1))
        }
    }

    /// The order of P-256 (SEC 2, section 2.4.2) less a number, big endian.
    private static func negated(_ number: [UInt8]) -> [UInt8] {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        var (result, borrow) = ([UInt8](repeating: 0, count: 32), 0)
        for index in order.indices.reversed() {
            let difference = Int(order[index]) - Int(number[index]) - borrow
            (result[index], borrow) = (UInt8(truncatingIfNeeded: difference), difference < 0 ? 1 : 0)
        }
        return result
    }

    /// Bytes that are no sample, or one that cannot be.
    private static let broken: [(String, [UInt8])] = {
        let head: [UInt8] = [0x49, 0x6E, 0x6B, 0x01]
        let line = (0..<1_000_000).map { Point(x: Double($0 % 1000), y: Double($0 % 777), time: 0) }
        return [
            ("nothing", []), ("a beginning", head), ("no strokes", head + [0x80, 0]), ("noise", Array(repeating: 255, count: 1000)),
            ("a number beyond all", head + [0x80, 1, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]),
            ("a number without end", head + [0x80, 1, 1] + Array(repeating: 0xFF, count: 12)),
            ("far away", Sample(strokes: [Stroke(points: [Point(x: 2e6, y: 0), Point(x: 0, y: 0)])]).encoded()),
            ("backward time", head + [0x81, 1, 2, 0, 0, 20, 0, 0, 1]),
            ("negative time", head + [0x81, 1, 2, 0, 0, 1, 0, 0, 2]),
            ("points that are not there", head + [0x80, 1, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0]),
            ("a million points", Sample(strokes: [Stroke(points: line)]).encoded()),
        ]
    }()

    @Test(arguments: Self.broken.map(\.0))
    func whatIsNoSampleIsRefusedHoweverWellItIsSigned(_ name: String) async throws {
        let bytes = try #require(Self.broken.first { $0.0 == name }).1
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let traces = try await server.count("trace")
            let challenge = try await server.challenge(person)
            let claims = person.device.claims(challenge, sample: bytes, attempt: 1, now: server.time.now())
            let header = #"{"alg":"ES256","kid":"\#(person.device.id)","typ":"paraph-answer+jwt"}"#
            let assertion = try person.device.assertion(header: header, claims: claims)
            let refusal = await Self.send(ChallengeAnswer(assertion: assertion, sample: Base64URL(bytes)), to: challenge, server)
            #expect((400..<500).contains(refusal?.status ?? 0), "\(refusal?.code ?? "taken")")
            #expect(try await Self.looked(server) == (0, 0))
            #expect(try await server.count("trace") == traces)
            let sound = try await server.answer(challenge, by: person, person.genuine(1))
            #expect(sound.outcome == .accepted, "the try was not taken")
        }
    }
}

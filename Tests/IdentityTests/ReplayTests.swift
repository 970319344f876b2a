import Identity
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// No sample counts twice.
@Suite struct ReplayTests {
    /// The same drawn a little beside.
    private static func moved(_ sample: Sample) -> Sample {
        var sample = sample
        for stroke in sample.strokes.indices {
            for point in sample.strokes[stroke].points.indices {
                sample.strokes[stroke].points[point].x += 20
                sample.strokes[stroke].points[point].y += 5
            }
        }
        return sample
    }

    @Test func anAcceptedSampleIsRefusedTheNextTimeAndCountsAsAFailure() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let first = try await server.challenge(person)
            let accepted = try await server.answer(first, by: person, person.genuine(1))
            #expect(accepted.outcome == .accepted)
            let second = try await server.challenge(person)
            let replayed = try await server.answer(second, by: person, person.genuine(1))
            #expect(replayed.outcome == .refused && replayed.refusal == SampleRefusal.replay && replayed.similarity == nil)
            let failures = try await server.rows("SELECT failures FROM attempt").first?.get("failures", as: Int.self)
            #expect(failures == 1)
        }
    }

    @Test func aReferenceAndAMovedCopyAreRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            for (attempt, sample) in [person.signer.genuine(2), Self.moved(person.signer.genuine(3))].enumerated() {
                let result = try await server.answer(challenge, by: person, sample, attempt: attempt + 1)
                #expect(result.outcome == .refused && result.refusal == SampleRefusal.replay)
            }
        }
    }

    @Test func whatWasAcceptedOfAnotherDeviceOfThePersonIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let tablet = try await server.anotherDevice(of: person)
            let first = try await server.challenge(person, device: tablet)
            let accepted = try await server.answer(first, by: person, person.genuine(1), device: tablet)
            #expect(accepted.outcome == .accepted)
            let second = try await server.challenge(person)
            for (attempt, sample) in [person.genuine(1), Self.moved(person.genuine(1))].enumerated() {
                let replayed = try await server.answer(second, by: person, sample, attempt: attempt + 1)
                #expect(replayed.outcome == .refused && replayed.refusal == SampleRefusal.replay)
                #expect(replayed.similarity == nil && replayed.session == nil)
            }
            // It counts for the device that it was tried on.
            let failures = try await server.rows("SELECT scope, failures FROM attempt")
            #expect(try failures.map { try $0.get("scope", as: String.self) } == ["device:\(person.device.id)"])
            #expect(try failures.map { try $0.get("failures", as: Int.self) } == [2])
        }
    }

    @Test(arguments: [
        ("en", "A copy of your signature was sent"), ("ru", "Отправлена копия вашей подписи"),
        ("fr", "Une copie de votre signature a été envoyée"),
    ])
    func aCopyRaisesAnAlarmAndThePersonIsToldByMailOnceADay(_ language: String, _ subject: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(language: language)
            let told = { @Sendable in server.mails.all(to: person.email).filter { $0.subject == subject } }
            _ = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
            let challenge = try await server.challenge(person)
            _ = try await server.answer(challenge, by: person, person.forged(1), attempt: 1)
            #expect(told().isEmpty && !server.metrics.exposition.contains("paraph_copies_refused_total{"))
            _ = try await server.answer(challenge, by: person, person.genuine(1), attempt: 2)
            _ = try await server.answer(challenge, by: person, Self.moved(person.genuine(1)), attempt: 3)
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(Array(kinds.prefix(3)) == ["copyRefused", "copyRefused", "signInRefused"])
            #expect(told().count == 1 && told().first?.text.contains(person.device.name) == true)
            #expect(server.metrics.exposition.contains(#"paraph_copies_refused_total{place="device"} 2"#))
            // Whoever sends one now and then does not keep the person from being told.
            for day in 2...4 {
                server.time.advance(seconds: 86_400)
                _ = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
                #expect(told().count == day)
            }
        }
    }

    @Test func anAcceptedSampleBackwardsOrWithItsStrokesInAnotherOrderOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let sample = person.genuine(1)
            _ = try await server.answer(try await server.challenge(person), by: person, sample)
            let challenge = try await server.challenge(person)
            for (attempt, disguised) in [Self.inAnotherOrder(sample), Self.backwards(sample)].enumerated() {
                let result = try await server.answer(challenge, by: person, disguised, attempt: attempt + 1)
                #expect(result.outcome == .refused && result.session == nil)
            }
        }
    }

    /// The same strokes, the last one first.
    private static func inAnotherOrder(_ sample: Sample) -> Sample {
        var sample = sample
        sample.strokes.reverse()
        return retimed(sample)
    }

    /// The same drawn from its end to its beginning.
    private static func backwards(_ sample: Sample) -> Sample {
        var sample = sample
        sample.strokes = sample.strokes.reversed().map { Stroke(points: $0.points.reversed()) }
        return retimed(sample)
    }

    /// The points in the times that points were given before, as many of them as there are.
    private static func retimed(_ sample: Sample) -> Sample {
        var sample = sample
        var times = sample.strokes.flatMap(\.points).map(\.time).sorted()[...]
        for stroke in sample.strokes.indices {
            for point in sample.strokes[stroke].points.indices {
                sample.strokes[stroke].points[point].time = times.popFirst() ?? 0
            }
        }
        return sample
    }

    @Test func ofTwoCopiesAtOnceOneCountsAtMost() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenges = [try await server.challenge(person), try await server.challenge(person), try await server.challenge(person)]
            let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for challenge in challenges {
                    group.addTask { try await server.answer(challenge, by: person, person.genuine(1)).outcome == .accepted }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(accepted == 1)
        }
    }
}

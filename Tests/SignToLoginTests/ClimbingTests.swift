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

/// Nobody learns from answers how a person signs.
///
/// `PARAPH_CLIMBING=20x5000` asks for so many people and calls each, in every way, and `20x5000x1` for the second way only; `./test --full` does the
/// former, and docs/results/climbing.md has what came of it.
@Suite struct ClimbingTests {
    /// Somebody who climbs at one person.
    struct Climb: CustomTestStringConvertible {
        var way: Climber.Way
        var person: Int
        var calls: Int
        /// Which forgeries it begins with: those of a similarity below this.
        var below = 0.25

        var testDescription: String { "person \(person), \(way), \(calls) calls" }
    }

    /// People whom this climber reaches within 100 answers in steps of 0.05, where nothing else stands against it.
    private static let reached = [(0.02, 2), (0.02, 29), (0.02, 42), (0.06, 18), (0.06, 43)].map { step, person in
        Climb(way: Climber.Way(step: step, starts: 6), person: person, calls: 100)
    }

    /// The climb that was found, at twenty people, as far as fits the time of every run.
    private static let found = (0..<20).map { Climb(way: ways[1], person: $0, calls: 200, below: 0.05) }

    /// The ways of climbing; the second is the climb that was found.
    private static let ways = [Climber.Way(step: 0.02, starts: 1), .init(step: 0.02, starts: 6), .init(step: 0.06, starts: 6)]

    /// The other ways, at fewer people.
    private static let others = [ways[0], ways[2]].flatMap { way in
        (0..<20).filter { $0.isMultiple(of: 4) }.map { Climb(way: way, person: $0, calls: 60, below: 0.05) }
    }

    /// What is measured on demand instead, and told line by line.
    private static let measured = ProcessInfo.processInfo.environment["PARAPH_CLIMBING"]

    private static let climbs: [Climb] = {
        let numbers = measured?.split(separator: "x").compactMap { Int($0) } ?? []
        guard numbers.count >= 2 else { return reached + found + others }
        let ways = numbers.count > 2 ? [Self.ways[numbers[2] % Self.ways.count]] : Self.ways
        // As the climb that was found began: from what was answered with almost nothing.
        return ways.flatMap { way in (0..<numbers[0]).map { Climb(way: way, person: $0, calls: numbers[1], below: 0.05) } }
    }()

    @Test(arguments: climbs) func nobodyClimbsFromSkilledForgeries(_ climb: Climb) async throws {
        try await DialectFixture.run { server in
            let tool: Sample.Tool = climb.person.isMultiple(of: 2) ? .pen : .finger
            let signer = SyntheticSigner(seed: 5_000 + UInt64(climb.person), tool: tool)
            let attempt = try await Attempt(server, signer)
            // What is all but accepted comes through by luck, soon or never: climbing begins further down.
            let starts = (0..<20).map { signer.forgery($0, kind: .practised) }
                .filter { attempt.verifier.verify($0, against: attempt.template).similarity < climb.below }
            // Who has nothing to begin with climbs nowhere.
            try #require(!starts.isEmpty)
            var climber = Climber(climb.way, from: starts, seed: UInt64(climb.person))
            let begin = server.time.now()
            var best = 0.0
            var passed: Int?
            for call in 1...climb.calls {
                let judged = try await attempt.ask(climber.next())
                if judged.isMatch {
                    passed = call
                    break
                }
                best = max(best, judged.similarity)
                climber.learn(judged.refusal == nil ? judged.similarity : nil)
            }
            if Self.measured != nil {
                let took = Double(server.time.now().milliseconds - begin.milliseconds) / 86_400_000
                print("climbing \(climb.testDescription): best \(best), passed \(passed.map(String.init) ?? "never"), \(took) days")
            }
            #expect(passed == nil)
        }
    }

    /// One app's tries at one person, waiting as told.
    private struct Attempt {
        let server: DialectFixture
        let personID: String
        let source: SignatureSource
        let verifier = Verifier()
        let template: Template

        init(_ server: DialectFixture, _ signer: SyntheticSigner) async throws {
            self.server = server
            personID = try await server.enrolledPerson(signer)
            source = try await server.source()
            template = try #require(verifier.enrol(signer.samples(0..<10)).template)
        }

        /// What an app is told, after the wait that every further failure costs it.
        func ask(_ sample: Sample) async throws -> Judged {
            while true {
                server.time.advance(seconds: AppAttempts.restricted.delay)
                do {
                    return try await server.judge(sample, of: personID, from: source)
                } catch let problem as Problem where problem.status == 429 {
                    server.time.advance(seconds: Int64(problem.retryAfter ?? 1))
                }
            }
        }
    }
}

extension DialectFixture {
    /// The app as a source of signatures.
    func source() async throws -> SignatureSource {
        let id = app.id
        return SignatureSource(
            try #require(try await environment.database.read { try AppStore.find(id, in: $0) }),
            network: nil,
            isFamiliar: false
        )
    }

    /// The id of a person whose ten signatures fit, with times and pressure.
    func enrolledPerson(_ signer: SyntheticSigner) async throws -> String {
        try await enrol(signer, email: "a@example.org")
        let id: String = try await environment.database.read { try #require(try $0.first("SELECT id FROM person")).get("id") }
        let template = try #require(environment.verifier.enrol(signer.samples(0..<10)).template)
        try await environment.database.write { [keys = environment.keys, appID = app.id] tx in
            let record = try #require(try TemplateStore.find(of: id, forApp: appID, in: tx))
            try TemplateStore.update(record, bytes: AdaptiveTemplate(template).encoded(), keys: keys, in: tx)
        }
        return id
    }

    /// What the judge says of a sample that an app sent.
    func judge(_ sample: Sample, of personID: String, from source: SignatureSource) async throws -> Judged {
        let circumstances = SignatureJudge.Circumstances(source: source, party: "test", appID: app.id, purpose: .app)
        return try await SignatureJudge(environment: environment).judge(sample, of: personID, circumstances: circumstances) { judged, _ in
            judged
        }
    }
}

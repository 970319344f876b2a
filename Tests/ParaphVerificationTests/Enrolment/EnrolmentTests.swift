import ParaphInk
import ParaphVerification
import Testing

@Suite struct EnrolmentTests {
    private let verifier = Verifier()
    private let person = SyntheticSigner(seed: 7)

    @Test func tenOfOnesOwnAreEnough() throws {
        let outcome = verifier.enrol((0..<10).map { person.genuine($0) })
        #expect(outcome.accepted == Array(0..<10))
        #expect(outcome.rejected.isEmpty && outcome.required == 0)
        #expect(try #require(outcome.template).referenceCount == 10)
        #expect(try #require(outcome.template).tool == .finger)
    }

    @Test func strangersAmongThemAreFoundAndReplaced() {
        var samples = (0..<10).map { person.genuine($0) }
        samples[3] = SyntheticSigner(seed: 8).genuine(0)
        samples[7] = SyntheticSigner(seed: 9).genuine(0)
        let first = verifier.enrol(samples)
        #expect(first.template == nil)
        #expect(first.required == 2)
        #expect(first.accepted == [0, 1, 2, 4, 5, 6, 8, 9])
        #expect(first.rejected == [.init(index: 3, reason: .differs), .init(index: 7, reason: .differs)])
        let second = verifier.enrol(first.accepted.map { samples[$0] } + [person.genuine(10), person.genuine(11)])
        #expect(second.required == 0 && second.template != nil)
    }

    @Test func tenDifferentDrawingsAreAllRefused() {
        let outcome = verifier.enrol((0..<10).map { SyntheticSigner(seed: 100 + $0).genuine(0) })
        #expect(outcome.required == 10 && outcome.accepted.isEmpty && outcome.template == nil)
        #expect(outcome.rejected.map(\.reason) == Array(repeating: .differs, count: 10))
    }

    @Test func copiesCountOnce() {
        let outcome = verifier.enrol(Array(repeating: person.genuine(0), count: 10))
        #expect(outcome.accepted == [0])
        #expect(outcome.required == 9)
        #expect(outcome.rejected.map(\.reason) == Array(repeating: .copy, count: 9))
        let moved = verifier.enrol([person.genuine(0), person.genuine(0).placed(scale: 1.05, x: 30, y: -8)])
        #expect(moved.rejected == [.init(index: 1, reason: .copy)])
    }

    @Test func samplesOfEarlierOccasionsAreReplays() {
        let outcome = verifier.enrol([person.genuine(0), person.genuine(1)], earlier: [ReplayTrace(of: person.genuine(1))])
        #expect(outcome.accepted == [0])
        #expect(outcome.rejected == [.init(index: 1, reason: .replay)])
    }

    @Test func dotsAndLinesAreRefused() {
        var generator = SplitMix64(seed: 1)
        let dots = (0..<10).map { _ in Sample.drawn { _ in (100, 60) }.jittered(pixels: 1, milliseconds: 0, seed: generator.next()) }
        #expect(verifier.enrol(dots).rejected.map(\.reason) == Array(repeating: .dot, count: 10))
        let lines = (0..<10).map { _ in
            Sample.drawn { (20 + 300 * $0 * $0 * (3 - 2 * $0), 60 + 40 * $0 * $0 * (3 - 2 * $0)) }
                .jittered(pixels: 1, milliseconds: 0, seed: generator.next())
        }
        #expect(verifier.enrol(lines).rejected.map(\.reason) == Array(repeating: .line, count: 10))
        #expect(verifier.enrol(lines).required == 10)
    }

    @Test func aTickIsTooSimple() {
        let tick = Sample.drawn(points: 40) { share in
            let way = share * share * (3 - 2 * share)
            return (way * 100, (way < 0.3 ? 30 + way * 100 : 60 - (way - 0.3) * 80))
        }
        #expect(verifier.assess(tick.jittered(pixels: 0.5, milliseconds: 1, seed: 3)).refusal == .tooSimple)
    }

    @Test func fewerSamplesWaitForMore() {
        let outcome = verifier.enrol([person.genuine(0)])
        #expect(outcome.accepted == [0] && outcome.required == 9 && outcome.template == nil)
        #expect(verifier.enrol([]).required == 10)
    }

    @Test func theNumberOfReferencesIsThePolicys() throws {
        let outcome = Verifier(policy: VerificationPolicy(referenceCount: 3)).enrol((0..<4).map { person.genuine($0) })
        #expect(try #require(outcome.template).referenceCount == 4)
        #expect(VerificationPolicy(referenceCount: 99).referenceCount == 15)
        let many = verifier.enrol((0..<40).map { person.genuine($0) })
        #expect(try #require(many.template).referenceCount <= 15)
    }

    @Test func honestPeopleAreDoneAfterOneExtraRound() {
        var failures = 0
        for seed in 200..<240 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: .finger)
            var samples = (0..<10).map { person.genuine($0) }
            let first = verifier.enrol(samples)
            guard first.required > 0 else { continue }
            samples = first.accepted.map { samples[$0] } + (0..<first.required).map { person.genuine(20 + $0) }
            if verifier.enrol(samples).required > 0 { failures += 1 }
        }
        #expect(failures <= 1)
    }
}

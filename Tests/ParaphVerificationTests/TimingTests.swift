import ParaphInk
import ParaphVerification
import Testing

/// A person enrols where times are measured and signs where only points are told, as in Sign To Login's API; or the devices tell points at
/// different rates.
@Suite struct TimingTests {
    private struct Found { var own = 0, forged = 0, random = 0, tries = 0 }

    private static func untimed(_ sample: Sample) -> Sample {
        var sample = sample
        sample.channels.remove(.time)
        return sample
    }

    /// How often the person's own samples and practised forgeries match, of 20 people who sign five times each.
    private func matches(
        enrolledOn first: Double,
        timed: Bool,
        askedOn second: Double,
        timed isAskedTimed: Bool
    ) throws -> Found {
        var result = Found()
        for seed in 41_001...41_020 as ClosedRange<UInt64> {
            let enrolled = SyntheticSigner(seed: seed, tool: .pen, on: .init(interval: first))
            let template = try #require(
                Verifier().enrol((0..<10).map { timed ? enrolled.genuine($0) : Self.untimed(enrolled.genuine($0)) }).template
            )
            let person = SyntheticSigner(seed: seed, tool: .pen, on: .init(interval: second))
            func isMatch(_ sample: Sample) -> Bool {
                Verifier().verify(isAskedTimed ? sample : Self.untimed(sample), against: template).isMatch
            }
            result.tries += 5
            result.own += (10..<15).count { isMatch(person.genuine($0)) }
            result.forged += (0..<5).count { isMatch(person.forgery($0, kind: .practised)) }
            result.random += (0..<5).count { isMatch(person.forgery($0, kind: .random)) }
        }
        return result
    }

    @Test(arguments: [8.3, 10, 16.7])
    func whoEnrolledWithTimesSignsWithout(_ interval: Double) throws {
        let found = try matches(enrolledOn: 8.3, timed: true, askedOn: interval, timed: false)
        #expect(found.own >= 80 && found.forged <= 22 && found.random == 0, "\(found)")
    }

    @Test(arguments: [(8.3, 16.7), (16.7, 8.3), (10, 16.7), (16.7, 10), (8.3, 33)])
    func theRateOfPointsDoesNotMatter(_ first: Double, _ second: Double) throws {
        let found = try matches(enrolledOn: first, timed: false, askedOn: second, timed: false)
        #expect(found.own >= 70 && found.forged <= 25 && found.random == 0, "\(found)")
    }

    @Test func whoEnrolledWithoutTimesSignsWithThem() throws {
        let found = try matches(enrolledOn: 16.7, timed: false, askedOn: 8.3, timed: true)
        #expect(found.own >= 70 && found.forged <= 25 && found.random == 0, "\(found)")
    }

    @Test func twoSamplesOfDifferentRatesAreComparedPointByPoint() throws {
        let (slow, fast) = (
            SyntheticSigner(seed: 41_001, tool: .pen, on: .init(interval: 33)),
            SyntheticSigner(seed: 41_001, tool: .pen, on: .init(interval: 8.3))
        )
        for (first, second) in [(slow, fast), (fast, slow)] {
            let pair = try #require(PairComparison(Self.untimed(first.genuine(0)), Self.untimed(second.genuine(1))))
            #expect(!pair.matches.isEmpty && pair.similarity.isFinite)
        }
    }
}

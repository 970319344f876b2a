import ParaphInk
import Testing

@testable import ParaphVerification

/// Made-up people who vary as widely as those of three sets of real ones (docs/results/synthesis.md).
@Suite struct VariedPeopleTests {
    private let verifier = Verifier()

    private static func person(_ seed: UInt64) -> SyntheticSigner {
        SyntheticSigner(seed: 9_000_000 + seed, tool: .pen, on: .init(interval: 10), steadiness: .varied)
    }

    @Test func theyVaryAsWidelyAsRealPeople() {
        let worst = (0..<160 as Range<UInt64>).map { seed in
            let material = ReferenceMaterial((0..<10).map { Self.person(seed).genuine($0) })
            let logs = ReferenceSelection.logDistances(material, .plain)
            return ReferenceSelection.fits(Array(0..<10), logs).max() ?? 0
        }.sorted()
        // Real people's worst of ten: -0.81, -0.75 and -0.65 in the middle; -0.56, -0.16 and -0.14 at 95 %; -0.47, -0.12 and 0.00 at most.
        #expect((-0.85)...(-0.55) ~= worst[80], "\(worst[80])")
        #expect((-0.35)...(-0.08) ~= worst[152], "\(worst[152])")
        #expect(worst[159] < 0.15, "\(worst[159])")
    }

    @Test func theyFinishWithTheirFirstTen() {
        var (first, within) = (0, 0)
        for seed in 0..<60 as Range<UInt64> {
            let samples = (0..<16).map { Self.person(seed).genuine($0) }
            var outcome = verifier.enrol(Array(samples[..<10]))
            if outcome.template != nil { first += 1 }
            var given = 10
            while outcome.template == nil, given < 16 {
                given = min(given + outcome.required, 16)
                outcome = verifier.enrol(Array(samples[..<given]))
            }
            if outcome.template != nil { within += 1 }
        }
        #expect(first >= 58 && within == 60, "\(first) with ten, \(within) within sixteen, of 60")
    }

    @Test func anothersAndScribbledSamplesAmongTheirsAreFound() {
        var (others, scribbles) = (0, 0)
        for seed in 0..<50 as Range<UInt64> {
            var samples = (0..<10).map { Self.person(seed).genuine($0) }
            samples[4] = Self.person(500 + seed).genuine(0)
            if verifier.enrol(samples).rejected.contains(where: { $0.index == 4 }) { others += 1 }
            let turns = 4 + Double(seed % 9)
            samples[4] = Sample.drawn(points: 180) { share in
                let angle = 2 * .pi * turns * share
                return (20 + 260 * share + 30 * RealCircle.cosine(angle), 60 + 45 * RealCircle.sine(angle))
            }.jittered(pixels: 1, milliseconds: 1, seed: seed)
            if verifier.enrol(samples).rejected.contains(where: { $0.index == 4 }) { scribbles += 1 }
        }
        #expect(others >= 49 && scribbles >= 49, "\(others) others' and \(scribbles) scribbles found, of 50 each")
    }

    @Test func whoVariesMuchIsToldAndAskedForMore() throws {
        let outcomes = (0..<40 as Range<UInt64>).map { seed in verifier.enrol((0..<10).map { Self.person(seed).genuine($0) }) }
        let wide = outcomes.filter { $0.warnings.contains(.inconsistent) }
        #expect((2...16).contains(wide.count), "\(wide.count) of 40")
        for template in wide.compactMap(\.template) {
            #expect(try #require(template.statistics.last).logSpread > Variant.plain.widestSpread)
        }
        // The same distances are less like the person's, the further the references lie apart beyond the limit.
        let distances = Alignment.Distances(movement: [0.5], dynamics: [0.5], coarsePaths: [[]])
        func score(_ spread: Float, widest: Float) -> Float {
            EnrolmentStatistics(movement: spread, dynamics: spread).score(distances, unlikeness: 0, widest: widest)
        }
        #expect(score(-0.8, widest: -0.7) == score(-0.8, widest: 0))
        #expect(score(-0.5, widest: -0.7) > score(-0.5, widest: 0) + 0.1)
    }

    @Test func aSampleDoubtedBeforeFitsOnceMoreHaveCome() {
        let (anna, boris) = (SyntheticSigner(seed: 8), SyntheticSigner(seed: 7))
        let first = [anna.genuine(0), anna.genuine(1), boris.genuine(0)]
        #expect(verifier.enrol(first).accepted.count < 3)
        let all = verifier.enrol(first + (1..<10).map { boris.genuine($0) })
        #expect(all.accepted == Array(2..<12))
        #expect(all.rejected.map(\.index) == [0, 1])
    }
}

/// Sine and cosine by their series, for a scribble's loops.
private enum RealCircle {
    static func sine(_ angle: Double) -> Double { cosine(angle - .pi / 2) }

    static func cosine(_ angle: Double) -> Double {
        var x = angle.truncatingRemainder(dividingBy: 2 * .pi)
        if x > .pi { x -= 2 * .pi }
        var (term, sum) = (1.0, 1.0)
        for step in 1..<12 {
            term *= -x * x / Double((2 * step - 1) * (2 * step))
            sum += term
        }
        return sum
    }
}

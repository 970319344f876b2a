import ParaphInk
import ParaphVerification
import Testing

@Suite struct DegenerateSampleTests {
    private let verifier = Verifier()

    private static let samples: [(name: String, sample: Sample)] = [
        ("empty", Sample()),
        ("empty stroke", Sample(strokes: [Stroke()])),
        ("one point", Sample(strokes: [Stroke(points: [Point(x: 1, y: 1)])], channels: [.time, .pressure])),
        ("one place", .drawn(points: 100) { _ in (5, 5) }),
        ("two places", .drawn(points: 100) { ($0 < 0.5 ? 0 : 300, $0 < 0.5 ? 0 : 200) }),
        ("not a number", .drawn { ($0 == 0 ? .nan : $0, 0) }),
        ("infinite", .drawn { ($0 == 0 ? .infinity : $0, 0) }),
        ("1e308", .drawn { (1e308 * $0, 0) }),
        ("1e6", .drawn { (1e6 - 2e6 * $0, 1e6 * ($0 * 40).truncatingRemainder(dividingBy: 1)) }),
        ("tiny", .drawn { (1e-9 * $0, 1e-9 * ($0 * 40).truncatingRemainder(dividingBy: 1)) }),
        ("no time passes", .drawn(interval: 0) { (300 * ($0 * 7).truncatingRemainder(dividingBy: 1), 100 * $0) }),
        ("backwards", .drawn(interval: -1) { (100 * $0, 0) }),
        ("two minutes", .drawn(points: 12_000) { (300 * ($0 * 70).truncatingRemainder(dividingBy: 1), 100 * $0) }),
        ("30,000 points", .drawn(points: 30_000, interval: 1) { (300 * ($0 * 70).truncatingRemainder(dividingBy: 1), 100 * $0) }),
        ("30,001 points", .drawn(points: 30_001, interval: 1) { (300 * $0, 100 * $0) }),
    ]

    @Test func everySampleIsAnsweredWithNumbers() throws {
        let person = SyntheticSigner(seed: 1, tool: .pen)
        let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
        for (name, sample) in Self.samples {
            let assessment = verifier.assess(sample)
            #expect((0...1).contains(assessment.quality) && (0...1).contains(assessment.complexity), "\(name)")
            for questioned in [sample, sample.bare] {
                let verdict = verifier.verify(questioned, against: template)
                #expect((0...1).contains(verdict.similarity) && !verdict.isMatch, "\(name)")
                #expect(verdict.reasons.allSatisfy { (0...1).contains($0.agreement) }, "\(name)")
                #expect((try? ReplayTrace(decoding: verdict.trace.encoded())) == verdict.trace, "\(name)")
            }
        }
    }

    @Test func unusualReferencesMakeUsableTemplates() throws {
        // Whatever can be enrolled gives numbers afterwards, also where channels do not vary.
        for (name, sample) in Self.samples {
            var generator = SplitMix64(seed: 9)
            let variants = (0..<10).map { _ in sample.jittered(pixels: 20, milliseconds: 0, seed: generator.next()) }
            let outcome = verifier.enrol(variants)
            #expect(outcome.accepted.count + outcome.rejected.count == 10, "\(name)")
            #expect(outcome.required == 10 - outcome.accepted.count, "\(name)")
            guard let template = outcome.template else { continue }
            for questioned in [variants[0].placed(scale: 1.3), sample, SyntheticSigner(seed: 3).genuine(0)] {
                #expect((0...1).contains(verifier.verify(questioned, against: template).similarity), "\(name)")
            }
        }
    }

    @Test func malformedSamplesAreNamedSo() {
        func refusal(_ name: String) -> Refusal? { Self.samples.first { $0.name == name }.flatMap { verifier.assess($0.sample).refusal } }
        #expect(refusal("empty") == .empty)
        #expect(refusal("empty stroke") == .empty)
        #expect(refusal("one point") == .dot)
        #expect(refusal("one place") == .dot)
        #expect(refusal("not a number") == .malformed)
        #expect(refusal("1e308") == .malformed)
        #expect(refusal("backwards") == .malformed)
        #expect(refusal("30,001 points") == .malformed)
        #expect(refusal("two places") == .line)
    }
}

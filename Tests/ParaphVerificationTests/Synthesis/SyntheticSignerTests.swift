import ParaphInk
import ParaphVerification
import Testing

@Suite struct SyntheticSignerTests {
    @Test func theSameSeedGivesTheSameSamples() {
        #expect(SyntheticSigner(seed: 4).genuine(3) == SyntheticSigner(seed: 4).genuine(3))
        #expect(SyntheticSigner(seed: 4).genuine(3) != SyntheticSigner(seed: 4).genuine(2))
        #expect(SyntheticSigner(seed: 4).genuine(3) != SyntheticSigner(seed: 5).genuine(3))
        #expect(SyntheticSigner(seed: 4).genuine(3) != SyntheticSigner(seed: 4).genuine(3, session: 1))
        #expect(SyntheticSigner(seed: 4).forgery(3, kind: .fluent) != SyntheticSigner(seed: 4).forgery(4, kind: .fluent))
    }

    @Test(arguments: [Sample.Tool.finger, .pen, .mouse])
    func samplesAreUsableAndFitThePad(_ tool: Sample.Tool) throws {
        for seed in 0..<60 as Range<UInt64> {
            let sample = SyntheticSigner(seed: seed, tool: tool).genuine(Int(seed))
            try sample.validate()
            #expect(Verifier().assess(sample).refusal == nil)
            #expect(sample.tool == tool && sample.channels.contains(.time))
            #expect(sample.channels.contains(.pressure) == (tool == .pen))
            for point in sample.strokes.flatMap(\.points) {
                #expect((0...360).contains(point.x) && (0...160).contains(point.y))
            }
        }
    }

    @Test func tracingTakesLonger() {
        for seed in 0..<10 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed)
            let own = person.genuine(0).strokes.last?.points.last?.time ?? 0
            let traced = person.forgery(0, kind: .tracing).strokes.last?.points.last?.time ?? 0
            #expect(traced > 1.3 * own)
        }
    }
}

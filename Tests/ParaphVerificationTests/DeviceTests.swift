import ParaphInk
import ParaphVerification
import Testing

/// A person enrols on a phone and signs elsewhere: on other sizes, rates, units and with another tool.
@Suite struct DeviceTests {
    private let verifier = Verifier()

    /// How often the person's own samples and forgeries match on a pad, of 40 each; enrolled with a finger on a phone.
    private func matches(on pad: SyntheticSigner.Pad, tool: Sample.Tool = .finger) throws -> (own: Int, forged: Int, random: Int) {
        var result = (own: 0, forged: 0, random: 0)
        for seed in 1...10 as ClosedRange<UInt64> {
            let enrolled = SyntheticSigner(seed: seed)
            let template = try #require(verifier.enrol((0..<10).map { enrolled.genuine($0) }).template)
            let person = SyntheticSigner(seed: seed, tool: tool, on: pad)
            result.own += (10..<14).count { verifier.verify(person.genuine($0), against: template).isMatch }
            result.forged += (0..<4).count {
                verifier.verify(person.forgery($0, kind: $0.isMultiple(of: 2) ? .tracing : .fluent), against: template).isMatch
            }
            result.random += (0..<4).count { verifier.verify(person.forgery($0, kind: .random), against: template).isMatch }
        }
        return result
    }

    @Test(arguments: [0.5, 0.75, 1.3, 1.6, 2, 2.5])
    func thePadsSizeDoesNotMatter(_ scale: Double) throws {
        let found = try matches(on: .init(scale: (scale, scale), interval: 13))
        #expect(found.own >= 37)
        #expect(found.forged <= 8)
        #expect(found.random == 0)
    }

    @Test(arguments: [(1.2, 1.0), (1.0, 1.2), (0.8, 1.0), (1.0, 0.8), (2.4, 2.0), (2.0, 2.4)])
    func thePadsProportionsHardlyMatter(_ x: Double, _ y: Double) throws {
        let found = try matches(on: .init(scale: (x, y), interval: 13))
        #expect(found.own >= 36)
        #expect(found.forged <= 8)
        #expect(found.random == 0)
    }

    @Test(arguments: [60.0, 120, 240])
    func theRateDoesNotMatter(_ rate: Double) throws {
        let found = try matches(on: .init(interval: 1_000 / rate))
        #expect(found.own >= 37)
        #expect(found.forged <= 8)
        #expect(found.random == 0)
    }

    @Test func aMouseOnALargePadAgreesWithAFingerOnAPhone() throws {
        let found = try matches(on: .init(scale: (2, 2), interval: 1_000 / 60), tool: .mouse)
        #expect(found.own >= 37)
        #expect(found.forged <= 8)
        #expect(found.random == 0)
    }

    /// Coalesced points arrive in bursts, each with its own time; a browser that merges them gives every other one.
    @Test func mergedPointsAgreeWithCoalescedOnes() throws {
        for seed in 1...5 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, on: .init(interval: 8.3))
            let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
            for number in 10..<14 {
                var merged = person.genuine(number)
                merged.strokes = merged.strokes.map { stroke in
                    Stroke(points: stroke.points.indices.filter { $0.isMultiple(of: 2) }.map { stroke.points[$0] })
                }
                let (fine, coarse) = (
                    verifier.verify(person.genuine(number), against: template), verifier.verify(merged, against: template)
                )
                #expect(fine.isMatch)
                #expect((fine.similarity - coarse.similarity).magnitude < 0.1)
            }
        }
    }

    @Test func unitsDoNotMatter() throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed)
            let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
            // About 6.3 points to a millimetre.
            var inMillimetres = person.genuine(12).placed(scale: 1 / 6.3)
            inMillimetres.unitsPerMillimetre = 1
            let verdict = verifier.verify(inMillimetres, against: template)
            #expect(verdict.isMatch)
            #expect(verdict.similarity < verifier.verify(person.genuine(12), against: template).similarity)
            #expect(verdict.reasons.first { $0.aspect == .size }.map(\.agreement).map { $0 < 0.2 } == true)
        }
    }
}

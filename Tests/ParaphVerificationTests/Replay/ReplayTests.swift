import ParaphInk
import ParaphVerification
import Testing

@Suite struct ReplayTests {
    private static let attacks: [(name: String, make: @Sendable (Sample) -> Sample)] = [
        ("exact", { $0 }),
        ("shifted", { $0.placed(x: 40, y: -12) }),
        ("smaller", { $0.placed(scale: 0.9) }),
        ("larger", { $0.placed(scale: 1.1) }),
        ("turned by 5°", { $0.placed(cosine: 0.99619, sine: 0.08716) }),
        (
            "stretched in time",
            { sample in
                sample.mapped { point in
                    var point = point
                    point.time *= 1.15
                    return point
                }
            }
        ),
        ("resampled", { $0.resampled(every: 16.667) }),
        ("jittered", { $0.jittered(pixels: 1, milliseconds: 5, seed: 4) }),
        ("cut short", { $0.truncated(by: 2) }),
        ("bare", { $0.bare }),
        ("shifted and jittered", { $0.placed(scale: 1.1, x: 9).jittered(pixels: 1, milliseconds: 5, seed: 5) }),
    ]

    @Test func copiesOfReferencesAreRefused() throws {
        let verifier = Verifier()
        for seed in 1...6 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: seed.isMultiple(of: 2) ? .pen : .finger)
            let references = (0..<10).map { person.genuine($0) }
            let template = try #require(verifier.enrol(references).template)
            for (name, make) in Self.attacks {
                let verdict = verifier.verify(make(references[4]), against: template)
                #expect(verdict.refusal == .replay, "\(name), person \(seed)")
                #expect(verdict.similarity == 0 && !verdict.isMatch)
            }
        }
    }

    @Test func copiesOfEarlierSamplesAreRefused() throws {
        let verifier = Verifier()
        for seed in 1...6 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: seed.isMultiple(of: 2) ? .pen : .mouse)
            let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
            let earlier = person.genuine(20)
            let first = verifier.verify(earlier, against: template)
            #expect(first.refusal == nil)
            for (name, make) in Self.attacks {
                let verdict = verifier.verify(make(earlier), against: template, earlier: [first.trace])
                #expect(verdict.refusal == .replay, "\(name), person \(seed)")
            }
        }
    }

    @Test func honestRepeatsAreHardlyEverTakenForReplays() throws {
        var (alarms, all) = (0, 0)
        let verifier = Verifier()
        for seed in 1...20 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: .finger)
            let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
            let earlier = (10..<20).map { ReplayTrace(of: person.genuine($0)) }
            for number in 20..<30 {
                all += 1
                if verifier.verify(person.genuine(number), against: template, earlier: earlier).refusal == .replay { alarms += 1 }
            }
        }
        #expect(alarms == 0, "\(alarms) of \(all)")
    }

    @Test func tracesAreSmallAndKept() throws {
        let trace = ReplayTrace(of: SyntheticSigner(seed: 3).genuine(1))
        let bytes = trace.encoded()
        #expect(bytes.count <= 1_024)
        #expect(try ReplayTrace(decoding: bytes) == trace)
    }

    @Test func damagedTracesAreRefused() throws {
        let bytes = ReplayTrace(of: SyntheticSigner(seed: 3).genuine(1)).encoded()
        for count in 0..<bytes.count {
            #expect(throws: VerificationError.self) { try ReplayTrace(decoding: Array(bytes.prefix(count))) }
        }
        #expect(throws: VerificationError.self) { try ReplayTrace(decoding: bytes + [0]) }
        #expect(throws: VerificationError.self) { try ReplayTrace(decoding: [9] + bytes.dropFirst()) }
        #expect(throws: VerificationError.self) { try ReplayTrace(decoding: [1, 0xff, 0xff] + bytes.dropFirst(3)) }
    }
}

import ParaphInk
import ParaphVerification
import Testing

@Suite struct VerifierTests {
    private let verifier = Verifier()

    @Test(arguments: [Sample.Tool.finger, .pen, .mouse])
    func aPersonIsToldFromImpostors(_ tool: Sample.Tool) throws {
        var (own, tracing, fluent, random) = (0, 0, 0, 0)
        for seed in 1...10 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: tool)
            let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
            own += (10..<14).count { verifier.verify(person.genuine($0), against: template).isMatch }
            tracing += (0..<4).count { verifier.verify(person.forgery($0, kind: .tracing), against: template).isMatch }
            fluent += (0..<4).count { verifier.verify(person.forgery($0, kind: .fluent), against: template).isMatch }
            random += (0..<4).count { verifier.verify(person.forgery($0, kind: .random), against: template).isMatch }
        }
        #expect(own >= 38)
        #expect(tracing <= 2)
        #expect(fluent <= 3)
        #expect(random == 0)
    }

    @Test func samplesWithoutTimeAndPressureAreTold() throws {
        for seed in 20...24 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed)
            let template = try #require(verifier.enrol((0..<10).map { person.genuine($0).bare }).template)
            #expect(verifier.verify(person.genuine(11).bare, against: template).isMatch)
            #expect(!verifier.verify(person.forgery(0, kind: .random).bare, against: template).isMatch)
        }
    }

    @Test func aSampleWithoutTimeFitsATemplateWithTime() throws {
        let person = SyntheticSigner(seed: 30, tool: .pen)
        let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
        #expect(verifier.verify(SyntheticSigner(seed: 31).genuine(0).bare, against: template).similarity < 0.5)
        var plain = person.genuine(12)
        plain.channels = [.time]
        #expect(verifier.verify(plain, against: template).isMatch)
    }

    @Test func reasonsNameWhatDiffersFirst() throws {
        let person = SyntheticSigner(seed: 40)
        let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
        let slow = verifier.verify(
            person.genuine(11).mapped {
                var point = $0
                point.time *= 3
                return point
            },
            against: template
        )
        let first = try #require(slow.reasons.first?.aspect)
        #expect([.duration, .speed, .rhythm].contains(first))
        #expect(slow.reasons.map(\.agreement) == slow.reasons.map(\.agreement).sorted())
        #expect(slow.reasons.allSatisfy { (0...1).contains($0.agreement) })
        let own = verifier.verify(person.genuine(11), against: template)
        #expect((own.reasons.first?.agreement ?? 0) > (slow.reasons.first?.agreement ?? 1))
        #expect(!own.reasons.contains { $0.aspect == .pressure })
    }

    @Test func aRefusedSampleIsNotCompared() throws {
        let person = SyntheticSigner(seed: 41)
        let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
        let verdict = verifier.verify(Sample(), against: template)
        #expect(verdict.refusal == .empty && verdict.similarity == 0 && !verdict.isMatch && verdict.reasons.isEmpty)
    }

    @Test func theThresholdDecides() throws {
        let person = SyntheticSigner(seed: 42)
        let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
        let similarity = verifier.verify(person.genuine(12), against: template).similarity
        #expect(similarity > 0.5 && similarity < 1)
        let strict = Verifier(policy: VerificationPolicy(threshold: 1))
        #expect(!strict.verify(person.genuine(12), against: template).isMatch)
    }

    @Test func theStricterItIsTheFewerForgersAndTheFewerOwnSamplesPass() throws {
        typealias Strictness = VerificationPolicy.Strictness
        var own = [Strictness: Int]()
        var forged = [Strictness: Int]()
        for seed in 1...30 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed)
            let template = try #require(verifier.enrol((0..<12).map { person.genuine($0) }).template)
            for number in 0..<10 {
                let genuine = verifier.verify(person.genuine(20 + number, session: 1), against: template).similarity
                let forgery = verifier.verify(person.forgery(number, kind: .practised), against: template).similarity
                for strictness in Strictness.allCases {
                    if genuine >= strictness.threshold { own[strictness, default: 0] += 1 }
                    if forgery >= strictness.threshold { forged[strictness, default: 0] += 1 }
                }
            }
        }
        let accepted = Strictness.allCases.map { (own: own[$0] ?? 0, forged: forged[$0] ?? 0) }
        for (looser, stricter) in zip(accepted, accepted.dropFirst()) {
            #expect(looser.own > stricter.own && looser.forged > stricter.forged)
        }
        #expect(accepted[1].own >= 255 && accepted[1].forged <= 45)
        #expect(accepted[3].forged <= 3)
    }

    @Test func whereOnThePadItLiesDoesNotMatter() throws {
        let person = SyntheticSigner(seed: 43)
        let template = try #require(verifier.enrol((0..<10).map { person.genuine($0) }).template)
        let near = verifier.verify(person.genuine(12), against: template).similarity
        let far = verifier.verify(person.genuine(12).placed(x: 900_000, y: -900_000), against: template).similarity
        #expect((near - far).magnitude < 0.001)
    }
}

import ParaphInk
import ParaphVerification
import Testing

@Suite struct VerifierTests {
    @Test(arguments: [Sample.Tool.finger, .pen, .mouse])
    func aPersonIsToldFromImpostors(_ tool: Sample.Tool) throws {
        let verifier = Verifier()
        for seed in 1...4 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: tool)
            let clock = ContinuousClock.now
            let outcome = verifier.enrol((0..<10).map { person.genuine($0) })
            print(outcome.accepted, outcome.rejected, outcome.required, outcome.complexity, outcome.warnings, ContinuousClock.now - clock)
            let template = try #require(outcome.template)
            let clock2 = ContinuousClock.now
            for k in 10..<14 { print("g", verifier.verify(person.genuine(k), against: template).similarity) }
            print(ContinuousClock.now - clock2)
            for k in 10..<12 { print("s", verifier.verify(person.genuine(k, session: 1), against: template).similarity) }
            for kind in SyntheticSigner.ForgeryKind.allCases {
                for k in 0..<3 { print(kind, verifier.verify(person.forgery(k, kind: kind), against: template).similarity) }
            }
        }
    }
}

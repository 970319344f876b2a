import ParaphInk
import ParaphVerification
import Testing

@Suite struct PairComparisonTests {
    @Test func oneHandsSamplesLieNearerThanTwoHands() throws {
        for seed in 1...8 as ClosedRange<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: .pen)
            let own = try #require(PairComparison(person.genuine(0), person.genuine(1)))
            let strange = try #require(PairComparison(person.genuine(0), SyntheticSigner(seed: seed + 100, tool: .pen).genuine(0)))
            #expect(own.similarity > strange.similarity)
            #expect(mean(own.matches.map(\.cost)) < mean(strange.matches.map(\.cost)))
            #expect(own.differences.map(\.ratio) == own.differences.map(\.ratio).sorted(by: >))
            #expect(Set(own.differences.map(\.aspect)) == [.shape, .localShape, .speed, .rhythm, .pressure])
        }
    }

    @Test func aCopyCostsNothing() throws {
        let sample = SyntheticSigner(seed: 5).genuine(0)
        let comparison = try #require(PairComparison(sample, sample))
        #expect(comparison.isCopy)
        #expect(comparison.matches.allSatisfy { $0.cost == 0 && $0.first == $0.second })
        #expect(!comparison.differences.contains { $0.aspect == .pressure })
    }

    @Test func whatIsNoSignatureIsNotCompared() {
        #expect(PairComparison(Sample(), SyntheticSigner(seed: 5).genuine(0)) == nil)
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }
}

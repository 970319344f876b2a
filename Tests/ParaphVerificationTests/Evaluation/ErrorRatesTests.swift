import ParaphVerification
import Testing

@Suite struct ErrorRatesTests {
    private func rates(_ genuine: [Double], _ impostor: [Double]) -> ErrorRates {
        ErrorRates(
            genuine: genuine.enumerated().map { .init(person: $0.offset, score: $0.element) },
            impostor: impostor.enumerated().map { .init(person: $0.offset, score: $0.element) }
        )
    }

    @Test func separateScoresHaveNoErrors() {
        let rates = rates([0, 1, 2], [3, 4, 5])
        #expect(rates.equalErrorRate() == 0)
        #expect(rates.falseNonMatchRate(atFalseMatchRate: 0) == 0)
    }

    @Test func reversedScoresAreAllErrors() {
        #expect(rates([3, 4, 5], [0, 1, 2]).equalErrorRate() == 1)
        #expect(rates([3, 4, 5], [0, 1, 2]).falseNonMatchRate(atFalseMatchRate: 0.01) == 1)
    }

    @Test func oneOfFourEachIsAQuarter() throws {
        let rate = try #require(rates([0, 1, 2, 6], [5, 7, 8, 9]).equalErrorRate())
        #expect((rate - 0.25).magnitude < 1e-12)
    }

    @Test func equalScoresAreHalfWrong() throws {
        let rate = try #require(rates([1, 1], [1, 1]).equalErrorRate())
        #expect((rate - 0.5).magnitude < 1e-12)
    }

    @Test func thresholdsAreChosenByFalseMatches() {
        let rates = rates([1, 2, 3, 4], [2.5, 10, 11, 12, 13, 14, 15, 16, 17, 18])
        #expect(rates.falseNonMatchRate(atFalseMatchRate: 0.1) == 0)
        #expect(rates.falseNonMatchRate(atFalseMatchRate: 0.05) == 0.5)
    }

    @Test func theThresholdOfEqualErrorsLiesBetween() {
        #expect(rates([0, 1, 2], [3, 4, 5]).equalErrorThreshold() == 2)
        #expect(rates([0, 1, 2, 6], [5, 7, 8, 9]).equalErrorThreshold() == 5)
        #expect(rates([], [1]).equalErrorThreshold() == nil)
    }

    @Test func weightsCountPeople() throws {
        let rates = rates([0, 6], [5, 7])
        #expect(try #require(rates.equalErrorRate(weights: [1, 0])) == 0)
        #expect(rates.equalErrorRate(weights: [0, 0]) == nil)
    }

    @Test func withoutTrialsThereIsNoRate() {
        #expect(rates([], [1]).equalErrorRate() == nil)
        #expect(rates([1], []).curve().isEmpty)
    }

    @Test func theCurveRunsFromStrictToLax() {
        let curve = rates([0, 2, 4], [1, 3, 5]).curve()
        #expect(curve.first == .init(falseMatchRate: 0, falseNonMatchRate: 1))
        #expect(curve.last == .init(falseMatchRate: 1, falseNonMatchRate: 0))
        #expect(
            zip(curve, curve.dropFirst()).allSatisfy {
                $0.falseMatchRate <= $1.falseMatchRate && $0.falseNonMatchRate >= $1.falseNonMatchRate
            }
        )
    }
}

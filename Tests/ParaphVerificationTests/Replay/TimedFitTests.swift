import Foundation
import Testing

@testable import ParaphVerification

@Suite struct TimedFitTests {
    private typealias Place = TimedFit.Place

    private static let times = (0..<100).map { Double($0) }
    private static let waves = TempoFunctions(100, functions: 10, waves: true)

    /// A line of loops.
    private static func line(_ phase: Double) -> [Place] {
        times.map { Place(cos(0.31 * $0 + phase) + 0.02 * $0 - 1, 0.8 * sin(0.37 * $0 + 2 * phase)) }
    }

    private static func at(_ line: [Place], _ time: Double) -> Place {
        let index = min(max(Int(time), 0), line.count - 2)
        return line[index] + (line[index + 1] - line[index]) * (time - Double(index))
    }

    private static func distance(_ points: [Place], _ lines: [[Place]], _ freedom: TimedFit.Freedom) -> Double {
        var fit = TimedFit(points: points, lines: lines, times: times)
        return fit.distance(freedom, waves)
    }

    @Test func aLineThatWasMovedTurnedAndStretchedFits() {
        let line = Self.line(0.4)
        let moved = line.map { Place(2 * $0.x - 0.3 * $0.y + 5, 0.5 * $0.x + 0.7 * $0.y - 1) }
        #expect(Self.distance(moved, [line], TimedFit.Freedom(degree: 1)) < 1e-4)
        #expect(Self.distance(Self.line(2), [line], TimedFit.Freedom(degree: 1)) > 0.2)
    }

    @Test func aBentPlaneFitsWhereItMayBeBent() {
        let line = Self.line(0.4)
        let bent = line.map { $0 + Place(0.1 * sin(2 * $0.x + $0.y), 0.1 * cos($0.x - 2 * $0.y)) }
        #expect(Self.distance(bent, [line], TimedFit.Freedom(degree: 1)) > 0.03)
        #expect(Self.distance(bent, [line], TimedFit.Freedom(degree: 4)) < 0.01)
    }

    @Test func aTempoThatChangesSlowlyFitsWhereItMayChange() {
        let line = Self.line(0.4)
        let warped = Self.times.map { Self.at(line, min(max($0 + 1.5 * sin(0.15 * $0), 0), 99)) }
        let still = Self.distance(warped, [line], TimedFit.Freedom(degree: 1))
        let shifted = Self.distance(warped, [line], TimedFit.Freedom(degree: 1, functions: 10, limit: 1e-9, hopes: [1e12, 1e12, 1e12]))
        #expect(still > 0.1)
        #expect(shifted < still / 5)
    }

    @Test func twoLinesThatWereMixedFitTogetherAndNotAlone() {
        let (first, second) = (Self.line(0.4), Self.line(0.7))
        let mixed = zip(first, second).map { 0.4 * $0 + 0.6 * $1 }
        #expect(Self.distance(mixed, [first, second], TimedFit.Freedom(degree: 1)) < 1e-3)
        #expect(Self.distance(mixed, [first], TimedFit.Freedom(degree: 1)) > 0.02)
    }

    @Test func pointsWithoutPartnersAreLeftOutAndTooManyOfThemFitNothing() {
        let line = Self.line(0.4)
        func distance(from time: Double) -> Double {
            var fit = TimedFit(points: line, lines: [line], times: Self.times.map { $0 + time })
            return fit.distance(TimedFit.Freedom(degree: 1), Self.waves)
        }
        #expect(distance(from: 10) < 10)
        #expect(distance(from: 30) == .greatestFiniteMagnitude)
    }

    @Test func equationsAreSolved() {
        var equations = NormalEquations(2)
        equations[0, 0] = 4
        equations[1, 0] = 1
        equations[1, 1] = 3
        equations.right = [SIMD2(9, 4), SIMD2(5, 1)]
        equations.solve()
        #expect(abs(equations.right[0].x - 2) < 1e-12 && abs(equations.right[1].x - 1) < 1e-12)
        #expect(abs(equations.right[0].y - 1) < 1e-12 && abs(equations.right[1].y) < 1e-12)
    }

    @Test func whatIsUsualIsUnknownOfFewSamples() {
        let signer = SyntheticSigner(seed: 5)
        let outlines = (0..<6).map { Outline(ReplayTrace(of: signer.genuine($0))) }
        #expect(Outline.usualTimedDistance(Array(outlines.prefix(4))) == nil)
        #expect(Outline.usualTimedDistance(outlines).map { $0 > 0.01 && $0 < 1 } == true)
    }
}

import Foundation
import ParaphInk
import Testing

@testable import ParaphVerification

/// Signatures of hands that draw little more than a circle or a wave: two samples come near to one another by chance.
@Suite struct PlainSignatureTests {
    /// A person whose signature is one line through a few places.
    private struct PlainSigner {
        let places: [(x: Double, y: Double)]
        var variation: SplitMix64

        init(_ seed: UInt64) {
            var hand = SplitMix64(seed: seed)
            variation = SplitMix64(seed: seed ^ 0xF00D)
            let start = Double.random(in: 0...(2 * .pi), using: &hand)
            let step = Double.random(in: 0.8...1.2, using: &hand)
            places = (0..<7).map { index in
                let angle = start + step * Double(index)
                return (0.5 + 0.3 * cos(angle) + 0.02 * Double(index), 0.5 + 0.3 * sin(angle))
            }
        }

        private mutating func varied(_ value: Double, by spread: Double) -> Double {
            let sum = (0..<6).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &variation) }
            return value + spread * sum / 1.414
        }

        /// One sample on a pad of 320 points, each place and each way a little different.
        mutating func sample() -> Sample {
            var moved: [(x: Double, y: Double)] = []
            for place in places { moved.append((varied(place.x, by: 0.009), varied(place.y, by: 0.02))) }
            var (points, time) = ([Point](), 0.0)
            for index in 0..<moved.count - 1 {
                func place(_ step: Int) -> (x: Double, y: Double) { moved[min(max(index + step, 0), moved.count - 1)] }
                let (before, start, end, after) = (place(-1), place(0), place(1), place(2))
                let taken = varied(65, by: 8)
                for part in 0..<5 {
                    let share = Double(part) / 5
                    let x = Self.curve(before.x, start.x, end.x, after.x, share)
                    let y = Self.curve(before.y, start.y, end.y, after.y, share)
                    let moment = (time + taken * share).rounded()
                    points.append(Point(x: (320 * x).rounded(), y: (320 * y).rounded(), time: moment, pressure: 0.5))
                }
                time += taken
            }
            return Sample(strokes: [Stroke(points: points)], channels: [.time], tool: .finger)
        }

        private static func curve(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ share: Double) -> Double {
            let (square, cube) = (share * share, share * share * share)
            return 0.5 * (2 * b + (c - a) * share + (2 * a - 5 * b + 4 * c - d) * square + (3 * b - a - 3 * c + d) * cube)
        }
    }

    private static let people: [[Sample]] = (0..<40).map { seed in
        var signer = PlainSigner(UInt64(seed))
        return (0..<10).map { _ in signer.sample() }
    }

    @Test func honestRepeatsAreHardlyEverTakenForCopies() {
        var (alarms, pairs) = (0, 0)
        for samples in Self.people {
            let outlines = samples.map { Outline(ReplayTrace(of: $0)) }
            for first in outlines.indices {
                for second in outlines.indices where first != second {
                    pairs += 1
                    if outlines[first].isCopy(of: outlines[second]) { alarms += 1 }
                }
            }
        }
        #expect(pairs == 3_600)
        #expect(alarms <= 18, "\(alarms) of \(pairs)")
    }

    @Test(arguments: [ReplayAttack.exact, .shifted, .scaled, .turned]) func whatIsSentAgainIsFoundAllTheSame(_ attack: ReplayAttack) {
        for (number, samples) in Self.people.enumerated() {
            let outline = Outline(ReplayTrace(of: samples[0]))
            for strength in attack.namedStrengths {
                let copy = attack.disguise(samples[0], strength, seed: UInt64(number))
                #expect(Outline(ReplayTrace(of: copy)).isCopy(of: outline), "person \(number), \(strength)")
            }
        }
    }

    /// So nothing changes for them.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"))
    func realSignaturesAreMeasuredByTheWholeLimits() throws {
        for user in RealSignatures.users {
            for sample in try RealSignatures.genuine(user) {
                #expect(Outline.Copy.share(turns: Outline(ReplayTrace(of: sample)).turns) == 1, "user \(user)")
            }
        }
    }
}

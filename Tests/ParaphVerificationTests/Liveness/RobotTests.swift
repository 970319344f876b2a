import ParaphInk
import ParaphVerification
import Testing

@Suite struct RobotTests {
    private let verifier = Verifier()

    /// A genuine drawing as a base for what a program would make of it.
    private let hand = SyntheticSigner(seed: 12).genuine(0)

    private func isFlagged(_ sample: Sample) -> Bool {
        let assessment = verifier.assess(sample)
        return assessment.isRobotic && assessment.refusal == .robotic
    }

    @Test func handsAreNotFlagged() {
        for tool in [Sample.Tool.finger, .pen, .mouse] {
            for seed in 0..<40 as Range<UInt64> {
                let sample = SyntheticSigner(seed: seed, tool: tool).genuine(0)
                #expect(!verifier.assess(sample).isRobotic)
                #expect(!verifier.assess(sample.bare).isRobotic)
                #expect(!verifier.assess(sample.mapped { Point(x: $0.x.rounded(), y: $0.y.rounded(), time: $0.time.rounded()) }).isRobotic)
            }
        }
    }

    @Test func constantSpeedIsFlagged() {
        // The same line walked in steps of 3 points.
        let line = hand.strokes.flatMap(\.points)
        var points = [line[0]]
        for point in line {
            while let last = points.last, true {
                let (dx, dy) = (point.x - last.x, point.y - last.y)
                let length = (dx * dx + dy * dy).squareRoot()
                guard length >= 3 else { break }
                points.append(Point(x: last.x + dx / length * 3, y: last.y + dy / length * 3, time: last.time + 12))
            }
        }
        let robot = Sample(strokes: [Stroke(points: points)], channels: [.time])
        #expect(isFlagged(robot))
        #expect(isFlagged(robot.bare))
    }

    @Test func straightInterpolationIsFlagged() {
        // Every twelfth point, with even steps between.
        var sample = hand
        sample.strokes = hand.strokes.map { stroke in
            var points: [Point] = []
            for index in stride(from: 0, to: stroke.points.count - 12, by: 12) {
                let (a, b) = (stroke.points[index], stroke.points[index + 12])
                for step in 0..<12 {
                    let share = Double(step) / 12
                    points.append(
                        Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, time: a.time + (b.time - a.time) * share)
                    )
                }
            }
            return Stroke(points: points.isEmpty ? stroke.points : points)
        }
        #expect(isFlagged(sample))
    }

    @Test func anIdealClockIsFlagged() {
        var count = -1.0
        #expect(
            isFlagged(
                hand.mapped { point in
                    var point = point
                    count += 1
                    point.time = count * 1_000 / 60
                    return point
                }
            )
        )
        // A digitiser that counts in whole milliseconds is no robot.
        count = -1
        #expect(
            !isFlagged(
                hand.mapped { point in
                    var point = point
                    count += 1
                    point.time = count * 10
                    return point
                }
            )
        )
    }

    @Test func linesWithoutNoiseAreFlagged() {
        // Three waves with speeds like a hand's, computed and not captured.
        let robot = Sample.drawn(points: 240) { share in
            let x = 20 + 300 * share
            let wave = 1 - 8 * (share * 4).truncatingRemainder(dividingBy: 1) * (1 - (share * 4).truncatingRemainder(dividingBy: 1))
            return (x + 30 * wave * share, 80 + 50 * wave * wave * wave)
        }
        #expect(isFlagged(robot))
    }

    /// A program that moves as a person's plan says, but without the tremor of a hand and the steps of a device.
    @Test(arguments: [Sample.Tool.finger, .pen, .mouse])
    func aGeneratorWithoutAHandIsFlagged(_ tool: Sample.Tool) {
        for seed in 0..<40 as Range<UInt64> {
            // At 120 points a second the movement is smooth enough to show that there is no noise; slower clocks can hide it.
            var machine = SyntheticSigner(seed: seed, tool: tool, on: .init(interval: 1_000 / 120))
            machine.isMachine = true
            let sample = machine.genuine(0)
            #expect(isFlagged(sample), "person \(seed)")
            #expect(isFlagged(sample.bare), "person \(seed), bare")
            // An uneven clock alone does not make a hand, nor do hundredths of a pixel.
            #expect(isFlagged(sample.jittered(pixels: 0, milliseconds: 3, seed: seed)), "person \(seed), uneven")
            let rounded = sample.mapped {
                var point = $0
                (point.x, point.y) = ((point.x * 1_000).rounded() / 1_000, (point.y * 1_000).rounded() / 1_000)
                point.time = point.time.rounded()
                return point
            }
            #expect(isFlagged(rounded), "person \(seed), rounded")
        }
    }

    @Test func aGeneratorWithAnExactClockOfSixtyHertzIsFlagged() {
        for seed in 0..<40 as Range<UInt64> {
            var machine = SyntheticSigner(seed: seed, on: .init(interval: 1_000 / 60))
            machine.isMachine = true
            #expect(isFlagged(machine.genuine(0)), "person \(seed)")
        }
    }

    // Skipped where the development data is not beside the project.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"))
    func noRealHandIsFlagged() throws {
        var (flagged, all) = (0, 0)
        for user in RealSignatures.users {
            for sample in try RealSignatures.genuine(user) + RealSignatures.forgeries(user) {
                all += 1
                var untimed = sample
                untimed.channels.remove(.time)
                if verifier.assess(sample).isRobotic || verifier.assess(untimed).isRobotic || verifier.assess(sample.bare).isRobotic {
                    flagged += 1
                }
            }
        }
        #expect(all == 1_600)
        #expect(flagged == 0)
    }
}

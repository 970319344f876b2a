import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphVerification

let arguments = CommandLine.arguments.dropFirst()
let verifier = Verifier()

func reduced(_ sample: Sample) -> Sample {
    var sample = sample
    if arguments.contains("--no-pressure") { sample.channels.remove(.pressure) }
    if arguments.contains("--no-time") { sample.channels.remove(.time) }
    return sample
}

/// A person with own samples, of two days, and others' imitations.
struct Person {
    var own: [Sample]
    var forged: [Sample]

    init(made seed: UInt64, isVaried: Bool, firstDay: Int = 10) {
        let pad = SyntheticSigner.Pad(interval: 10)
        let signer = SyntheticSigner(seed: seed, tool: .pen, on: pad, steadiness: isVaried ? .varied : .steady)
        own = (0..<firstDay).map { reduced(signer.genuine($0)) } + (0..<10).map { reduced(signer.genuine($0, session: 1)) }
        forged = (0..<20).map { reduced(signer.forgery($0, kind: .practised)) }
    }

    init(_ user: Int, in folder: String) throws {
        let samples = try (1...40).map { number in
            reduced(try SVC2004Format.decode(Array(Data(contentsOf: URL(filePath: "\(folder)/U\(user)S\(number).TXT")))))
        }
        (own, forged) = (Array(samples[..<20]), Array(samples[20...]))
    }
}

/// A scribble of about a sample's size and duration: to and fro, in loops, or anyhow.
func scribble(like sample: Sample, kind: Int, _ generator: inout SplitMix64) -> Sample {
    let points = sample.strokes.flatMap(\.points)
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, width) = (xs.min() ?? 0, (xs.max() ?? 1) - (xs.min() ?? 0))
    let (top, height) = (ys.min() ?? 0, (ys.max() ?? 1) - (ys.min() ?? 0))
    let duration = sample.channels.contains(.time) ? points.last?.time ?? 1_000 : Double(points.count) * 10
    let count = max(Int(duration / 10 * Double.random(in: 0.5...1.3, using: &generator)), 30)
    let turns = Double.random(in: 4...12, using: &generator)
    var (x, y, speedX, speedY) = (0.0, 0.5, 0.0, 0.0)
    var drawn: [Point] = []
    for index in 0..<count {
        let share = Double(index) / Double(count - 1)
        var noise: Double { Double.random(in: -1...1, using: &generator) + Double.random(in: -1...1, using: &generator) }
        switch kind {
        case 0: (x, y) = (share + 0.005 * noise, 0.5 - 0.5 * cos(2 * .pi * turns * share) + 0.01 * noise)
        case 1:
            let angle = 2 * .pi * turns * share
            (x, y) = (0.15 + 0.7 * share + 0.15 * cos(angle), 0.5 + 0.45 * sin(angle) + 0.005 * noise)
        default:
            (speedX, speedY) = (0.9 * speedX + 0.02 * noise, 0.9 * speedY + 0.03 * noise)
            (x, y) = (x + 0.5 * speedX - 0.02 * (x - share), y + 0.5 * speedY - 0.02 * (y - 0.5))
        }
        drawn.append(Point(x: (left + width * x).rounded(), y: (top + height * y).rounded(), time: Double(index) * 10, pressure: 0.5))
    }
    return Sample(strokes: [Stroke(points: drawn)], channels: sample.channels, tool: sample.tool)
}

/// Gives ten samples and then as many as are asked for, sixteen at most.
func enrol(_ samples: [Sample]) -> (outcome: EnrolmentOutcome, given: Int) {
    var given = min(10, samples.count)
    var outcome = verifier.enrol(Array(samples[..<given]))
    while outcome.template == nil, given < min(16, samples.count) {
        given = min(given + max(outcome.required, 1), 16)
        outcome = verifier.enrol(Array(samples[..<given]))
    }
    return (outcome, given)
}

func percent(_ part: Int, _ all: Int) -> String { String(format: "%.2f %%", 100 * Double(part) / Double(max(all, 1))) }

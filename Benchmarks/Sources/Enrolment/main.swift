import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphVerification

// Both errors of enrolment: honest people who are not done after ten samples or sixteen, and samples of somebody else, or scribbled ones, that
// are not found among ten. Then how well the templates tell people from impostors. Of made-up people, or of a folder of SVC2004 files:
//   Enrolment made [people] [steady|varied] [first seed]
//   Enrolment FOLDER
// --no-pressure and --no-time leave channels out.

let arguments = CommandLine.arguments.dropFirst()
let names = arguments.filter { !$0.hasPrefix("--") }
let verifier = Verifier()

func reduced(_ sample: Sample) -> Sample {
    var sample = sample
    if arguments.contains("--no-pressure") { sample.channels.remove(.pressure) }
    if arguments.contains("--no-time") { sample.channels.remove(.time) }
    return sample
}

/// Somebody with twenty own samples and others' imitations.
struct Person {
    var own: [Sample]
    var forged: [Sample]

    init(made seed: UInt64, isVaried: Bool) {
        let pad = SyntheticSigner.Pad(interval: 10)
        let signer = SyntheticSigner(seed: seed, tool: .pen, on: pad, steadiness: isVaried ? .varied : .steady)
        own = (0..<10).map { reduced(signer.genuine($0)) } + (0..<10).map { reduced(signer.genuine($0, session: 1)) }
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

let people: [Person]
let draws: Int
if names.first == "made" {
    let rest = names.dropFirst()
    let count = rest.first.flatMap { Int($0) } ?? 400
    let isVaried = rest.dropFirst().first != "steady"
    let first = rest.dropFirst(2).first.flatMap { UInt64($0) } ?? 8_000_000
    people = (0..<count).map { Person(made: first + UInt64($0), isVaried: isVaried) }
    draws = 1
} else if let folder = names.first {
    people = try (1...40).map { try Person($0, in: folder) }
    draws = 10
} else {
    fatalError("Enrolment made [people] [steady|varied] [first seed], or Enrolment FOLDER")
}

var generator = SplitMix64(seed: 1)
var (all, first, within, inconsistent) = (0, 0, 0, 0)
var (strangers, strangersFound, scribbles, scribblesFound, innocent, suspected) = (0, 0, 0, 0, 0, 0)
var (own, forged, others): ([Double], [Double], [Double]) = ([], [], [])
for draw in 0..<draws {
    for (number, person) in people.enumerated() {
        // Made-up people give one day's; real ones in any order, for the second day is tested too.
        let order = names.first == "made" ? Array(0..<20) : Array(0..<20).shuffled(using: &generator)
        let (outcome, given) = enrol(order.map { person.own[$0] })
        all += 1
        if outcome.template != nil { within += 1 }
        if outcome.template != nil, given == 10 { first += 1 }
        if outcome.warnings.contains(.inconsistent) { inconsistent += 1 }
        if let template = outcome.template, draw < 4 {
            func similarity(_ sample: Sample) -> Double { verifier.verify(sample, against: template).similarity }
            own += order[given...].map { similarity(person.own[$0]) }
            forged += person.forged.map(similarity)
            for _ in 0..<20 {
                let other = (number + Int.random(in: 1..<people.count, using: &generator)) % people.count
                others.append(similarity(people[other].own[Int.random(in: 0..<20, using: &generator)]))
            }
        }
        for trial in 0..<6 {
            var samples = order[..<10].map { person.own[$0] }
            let place = Int.random(in: 0..<10, using: &generator)
            let isScribble = trial >= 3
            let other = (number + Int.random(in: 1..<people.count, using: &generator)) % people.count
            let strange = people[other].own[Int.random(in: 0..<20, using: &generator)]
            samples[place] = isScribble ? scribble(like: samples[place], kind: trial % 3, &generator) : strange
            let rejected = verifier.enrol(samples).rejected.map(\.index)
            let found = rejected.contains(place) ? 1 : 0
            if isScribble { (scribbles, scribblesFound) = (scribbles + 1, scribblesFound + found) }
            if !isScribble { (strangers, strangersFound) = (strangers + 1, strangersFound + found) }
            (innocent, suspected) = (innocent + 9, suspected + rejected.count { $0 != place })
        }
    }
}
print("\(people.count) people, \(all) enrolments")
print("done with the first ten: \(percent(first, all)); within sixteen: \(percent(within, all))")
print("called inconsistent: \(percent(inconsistent, all))")
print("found among ten: another's \(percent(strangersFound, strangers)), a scribble \(percent(scribblesFound, scribbles))")
print("own samples refused beside them: \(percent(suspected, innocent))")

/// The rate at which both kinds are wrong equally often.
func equalErrorRate(_ own: [Double], _ strange: [Double]) -> Double {
    let (own, strange) = (own.sorted(), strange.sorted())
    var best = (gap: 2.0, rate: 1.0)
    var (i, j) = (0, 0)
    for threshold in (own + strange).sorted() {
        while i < own.count, own[i] < threshold { i += 1 }
        while j < strange.count, strange[j] < threshold { j += 1 }
        let (refused, accepted) = (Double(i) / Double(own.count), 1 - Double(j) / Double(strange.count))
        if (refused - accepted).magnitude < best.gap { best = ((refused - accepted).magnitude, (refused + accepted) / 2) }
    }
    return best.rate
}
print(
    String(
        format: "EER: practised forgers %.2f %%, zero-effort %.3f %%",
        100 * equalErrorRate(own, forged),
        100 * equalErrorRate(own, others)
    )
)
for threshold in [0.5, 0.8] {
    let refused = percent(own.count { $0 < threshold }, own.count)
    let accepted = percent(forged.count { $0 >= threshold }, forged.count)
    let taken = percent(others.count { $0 >= threshold }, others.count)
    print("at \(threshold): own refused \(refused), forgers accepted \(accepted), zero-effort \(taken)")
}

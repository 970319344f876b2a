import Foundation
import ParaphInk
import ParaphVerification

// Both errors of enrolment: honest people who are not done after ten samples or sixteen, and samples of somebody else, or scribbled ones, that
// are not found among ten. Then how well the templates tell people from impostors. Of made-up people, or of a folder of SVC2004 files:
//   Enrolment made [people] [steady|varied] [first seed]
//   Enrolment FOLDER
// --no-pressure and --no-time leave channels out. --compare holds today's rule against the one before it, on the same people.

let names = arguments.filter { !$0.hasPrefix("--") }
let people: [Person]
let draws: Int
let compares = arguments.contains("--compare")
if names.first == "made" {
    let rest = names.dropFirst()
    let count = rest.first.flatMap { Int($0) } ?? 400
    let isVaried = rest.dropFirst().first != "steady"
    let first = rest.dropFirst(2).first.flatMap { UInt64($0) } ?? 8_000_000
    people = (0..<count).map { Person(made: first + UInt64($0), isVaried: isVaried, firstDay: compares ? 16 : 10) }
    draws = 1
} else if let folder = names.first {
    people = try (1...40).map { try Person($0, in: folder) }
    draws = 10
} else {
    fatalError("Enrolment made [people] [steady|varied] [first seed], or Enrolment FOLDER")
}

if compares {
    RuleComparison(people: people, draws: draws, isMade: names.first == "made").run()
    exit(0)
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

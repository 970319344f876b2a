import Foundation
import ParaphInk
import ParaphVerification

// Zero-effort impostors among made-up people: everybody enrols ten references, and one later sample of each is compared with the templates of
// others. usage: ZeroEffort [PEOPLE] [COMPARISONS OF EACH] [THREADS]

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let count = min(max(arguments.first ?? 2_000, 10), 20_000)
let each = min(max(arguments.dropFirst().first ?? 520, 1), count - 1)
let threads = min(max(arguments.dropFirst(2).first ?? 1, 1), 64)

/// Somebody with a template, and a sample that the template does not know.
struct Person: Sendable {
    var template: Template
    var sample: Sample
    var own: Double

    init?(_ number: Int) {
        let signer = SyntheticSigner(seed: UInt64(number) &+ 7_000_000, tool: number.isMultiple(of: 2) ? .finger : .pen)
        let verifier = Verifier()
        var outcome = verifier.enrol((0..<10).map { signer.genuine($0) })
        if outcome.required > 0 { outcome = verifier.enrol((0..<(12 + outcome.required)).map { signer.genuine($0) }) }
        guard let template = outcome.template else { return nil }
        self.template = template
        sample = signer.genuine(100, session: 1)
        own = verifier.verify(sample, against: template).similarity
    }
}

/// The work of all numbers, in parts for so many threads.
func spread<Value: Sendable>(_ numbers: Range<Int>, _ work: @escaping @Sendable (Int) -> Value) async -> [Value] {
    await withTaskGroup(of: (Int, [Value]).self) { group in
        for part in 0..<threads {
            group.addTask { (part, stride(from: numbers.lowerBound + part, to: numbers.upperBound, by: threads).map(work)) }
        }
        var parts = [[Value]](repeating: [], count: threads)
        for await (part, values) in group { parts[part] = values }
        return numbers.map { parts[($0 - numbers.lowerBound) % threads][($0 - numbers.lowerBound) / threads] }
    }
}

let start = ContinuousClock.now
let enrolled = await spread(0..<count) { Person($0) }
let people = enrolled.compactMap { $0 }
let attempts = min(each, people.count - 1)
// The others, evenly spread, a finger's and a pen's in turn.
let similarities = await spread(0..<people.count) { target in
    (0..<attempts).map { index in
        let other = (target + 1 + index * (people.count - 1) / attempts) % people.count
        return (other: other, similarity: Verifier().verify(people[other].sample, against: people[target].template).similarity)
    }
}

/// The rates above a threshold: of impostors, with an upper bound, and of the people's own samples below it.
struct Rates {
    var matches: Int
    var bound: Double
    var rejected: Double

    init(threshold: Double) {
        let perTarget = similarities.map { $0.count { $0.similarity >= threshold } }
        matches = perTarget.reduce(0, +)
        rejected = Double(people.count { $0.own < threshold }) / Double(people.count)
        // Drawing people again, with their template and their sample at once, lets a person who is easily taken for others weigh.
        var generator = SplitMix64(seed: 1)
        var rates: [Double] = []
        for _ in 0..<1_000 {
            var weights = [Int](repeating: 0, count: people.count)
            for _ in people.indices { weights[Int.random(in: people.indices, using: &generator)] += 1 }
            var (matched, all) = (0, 0)
            for (target, trials) in similarities.enumerated() where weights[target] > 0 {
                for trial in trials {
                    let weight = weights[target] * weights[trial.other]
                    all += weight
                    if trial.similarity >= threshold { matched += weight }
                }
            }
            rates.append(Double(matched) / Double(max(all, 1)))
        }
        rates.sort()
        bound = rates[974]
    }
}

let trials = people.count * attempts
print("\(people.count) of \(count) people enrolled; \(trials) comparisons, \(threads) threads, \(ContinuousClock.now - start)")
print("threshold  false matches  FMR        upper bound (bootstrap over people, 97.5 %)  own samples below it")
for threshold in [0.5, 0.25, 0.1, 0.01, 0.001] {
    let rates = Rates(threshold: threshold)
    print("\(threshold)  \(rates.matches)  \(Double(rates.matches) / Double(trials))  \(rates.bound)  \(rates.rejected)")
}
let highest = similarities.joined().map(\.similarity).max() ?? 0
print("The highest similarity of an impostor: \(highest)")

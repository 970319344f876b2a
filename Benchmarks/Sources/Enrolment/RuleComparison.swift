import Foundation
import ParaphInk

@testable import ParaphVerification

/// Today's enrolment and the one before it on the same people, with the same trials of the templates that both make.
struct RuleComparison {
    var people: [Person]
    var draws: Int
    var isMade: Bool

    /// How a rule fared with one enrolment.
    private struct Tally {
        var (first, within, inconsistent) = (0, 0, 0)
        var (strangers, scribbles, suspected) = (0, 0, 0)
    }

    /// The trials of templates, by what is held against them.
    fileprivate struct Trials {
        var (own, forged, others): ([ErrorRates.Trial], [ErrorRates.Trial], [ErrorRates.Trial]) = ([], [], [])
    }

    /// The three that are compared: the earlier limits and score, today's limits with the earlier score, and today's.
    private static let names = ["earlier", "today's limits, earlier score", "today"]
    /// The weight of a person's spread in the score (`EnrolmentStatistics`).
    private static let share: Float = 0.65

    func run() {
        var generator = SplitMix64(seed: 20_261_125)
        var (earlier, today) = (Tally(), Tally())
        var (enrolments, substitutions) = (0, 0)
        var both = [Trials(), Trials(), Trials()]
        var all = [Trials(), Trials(), Trials()]
        var late = [Trials(), Trials(), Trials()]
        var inconsistent = [Trials(), Trials(), Trials()]
        for _ in 0..<draws {
            for (number, person) in people.enumerated() {
                let count = person.own.count
                let order = isMade ? Array(0..<count) : Array(0..<count).shuffled(using: &generator)
                let samples = order.map { person.own[$0] }
                enrolments += 1
                let (before, beforeGiven) = EarlierRule.enrolInSteps(samples)
                let (now, given) = enrol(Array(samples[..<16]))
                if before != nil { earlier.within += 1 }
                if before != nil, beforeGiven == 10 { earlier.first += 1 }
                if now.template != nil { today.within += 1 }
                if now.template != nil, given == 10 { today.first += 1 }
                let isInconsistent = now.warnings.contains(.inconsistent)
                if isInconsistent { today.inconsistent += 1 }

                // No sample is tried that any of the rules was given.
                let own = Array(samples[16...])
                let others = (0..<20).map { _ in people[other(than: number, &generator)].own[Int.random(in: 0..<count, using: &generator)] }
                for (rule, template) in [before, now.template, now.template].enumerated() {
                    guard let template else { continue }
                    let trials = trials(template, number, own, person.forged, others, isCapped: rule == 2)
                    all[rule].append(trials)
                    if before != nil, now.template != nil { both[rule].append(trials) }
                    if before != nil, now.template != nil, isInconsistent { inconsistent[rule].append(trials) }
                    if before == nil { late[rule].append(trials) }
                }

                for trial in 0..<6 {
                    var ten = Array(samples[..<10])
                    let place = Int.random(in: 0..<10, using: &generator)
                    let isScribble = trial >= 3
                    let strange = people[other(than: number, &generator)].own[Int.random(in: 0..<count, using: &generator)]
                    ten[place] = isScribble ? scribble(like: ten[place], kind: trial % 3, &generator) : strange
                    substitutions += 1
                    let accepted = EarlierRule.enrol(ten).accepted
                    note(&earlier, (0..<10).filter { !accepted.contains($0) }, place, isScribble)
                    note(&today, verifier.enrol(ten).rejected.map(\.index), place, isScribble)
                }
            }
        }
        print("\(people.count) people, \(enrolments) enrolments, each by both rules")
        for (name, tally) in [("earlier", earlier), ("today", today)] {
            print(
                "\(name): done with the first ten \(percent(tally.first, enrolments)), within sixteen \(percent(tally.within, enrolments));",
                "found among ten: another's \(percent(tally.strangers, substitutions / 2)),",
                "a scribble \(percent(tally.scribbles, substitutions / 2));",
                "own refused beside them \(percent(tally.suspected, substitutions * 9))"
            )
        }
        print("called inconsistent today: \(percent(today.inconsistent, enrolments))")
        report("people whom both rules enrol", both)
        report("of those, whom today's rule calls inconsistent", inconsistent)
        report("everybody whom each rule enrols", all, isPaired: false)
        report("people whom only today's rule enrols", late)
    }

    private func other(than number: Int, _ generator: inout SplitMix64) -> Int {
        (number + Int.random(in: 1..<people.count, using: &generator)) % people.count
    }

    private func note(_ tally: inout Tally, _ rejected: [Int], _ place: Int, _ isScribble: Bool) {
        let found = rejected.contains(place) ? 1 : 0
        if isScribble { tally.scribbles += found } else { tally.strangers += found }
        tally.suspected += rejected.count { $0 != place }
    }

    private func trials(
        _ template: Template,
        _ person: Int,
        _ own: [Sample],
        _ forged: [Sample],
        _ others: [Sample],
        isCapped: Bool
    ) -> Trials {
        let comparison = Comparison(policy: verifier.policy, template: template)
        func trial(_ sample: Sample) -> ErrorRates.Trial {
            guard comparison.refusal(of: sample, earlier: []) == nil else { return .init(person: person, score: .infinity) }
            let measured = comparison.measure(sample)
            let statistics = template.statistics[measured.variant == .pressure ? 0 : 1]
            let beyond = isCapped ? 0 : Self.share * max(statistics.logSpread - measured.variant.widestSpread, 0)
            return .init(person: person, score: Double(measured.variant.logOdds(measured.score - beyond)))
        }
        return Trials(own: own.map(trial), forged: forged.map(trial), others: others.map(trial))
    }

    private func report(_ title: String, _ trials: [Trials], isPaired: Bool = true) {
        print("\(title): \(Set(trials[2].own.map(\.person)).count) people")
        for (name, one) in zip(Self.names, trials) where !one.own.isEmpty {
            let (skilled, random) = (ErrorRates(genuine: one.own, impostor: one.forged), ErrorRates(genuine: one.own, impostor: one.others))
            var line = "  \(name): EER \(rate(skilled.equalErrorRate())) practised, \(rate(random.equalErrorRate())) zero-effort;"
            for threshold in [0.5, 0.8] {
                // A similarity of s is logarithmic odds of log((1 - s) / s).
                let limit = log((1 - threshold) / threshold)
                line += " at \(threshold): own refused \(percent(one.own.count { $0.score > limit }, one.own.count)),"
                line += " forgers accepted \(percent(one.forged.count { $0.score <= limit }, one.forged.count)),"
                line += " zero-effort \(percent(one.others.count { $0.score <= limit }, one.others.count));"
            }
            print(line)
        }
        guard isPaired, !trials[0].own.isEmpty else { return }
        for rule in 1...2 { print("  \(Self.names[rule]) less earlier, practised EER, 95 %: \(interval(trials[0], trials[rule]))") }
    }

    /// The difference of two EERs on the same people, with its interval by a bootstrap over people.
    private func interval(_ one: Trials, _ two: Trials) -> String {
        let (first, second) = (ErrorRates(genuine: one.own, impostor: one.forged), ErrorRates(genuine: two.own, impostor: two.forged))
        var generator = SplitMix64(seed: 7)
        var differences: [Double] = []
        for _ in 0..<400 {
            var weights = [Double](repeating: 0, count: people.count)
            for _ in people.indices { weights[Int.random(in: people.indices, using: &generator)] += 1 }
            guard let a = first.equalErrorRate(weights: weights), let b = second.equalErrorRate(weights: weights) else { continue }
            differences.append(b - a)
        }
        differences.sort()
        guard !differences.isEmpty else { return "unknown" }
        func at(_ share: Double) -> String { String(format: "%+.2f", 100 * differences[Int(share * Double(differences.count - 1))]) }
        return "\(at(0.025)) to \(at(0.975)), middle \(at(0.5)) points"
    }

    private func rate(_ value: Double?) -> String { value.map { String(format: "%.3f %%", 100 * $0) } ?? "unknown" }
}

extension RuleComparison.Trials {
    fileprivate mutating func append(_ more: Self) {
        own += more.own
        forged += more.forged
        others += more.others
    }
}

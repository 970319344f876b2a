internal import ParaphInk

extension Evaluation {
    /// The outcomes of one draw of references.
    struct Trials: Sendable {
        var genuine: [ErrorRates.Trial] = []
        var skilled: [ErrorRates.Trial] = []
        var random: [ErrorRates.Trial] = []
        /// Genuine samples taken for replays or robots, of all genuine tests.
        var replayAlarms = 0
        var roboticAlarms = 0
        /// Tests that could not be compared.
        var unusable = 0
        /// Enrolments that would have asked for another round, and all.
        var incompleteEnrolments = 0
        var enrolments = 0

        mutating func add(_ other: Trials) {
            genuine += other.genuine
            skilled += other.skilled
            random += other.random
            replayAlarms += other.replayAlarms
            roboticAlarms += other.roboticAlarms
            unusable += other.unusable
            incompleteEnrolments += other.incompleteEnrolments
            enrolments += other.enrolments
        }
    }

    /// Which of a person's genuine samples are references, and which test them.
    private func split(_ person: Int, _ draw: Int) -> (references: [Int], tests: [Int]) {
        let count = people[person].genuine.count
        var generator = SplitMix64(seed: options.seed &+ UInt64(draw) &* 0x9e37_79b9 &+ UInt64(person) &* 0x1_0000_01b3)
        var pool = Array(0..<(options.scheme == .sessions ? count / 2 : count))
        pool.shuffle(using: &generator)
        let references = Array(pool.prefix(options.references))
        switch options.scheme {
        case .random: return (references, pool.dropFirst(references.count).sorted())
        case .sessions: return (references, Array((count / 2)..<count))
        }
    }

    func run(_ person: Int, _ draw: Int, _ trials: inout Trials) {
        let (chosen, tests) = split(person, draw)
        guard chosen.count == options.references else { return }
        let references = chosen.map { people[person].genuine[$0] }.filter { SampleCheck.assess($0).isUsable }
        guard references.count >= 2 else { return }
        let material = ReferenceMaterial(references)
        trials.enrolments += 1
        if ReferenceSelection(material).fitting.count < references.count { trials.incompleteEnrolments += 1 }
        let template = material.template(of: Array(references.indices), complexity: 1)
        let comparison = Comparison(policy: VerificationPolicy(), template: template)
        for test in tests {
            let sample = people[person].genuine[test]
            trials.genuine.appendIfPresent(trial(person, sample, comparison, &trials.unusable))
            let verdict = comparison.refusal(of: sample, earlier: [])
            if verdict == .replay { trials.replayAlarms += 1 }
            if verdict == .robotic { trials.roboticAlarms += 1 }
        }
        for forgery in people[person].forgeries {
            trials.skilled.appendIfPresent(trial(person, forgery, comparison, &trials.unusable))
        }
        var generator = SplitMix64(seed: options.seed &+ UInt64(draw) &* 0x51_7cc1 &+ UInt64(person) &* 0x2_7220_a95d)
        for other in people.indices where other != person {
            guard let sample = people[other].genuine.randomElement(using: &generator) else { continue }
            trials.random.appendIfPresent(trial(person, sample, comparison, &trials.unusable))
        }
    }

    private func trial(_ person: Int, _ sample: Sample, _ comparison: Comparison, _ unusable: inout Int) -> ErrorRates.Trial? {
        guard (try? sample.validate()) != nil else {
            unusable += 1
            return nil
        }
        return ErrorRates.Trial(person: person, score: Double(comparison.logOdds(sample)))
    }
}

extension Array {
    fileprivate mutating func appendIfPresent(_ element: Element?) {
        if let element { append(element) }
    }
}

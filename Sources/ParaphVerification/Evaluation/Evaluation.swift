public import ParaphInk

/// Measures how well the verifier tells people from impostors on samples whose origin is known.
public struct Evaluation: Sendable {
    /// A person's samples, and forgeries of them.
    public struct Person: Sendable {
        /// The person's own, in the order of time; the first half counts as session 1.
        public var genuine: [Sample]
        /// Others' imitations.
        public var forgeries: [Sample]

        public init(genuine: [Sample], forgeries: [Sample]) {
            self.genuine = genuine
            self.forgeries = forgeries
        }
    }

    /// How references and tests are chosen.
    public enum Scheme: String, Sendable, CaseIterable {
        /// References from all genuine samples, tests on the others.
        case random
        /// References from the first half, tests on the second.
        case sessions
    }

    /// What is measured.
    public struct Options: Sendable {
        /// The number of references of a template.
        public var references = 5
        /// How references and tests are chosen.
        public var scheme = Scheme.random
        /// How often references are drawn anew.
        public var draws = 10
        /// Where the drawing starts.
        public var seed: UInt64 = 1
        /// Whether pressure is used.
        public var usesPressure = true
        /// Whether times are used.
        public var usesTime = true
        /// How many threads work.
        public var threads = 1

        public init() {}
    }

    /// The people.
    public var people: [Person]
    /// What is measured.
    public var options: Options

    /// Makes an evaluation; samples that cannot be used count as failures to acquire and are left out.
    public init(people: [Person], options: Options = Options()) {
        self.options = options
        self.people = people.map { person in
            Person(
                genuine: person.genuine.map { Self.reduced($0, options) },
                forgeries: person.forgeries.map { Self.reduced($0, options) }
            )
        }
    }

    /// A sample without the channels that are not used.
    private static func reduced(_ sample: Sample, _ options: Options) -> Sample {
        var sample = sample
        if !options.usesPressure { sample.channels.remove(.pressure) }
        if !options.usesTime { sample.channels.remove(.time) }
        return sample
    }

    /// Measures everything.
    ///
    /// Complexity: O(draws × people × (samples + people)) comparisons.
    public func run() async -> EvaluationReport {
        var trials: [Trials] = []
        for draw in 0..<max(options.draws, 1) {
            trials.append(await trialsOfDraw(draw))
        }
        return EvaluationReport(self, trials)
    }

    private func trialsOfDraw(_ draw: Int) async -> Trials {
        let threads = min(max(options.threads, 1), 64)
        return await withTaskGroup(of: Trials.self) { group in
            for thread in 0..<threads {
                group.addTask {
                    var trials = Trials()
                    for person in stride(from: thread, to: people.count, by: threads) { run(person, draw, &trials) }
                    return trials
                }
            }
            var all = Trials()
            for await part in group { all.add(part) }
            return all
        }
    }
}

internal import RealModule

/// What an evaluation found; rates are shares 0 … 1.
public struct EvaluationReport: Sendable {
    /// A rate and its 95 % interval from a bootstrap over people.
    public struct Rate: Sendable, Hashable {
        /// The rate.
        public var value: Double
        /// The interval.
        public var low: Double
        public var high: Double
    }

    /// The number of people with a template.
    public var users: Int
    /// The numbers of comparisons: with own, forged and others' samples.
    public var genuineTrials: Int
    public var skilledTrials: Int
    public var randomTrials: Int
    /// Equal error rates: skilled forgeries with one threshold for all, with the best threshold for each person, and zero-effort impostors.
    public var eerSkilledGlobal: Rate?
    public var eerSkilledUser: Rate?
    public var eerRandomGlobal: Rate?
    /// False non-match rates where 1 %, 0.1 % and 0.01 % of the zero-effort impostors match, and where so many skilled forgeries do.
    public var fnmrAtRandomFMR: [Rate?]
    public var fnmrAtSkilledFMR: [Rate?]
    /// The loss of the calibrated score as a likelihood ratio, in bits: 0 is perfect, 1 is no information.
    public var calibrationLoss: Double
    /// The rates of people held out when the threshold and the calibration were chosen; nil with fewer than five people.
    public var heldOut: HeldOutRates?
    /// At a similarity of 0.5: own samples refused, skilled forgeries and others' samples accepted.
    public var fnmrAtHalf: Double
    public var skilledFMRAtHalf: Double
    public var randomFMRAtHalf: Double
    /// The share of own samples that were taken for replays, or for a robot's.
    public var replayFalseAlarms: Double
    public var roboticFalseAlarms: Double
    /// The share of enrolments in which a sample did not fit the others.
    public var incompleteEnrolments: Double
    /// The number of comparisons left out because the sample was malformed.
    public var unusable: Int
    /// Whole verifications in a second on one thread.
    public var verificationsPerSecond: Double
    /// The trade-offs with skilled forgeries and with zero-effort impostors.
    public var skilledCurve: [ErrorRates.Point]
    public var randomCurve: [ErrorRates.Point]

    /// The false match rates at which false non-match rates are given.
    public static let falseMatchRates = [1e-2, 1e-3, 1e-4]

    private static let resamples = 300

    init(_ evaluation: Evaluation, _ draws: [Evaluation.Trials]) {
        let people = evaluation.people.count
        var all = Evaluation.Trials()
        for draw in draws { all.add(draw) }
        users = Set(all.genuine.map(\.person)).count
        (genuineTrials, skilledTrials, randomTrials) = (all.genuine.count, all.skilled.count, all.random.count)
        let bootstrap = Bootstrap(people: people, resamples: Self.resamples, seed: evaluation.options.seed)
        let skilled = draws.map { ErrorRates(genuine: $0.genuine, impostor: $0.skilled) }
        let random = draws.map { ErrorRates(genuine: $0.genuine, impostor: $0.random) }
        eerSkilledGlobal = bootstrap.rate { weights in mean(skilled.map { $0.equalErrorRate(weights: weights) }) }
        eerRandomGlobal = bootstrap.rate { weights in mean(random.map { $0.equalErrorRate(weights: weights) }) }
        let own = Self.ownRates(draws, people)
        eerSkilledUser = bootstrap.rate { weights in
            let total = own.indices.reduce(0) { $0 + (own[$1] == nil ? 0 : weights?[$1] ?? 1) }
            guard total > 0 else { return nil }
            return own.indices.reduce(0) { $0 + (own[$1] ?? 0) * (weights?[$1] ?? 1) } / total
        }
        let (pooledSkilled, pooledRandom) = (
            ErrorRates(genuine: all.genuine, impostor: all.skilled), ErrorRates(genuine: all.genuine, impostor: all.random)
        )
        fnmrAtRandomFMR = Self.falseMatchRates.map { limit in
            bootstrap.rate { pooledRandom.falseNonMatchRate(atFalseMatchRate: limit, weights: $0) }
        }
        fnmrAtSkilledFMR = Self.falseMatchRates.map { limit in
            bootstrap.rate { pooledSkilled.falseNonMatchRate(atFalseMatchRate: limit, weights: $0) }
        }
        calibrationLoss = Self.loss(all)
        heldOut = HeldOutRates(all, people: people)
        func share(_ trials: [ErrorRates.Trial], _ condition: (ErrorRates.Trial) -> Bool) -> Double {
            trials.isEmpty ? 0 : Double(trials.count(where: condition)) / Double(trials.count)
        }
        fnmrAtHalf = share(all.genuine) { $0.score > 0 }
        skilledFMRAtHalf = share(all.skilled) { $0.score <= 0 }
        randomFMRAtHalf = share(all.random) { $0.score <= 0 }
        replayFalseAlarms = Double(all.replayAlarms) / Double(max(all.genuine.count, 1))
        roboticFalseAlarms = Double(all.roboticAlarms) / Double(max(all.genuine.count, 1))
        incompleteEnrolments = Double(all.incompleteEnrolments) / Double(max(all.enrolments, 1))
        unusable = all.unusable
        verificationsPerSecond = evaluation.speed()
        skilledCurve = pooledSkilled.curve()
        randomCurve = pooledRandom.curve()
    }

    /// Each person's own equal error rate, averaged over the draws.
    private static func ownRates(_ draws: [Evaluation.Trials], _ people: Int) -> [Double?] {
        (0..<people).map { person in
            mean(
                draws.map { draw in
                    ErrorRates(
                        genuine: draw.genuine.filter { $0.person == person },
                        impostor: draw.skilled.filter { $0.person == person }
                    ).equalErrorRate()
                }
            )
        }
    }

    /// The cost of the logarithm of the likelihood ratio (Cllr) with skilled forgeries.
    private static func loss(_ trials: Evaluation.Trials) -> Double {
        func mean(_ trials: [ErrorRates.Trial], _ sign: Double) -> Double {
            guard !trials.isEmpty else { return 0 }
            return trials.reduce(0) { $0 + Double.log(onePlus: Double.exp(min(sign * $1.score, 500))) } / Double(trials.count)
        }
        return (mean(trials.genuine, 1) + mean(trials.skilled, -1)) / 2 / Double.log(2)
    }
}

/// The mean of the values present; nil if there is none.
private func mean(_ values: [Double?]) -> Double? {
    let present = values.compactMap(\.self)
    return present.isEmpty ? nil : present.reduce(0, +) / Double(present.count)
}

/// Draws people with replacement to see how far a rate depends on who was there.
private struct Bootstrap {
    private let weights: [[Double]]

    init(people: Int, resamples: Int, seed: UInt64) {
        var generator = SplitMix64(seed: seed ^ 0xb007)
        weights = (0..<resamples).map { _ in
            var counts = [Double](repeating: 0, count: people)
            for _ in 0..<people { counts[Int.random(in: 0..<max(people, 1), using: &generator)] += 1 }
            return counts
        }
    }

    /// The rate of the people as they are, and its interval.
    func rate(_ measure: ([Double]?) -> Double?) -> EvaluationReport.Rate? {
        guard let value = measure(nil) else { return nil }
        let resampled = weights.compactMap { measure($0) }.sorted()
        guard !resampled.isEmpty else { return EvaluationReport.Rate(value: value, low: value, high: value) }
        let (low, high) = (Int(0.025 * Double(resampled.count)), Int(0.975 * Double(resampled.count)))
        return EvaluationReport.Rate(value: value, low: resampled[low], high: resampled[min(high, resampled.count - 1)])
    }
}

internal import RealModule

/// What the references' global traits have in common, and how far a sample is from it.
struct GlobalStatistics: Sendable {
    private var means: [Float]
    private var variances: [Float]
    private let count: Float

    /// The weight of the pooled variance, in references.
    private static let prior: Float = 5

    init(_ references: [GlobalTraits]) {
        count = Float(max(references.count, 1))
        means = []
        variances = []
        for trait in GlobalTraits.Trait.allCases {
            let (mean, deviation) = moments(references.map { $0.values[trait.rawValue] })
            means.append(mean)
            variances.append((count * deviation * deviation + Self.prior * trait.variance) / (count + Self.prior - 1))
        }
    }

    /// How unusual a sample is: 0 at the references' mean, growing with the logarithm of the squared deviation.
    func unlikeness(_ sample: GlobalTraits, timed: Bool, paced: Bool, pressure: Bool) -> Float {
        var sum: Float = 0
        var used: Float = 0
        for trait in GlobalTraits.Trait.allCases
        where trait.counts && (timed || !trait.needsTime) && (paced || !trait.needsPace) && (pressure || !trait.needsPressure) {
            sum += .log(1 + squaredDeviation(sample, trait) / 20)
            used += 1
        }
        return used > 0 ? sum / used : 0
    }

    /// The squared deviation of one trait, in variances.
    func squaredDeviation(_ sample: GlobalTraits, _ trait: GlobalTraits.Trait) -> Float {
        let index = trait.rawValue
        let difference = sample.values[index] - means[index]
        return difference * difference / ((1 + 1 / count) * variances[index])
    }
}

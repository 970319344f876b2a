internal import RealModule

/// What the references' global features have in common, and how far a sample is from it.
struct GlobalStatistics: Sendable {
    private var means: [Float]
    private var variances: [Float]
    private let count: Float

    /// The weight of the pooled variance, in references.
    private static let prior: Float = 5

    init(_ references: [GlobalFeatures]) {
        count = Float(max(references.count, 1))
        means = []
        variances = []
        for feature in GlobalFeatures.Feature.allCases {
            let (mean, deviation) = moments(references.map { $0.values[feature.rawValue] })
            means.append(mean)
            variances.append((count * deviation * deviation + Self.prior * feature.variance) / (count + Self.prior - 1))
        }
    }

    /// How unusual a sample is: 0 at the references' mean, growing with the logarithm of the squared deviation.
    func unlikeness(_ sample: GlobalFeatures, timed: Bool, pressure: Bool) -> Float {
        var sum: Float = 0
        var used: Float = 0
        for feature in GlobalFeatures.Feature.allCases where (timed || !feature.needsTime) && (pressure || !feature.needsPressure) {
            sum += .log(1 + squaredDeviation(sample, feature) / 5)
            used += 1
        }
        return used > 0 ? sum / used : 0
    }

    /// The squared deviation of one feature, in variances.
    func squaredDeviation(_ sample: GlobalFeatures, _ feature: GlobalFeatures.Feature) -> Float {
        let index = feature.rawValue
        let difference = sample.values[index] - means[index]
        return difference * difference / ((1 + 1 / count) * variances[index])
    }
}

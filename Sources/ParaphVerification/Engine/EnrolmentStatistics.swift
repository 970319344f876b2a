internal import RealModule

/// How far a person's references are from one another.
struct EnrolmentStatistics: Sendable, Hashable {
    /// Half the logarithm of the mean distance plus half that of the mean distance to the nearest.
    var logSpread: Float

    /// The weight of a person's spread in the score; the rest is the population's.
    private static let share: Float = 0.65
    /// The weight of the global features.
    private static let globalWeight: Float = 0.1
    /// The population's median, taken where there is one reference only.
    private static let usual: Float = -0.25
    /// Keeps logarithms finite where samples are equal.
    private static let least: Float = 1e-4

    /// Takes the statistics of a matrix of distances: `distances[i][j]` of reference i aligned with reference j.
    init(_ distances: [[Float]]) {
        var (sum, pairs, nearestSum) = (Float(0), Float(0), Float(0))
        for i in distances.indices {
            var nearest = Float.greatestFiniteMagnitude
            for j in distances.indices where i != j {
                sum += distances[i][j]
                pairs += 1
                nearest = min(nearest, distances[i][j])
            }
            nearestSum += nearest
        }
        guard pairs > 0 else {
            logSpread = Self.usual
            return
        }
        let mean = max(sum / pairs, Self.least)
        let nearest = max(nearestSum / Float(distances.count), Self.least)
        logSpread = 0.5 * .log(mean) + 0.5 * .log(nearest)
    }

    init(logSpread: Float) {
        self.logSpread = logSpread
    }

    /// The score of distances from the references, larger for forgeries.
    func score(_ distances: [Float], unlikeness: Float) -> Float {
        let mean = max(distances.reduce(0, +) / Float(max(distances.count, 1)), Self.least)
        let nearest = max(distances.min() ?? 0, Self.least)
        return 0.5 * .log(mean) + 0.5 * .log(nearest) - Self.share * logSpread + Self.globalWeight * unlikeness
    }
}

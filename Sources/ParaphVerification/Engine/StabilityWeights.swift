internal import RealModule

/// How much each point of each reference counts: more where the person always does the same.
enum StabilityWeights {
    /// The width of the smoothing, in points.
    private static let smoothing: Float = 3
    /// What is added to the mean spread, as a share of its average, so that no point counts without limit.
    private static let offset: Float = 0.5

    /// The weights of each reference, from its alignment with all others; their mean is 1.
    ///
    /// Complexity: O(references² × points²).
    static func of(_ references: [Representation], _ alignment: Alignment) -> [[Float]] {
        references.indices.map { j in
            let reference = references[j]
            var sum = [Float](repeating: 0, count: reference.count)
            var count = sum
            for i in references.indices where i != j {
                for step in alignment.path(references[i], reference) {
                    sum[step.reference] += alignment.difference(references[i], step.sample, reference, step.reference)
                    count[step.reference] += 1
                }
            }
            let spread = smoothed(zip(sum, count).map { $1 > 0 ? $0 / $1 : 0 })
            let average = spread.reduce(0, +) / Float(max(spread.count, 1))
            guard average > 0 else { return spread.map { _ in 1 } }
            let inverse = spread.map { 1 / ($0 + offset * average) }
            let mean = inverse.reduce(0, +) / Float(inverse.count)
            return inverse.map { $0 / mean }
        }
    }

    /// Gaussian smoothing with the end values repeated.
    private static func smoothed(_ values: [Float]) -> [Float] {
        let radius = Int(4 * smoothing)
        var kernel = (-radius...radius).map { Float.exp(-0.5 * Float($0 * $0) / (smoothing * smoothing)) }
        let total = kernel.reduce(0, +)
        for index in kernel.indices { kernel[index] /= total }
        return values.indices.map { n in
            var sum: Float = 0
            for (index, factor) in kernel.enumerated() {
                sum += factor * values[min(max(n + index - radius, 0), values.count - 1)]
            }
            return sum
        }
    }
}

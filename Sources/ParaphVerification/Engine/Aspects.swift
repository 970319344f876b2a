internal import RealModule

/// How far two aligned samples differ in each aspect that channels show: the mean difference along the path.
struct AspectDifferences: Sendable, Hashable {
    /// One value for each of ``aspects``.
    var values: [Float]

    /// The aspects, and the channels that show them.
    static let aspects: [(aspect: Verdict.Aspect, channels: [Int])] = [
        (.shape, [0, 1]), (.localShape, [4, 5]), (.speed, [2, 3, 6]), (.rhythm, [7]), (.pressure, [8, 9, 10]),
    ]

    /// Nothing differs.
    static let none = AspectDifferences(values: aspects.map { _ in 0 })

    /// What the samples of one person usually differ by.
    static let usual = AspectDifferences(values: [0.3, 0.3, 1.1, 0.5, 1])

    init(values: [Float]) {
        self.values = values
    }

    /// Measures along a path; channels that one side lacks count as equal.
    init(_ sample: Representation, _ reference: Representation, _ path: [Alignment.Step]) {
        let width = min(sample.width, reference.width)
        values = Self.aspects.map { _, channels in
            var sum = UInt(0)
            for channel in channels where channel < width {
                for step in path {
                    let a = Int(sample.values[step.sample * sample.width + channel])
                    let b = Int(reference.values[step.reference * reference.width + channel])
                    sum += (a - b).magnitude
                }
            }
            return Float(sum) / Representation.unit / Float(max(path.count, 1))
        }
    }
}

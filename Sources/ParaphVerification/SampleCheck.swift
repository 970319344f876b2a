internal import ParaphInk

/// What can be said of one sample alone.
enum SampleCheck {
    private enum Least {
        static let points = 8
        static let duration = 150.0
        /// The larger side, in capture units, where the scale is unknown, and in millimetres.
        static let size: Float = 6
        static let millimetres: Float = 1.5
        /// The share of the smaller in the larger spread, below which points lie on a line.
        static let slimness: Float = 0.04
        static let complexity = 0.08
    }

    /// Longer drawings are no signatures, in milliseconds.
    private static let longest = 60_000.0

    static func assess(_ sample: Sample) -> Assessment {
        var trajectory: Trajectory?
        return assess(sample, &trajectory)
    }

    /// Assesses a sample and lays it on a grid, if it is valid.
    static func assess(_ sample: Sample, _ grid: inout Trajectory?) -> Assessment {
        guard sample.pointCount > 0 else { return Assessment(refusal: .empty, quality: 0, isRobotic: false, complexity: 0) }
        guard (try? sample.validate()) != nil else {
            return Assessment(refusal: .malformed, quality: 0, isRobotic: false, complexity: 0)
        }
        let trajectory = Trajectory(sample)
        grid = trajectory
        let shape = Shape(trajectory)
        let complexity = shape.complexity
        var assessment = Assessment(refusal: nil, quality: quality(sample), isRobotic: Robot.drew(sample), complexity: complexity)
        assessment.refusal = refusal(sample, trajectory, shape) ?? (assessment.isRobotic ? .robotic : nil)
        return assessment
    }

    private static func refusal(_ sample: Sample, _ trajectory: Trajectory, _ shape: Shape) -> Refusal? {
        let least = sample.unitsPerMillimetre.map { Least.millimetres * Float($0) } ?? Least.size
        if shape.size < least { return .dot }
        if sample.pointCount < Least.points { return shape.slimness < Least.slimness ? .line : .tooShort }
        if shape.slimness < Least.slimness { return .line }
        if sample.isTimed, let last = sample.strokes.last?.points.last, let first = sample.strokes.first?.points.first {
            if last.time - first.time < Least.duration { return .tooShort }
            if last.time - first.time > longest { return .tooLong }
        }
        if shape.complexity < Least.complexity { return .tooSimple }
        return nil
    }

    /// How finely a sample was captured: points against what 50 a second would give, and their number.
    private static func quality(_ sample: Sample) -> Double {
        let count = Double(sample.pointCount)
        let enough = min(count / 40, 1)
        guard sample.isTimed else { return 0.8 * enough }
        let rate = 1_000 / max(sample.medianInterval, 1)
        return enough * min(rate / 50, 1)
    }
}

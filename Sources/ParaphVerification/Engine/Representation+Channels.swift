internal import RealModule

extension Representation {
    /// The weights of the channels.
    ///
    /// Source: the recipe measured for this project (docs/decisions/0003-verification.md).
    private enum Weight {
        static let position: Float = 0.65
        static let velocity: Float = 1
        static let speed: Float = 1
        static let totalAcceleration: Float = 1.5
        static let direction: Float = 0.675
        static let pressure: Float = 1
        static let pressureChange: Float = 1
        /// Per full pressure: 0.5 a quarter.
        static let absolutePressure: Float = 2
    }

    /// Measures the channels of a trajectory.
    ///
    /// Position and velocity are standardised by axis; speed and total acceleration are logarithms of multiples of
    /// the unit that belongs to the person's pace. Channels without variance are 0. Complexity: O(points).
    init(_ trajectory: Trajectory, pace: Pace) {
        let count = trajectory.count
        let withPressure = trajectory.hasPressure
        let width = withPressure ? Self.fullWidth : Self.plainWidth
        let motion = Motion(trajectory)
        let unit = 1 / pace.unit(trajectory, motion)
        let values = [Int16](unsafeUninitializedCapacity: count * width) { rows, initialized in
            rows.initialize(repeating: 0)
            Self.fill(rows, width, 0, trajectory.x, Weight.position)
            Self.fill(rows, width, 1, trajectory.y, Weight.position)
            Self.fill(rows, width, 2, motion.dx, Weight.velocity)
            Self.fill(rows, width, 3, motion.dy, Weight.velocity)
            for n in 0..<count {
                let row = n * width
                rows[row + 4] = Self.step(Weight.direction * motion.cosine[n])
                rows[row + 5] = Self.step(Weight.direction * motion.sine[n])
                rows[row + 6] = Self.step(Weight.speed * .log(motion.speed[n] * unit + 0.02))
                rows[row + 7] = Self.step(Weight.totalAcceleration * .log(motion.acceleration[n] * unit + 0.05))
            }
            if withPressure {
                Self.fill(rows, width, 8, trajectory.pressure, Weight.pressure)
                Self.fill(rows, width, 9, derivative(trajectory.pressure), Weight.pressureChange)
                for n in 0..<count { rows[n * width + 10] = Self.step(Weight.absolutePressure * trajectory.pressure[n]) }
            }
            initialized = count * width
        }
        self.init(values: values, count: count, width: width)
    }

    /// Writes a standardised, weighted channel.
    private static func fill(
        _ rows: UnsafeMutableBufferPointer<Int16>,
        _ width: Int,
        _ channel: Int,
        _ source: [Float],
        _ weight: Float
    ) {
        let (mean, deviation) = moments(source)
        guard deviation > 1e-6 * (1 + mean.magnitude) else { return }
        let factor = weight / deviation
        source.withUnsafeBufferPointer { source in
            for n in source.indices { rows[n * width + channel] = step((source[n] - mean) * factor) }
        }
    }
}

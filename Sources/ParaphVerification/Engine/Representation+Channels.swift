internal import RealModule

extension Representation {
    /// The weights of the channels.
    ///
    /// Source: the recipe measured for this project (docs/decisions/0003-verification.md).
    private enum Weight {
        static let position: Float = 0.65
        static let velocity: Float = 1
        static let acceleration: Float = 0.5
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
    /// Position, velocity and acceleration are standardised by axis; speed and total acceleration are logarithms of multiples of
    /// `speedUnit`, the usual speed of the device in capture units per 10 ms. Channels without variance are 0. Complexity: O(points).
    init(_ trajectory: Trajectory, speedUnit: Float) {
        let count = trajectory.count
        let withPressure = trajectory.hasPressure
        let width = withPressure ? Self.fullWidth : Self.plainWidth
        let motion = Motion(trajectory)
        self.init(values: [Float](repeating: 0, count: count * width), count: count, width: width)
        fill(0, trajectory.x, Weight.position)
        fill(1, trajectory.y, Weight.position)
        fill(2, motion.dx, Weight.velocity)
        fill(3, motion.dy, Weight.velocity)
        fill(4, derivative(motion.dx), Weight.acceleration)
        fill(5, derivative(motion.dy), Weight.acceleration)
        let unit = speedUnit > 0 ? speedUnit : 1
        for n in 0..<count {
            let row = n * width
            values[row + 6] = Weight.speed * .log(motion.speed[n] / unit + 0.02)
            values[row + 7] = Weight.totalAcceleration * .log(motion.acceleration[n] / unit + 0.05)
            values[row + 8] = Weight.direction * motion.cosine[n]
            values[row + 9] = Weight.direction * motion.sine[n]
        }
        guard withPressure else { return }
        fill(10, trajectory.pressure, Weight.pressure)
        fill(11, derivative(trajectory.pressure), Weight.pressureChange)
        for n in 0..<count { values[n * width + 12] = Weight.absolutePressure * trajectory.pressure[n] }
    }

    /// Writes a standardised, weighted channel.
    private mutating func fill(_ channel: Int, _ source: [Float], _ weight: Float) {
        let (mean, deviation) = moments(source)
        guard deviation > 1e-6 * (1 + mean.magnitude) else { return }
        let factor = weight / deviation
        for n in 0..<count { values[n * width + channel] = (source[n] - mean) * factor }
    }
}

/// How the pen moves along a trajectory, per 10 ms.
struct Motion {
    var dx: [Float]
    var dy: [Float]
    var speed: [Float]
    /// Tangential and centripetal together.
    var acceleration: [Float]
    /// The direction; that of the point before where the pen stands still.
    var cosine: [Float]
    var sine: [Float]

    init(_ trajectory: Trajectory) {
        let count = trajectory.count
        dx = derivative(trajectory.x)
        dy = derivative(trajectory.y)
        if trajectory.step > 1 {
            for n in 0..<count {
                dx[n] /= trajectory.step
                dy[n] /= trajectory.step
            }
        }
        speed = [Float](repeating: 0, count: count)
        cosine = [Float](repeating: 1, count: count)
        sine = speed
        var angle = speed
        for n in 0..<count {
            let v = (dx[n] * dx[n] + dy[n] * dy[n]).squareRoot()
            speed[n] = v
            let before = n > 0 ? n - 1 : 0
            if v > 0 {
                cosine[n] = dx[n] / v
                sine[n] = dy[n] / v
            } else {
                cosine[n] = cosine[before]
                sine[n] = sine[before]
            }
            guard n > 0 else { continue }
            // The turn since the point before, in -π … π: what unwrapping angles comes to.
            let turn = Float.atan2(
                y: cosine[before] * sine[n] - sine[before] * cosine[n],
                x: cosine[before] * cosine[n] + sine[before] * sine[n]
            )
            angle[n] = angle[before] + turn
        }
        let speedChange = derivative(speed)
        let turning = derivative(angle)
        acceleration = speed
        for n in 0..<count {
            let across = speed[n] * turning[n]
            acceleration[n] = (speedChange[n] * speedChange[n] + across * across).squareRoot()
        }
    }
}

internal import RealModule

/// How fast and how large a person wrote at enrolment, and how other sizes and units are brought to that.
///
/// A person who writes twice as large on a larger pad takes about the same time, so the speed doubles too; and a device may count in other
/// units. A hand on one pad, however, often changes size without changing speed. So the unit of speed follows the size only as far as
/// that explains the speed that was seen: speeds agree when they agree in capture units, in sizes, or anywhere between. What is left of
/// the size's own evidence is a penalty with an upper limit, so that another device costs some certainty and never all of it.
struct Pace: Sendable {
    /// The median of the references' median speeds, in capture units per 10 ms; above 0.
    let speed: Float
    /// The median of their ``Trajectory/radius``.
    let size: Float

    /// The most that a strange size adds to a score.
    private static let highestPenalty: Float = 0.05
    /// The logarithm of the ratio of sizes at which half of it is added.
    private static let strangeSize: Float = 0.25

    init(speed: Float, _ references: [Trajectory]) {
        self.speed = speed
        size = median(references.map(\.radius))
    }

    /// The logarithm of a sample's size by that of the references.
    private func relativeSize(_ trajectory: Trajectory) -> Float {
        Float.log(trajectory.radius / size)
    }

    /// The unit of speed for a sample, in its own capture units per 10 ms.
    func unit(_ trajectory: Trajectory, _ motion: Motion) -> Float {
        let larger = relativeSize(trajectory)
        let faster = Float.log(max(median(motion.speed) / speed, 1e-6))
        return speed * Float.exp(min(max(faster, min(larger, 0)), max(larger, 0)))
    }

    /// What a sample's size adds to its score.
    func penalty(_ trajectory: Trajectory) -> Float {
        let square = relativeSize(trajectory) * relativeSize(trajectory)
        return Self.highestPenalty * square / (square + Self.strangeSize * Self.strangeSize)
    }
}

extension Trajectory {
    /// The root mean square distance of the points from their centre, in capture units; above 0.
    var radius: Float {
        let (spreadX, spreadY) = (moments(x).deviation, moments(y).deviation)
        return max((spreadX * spreadX + spreadY * spreadY).squareRoot(), 1e-3)
    }
}

internal import RealModule

/// How far a person's references are from one another, in movement and in dynamics.
struct EnrolmentStatistics: Sendable, Hashable {
    /// For either: half the logarithm of the mean distance plus half that of the mean distance to the nearest.
    var movement: Float
    var dynamics: Float

    /// The weight of a person's spread in the score; the rest is the population's.
    private static let share: Float = 0.65
    /// The weight of the global features.
    private static let globalWeight: Float = 0.1
    /// The population's medians, taken where there is one reference only.
    private static let usual = (pressed: Float(-0.43), movement: Float(-1.07), dynamics: Float(-1.3))
    /// Keeps logarithms finite where samples are equal.
    private static let least: Float = 1e-4
    /// The weight of the movement in what both say together.
    private static let movementWeight: Float = 0.6

    init(movement: Float, dynamics: Float) {
        (self.movement, self.dynamics) = (movement, dynamics)
    }

    /// Takes the statistics of each reference's distances from all, itself included, in the same order.
    init(_ distances: [Alignment.Distances], withPressure: Bool) {
        movement = Self.logSpread(distances.map(\.movement)) ?? (withPressure ? Self.usual.pressed : Self.usual.movement)
        dynamics = Self.logSpread(distances.map(\.dynamics)) ?? Self.usual.dynamics
    }

    /// The score of distances from the references, larger for forgeries; what the references are wider than `widest` does not count.
    func score(_ distances: Alignment.Distances, unlikeness: Float, widest: Float) -> Float {
        Self.together(
            movement: Self.logDistance(distances.movement) - Self.share * movement,
            dynamics: Self.logDistance(distances.dynamics) - Self.share * dynamics
        ) + Self.globalWeight * unlikeness + Self.share * max(logSpread - widest, 0)
    }

    /// How far the references are from one another in both.
    var logSpread: Float { Self.together(movement: movement, dynamics: dynamics) }

    /// What the logarithms of two distances, or of their spreads, say together.
    static func together(movement: Float, dynamics: Float) -> Float {
        movementWeight * movement + (1 - movementWeight) * dynamics
    }

    /// The logarithm of a distance from a person, of the distances from each reference.
    private static func logDistance(_ distances: [Float]) -> Float {
        let mean = max(distances.reduce(0, +) / Float(max(distances.count, 1)), least)
        let nearest = max(distances.min() ?? 0, least)
        return 0.5 * .log(mean) + 0.5 * .log(nearest)
    }

    /// The spread of a matrix of distances, `distances[i][j]` of reference i aligned with reference j; nil with less than two.
    private static func logSpread(_ distances: [[Float]]) -> Float? {
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
        guard pairs > 0 else { return nil }
        let mean = max(sum / pairs, least)
        let nearest = max(nearestSum / Float(distances.count), least)
        return 0.5 * .log(mean) + 0.5 * .log(nearest)
    }
}

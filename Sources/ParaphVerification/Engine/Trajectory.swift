import ParaphInk

/// A sample on an even grid of time: what all measurements start from.
///
/// The grid is 10 ms; samples of more than ``maximumCount`` points get a wider one, so that all later work is bounded.
struct Trajectory: Sendable, Hashable {
    /// The most points of a grid.
    static let maximumCount = 1_200
    /// The usual distance of two points, in milliseconds.
    static let usualStep = 10.0

    /// Positions in capture units, from the first point.
    var x: [Float]
    var y: [Float]
    /// Pressures 0 … 1, 0 while the pen was lifted; empty without pressure.
    var pressure: [Float]
    /// How often 10 ms go into the distance of two points; 1 except in very long samples.
    var step: Float
    /// Whether the grid is one of measured time; else the points follow one another as they came.
    var isTimed: Bool

    /// The number of points.
    var count: Int { x.count }
    /// Whether pressure was measured and is not constant (as a mouse's is).
    var hasPressure: Bool { !pressure.isEmpty }
}

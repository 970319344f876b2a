/// The points from one touch of the surface to the next lift.
public struct Stroke: Hashable, Sendable {
    /// The points in the order of time.
    public var points: [Point]

    /// Makes a stroke of points.
    public init(points: [Point] = []) {
        self.points = points
    }
}

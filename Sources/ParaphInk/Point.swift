/// One position of the pen, finger or mouse while it touches the surface.
///
/// Channels that a sample does not carry (see ``Sample/channels``) are 0 in every point.
public struct Point: Hashable, Sendable {
    /// The horizontal position in capture units, growing to the right.
    public var x: Double
    /// The vertical position in capture units, growing downwards as on a screen.
    public var y: Double
    /// The time in milliseconds since the first point of the sample; never decreases within a sample.
    public var time: Double
    /// The pressure, 0 (none) … 1 (the most that the device reports).
    public var pressure: Double
    /// The direction that the pen leans to, in radians, 0 … 2π, clockwise from the x axis.
    public var azimuth: Double
    /// The angle between the pen and the surface, in radians, 0 (flat) … π/2 (upright).
    public var altitude: Double

    /// Makes a point; the channels left out are 0.
    public init(x: Double, y: Double, time: Double = 0, pressure: Double = 0, azimuth: Double = 0, altitude: Double = 0) {
        self.x = x
        self.y = y
        self.time = time
        self.pressure = pressure
        self.azimuth = azimuth
        self.altitude = altitude
    }
}

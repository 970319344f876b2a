/// One captured signature: strokes of points, and what is known of how they were captured.
///
/// A sample from outside is checked by ``validate(limits:)`` before anything is computed from it.
///
/// ```swift
/// let stroke = Stroke(points: [Point(x: 10, y: 40, time: 0), Point(x: 60, y: 12, time: 35)])
/// let sample = Sample(strokes: [stroke], channels: .time, tool: .pen)
/// try sample.validate()
/// ```
public struct Sample: Hashable, Sendable {
    /// The strokes in the order of time.
    public var strokes: [Stroke]
    /// The channels that the points carry besides x and y.
    public var channels: Channels
    /// What touched the surface.
    public var tool: Tool
    /// The capture units in one millimetre of the surface, where the device knows it; finite and above 0.
    public var unitsPerMillimetre: Double?

    /// Makes a sample of strokes.
    public init(strokes: [Stroke] = [], channels: Channels = [], tool: Tool = .unknown, unitsPerMillimetre: Double? = nil) {
        self.strokes = strokes
        self.channels = channels
        self.tool = tool
        self.unitsPerMillimetre = unitsPerMillimetre
    }

    /// The number of points in all strokes.
    ///
    /// Complexity: O(strokes).
    public var pointCount: Int {
        strokes.reduce(0) { $0 + $1.points.count }
    }

    /// The channels that a sample's points carry besides x and y.
    public struct Channels: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// ``Point/time`` was measured; without it, points count as evenly spaced.
        public static let time = Channels(rawValue: 1)
        /// ``Point/pressure`` was measured.
        public static let pressure = Channels(rawValue: 2)
        /// ``Point/azimuth`` was measured.
        public static let azimuth = Channels(rawValue: 4)
        /// ``Point/altitude`` was measured.
        public static let altitude = Channels(rawValue: 8)
    }

    /// What touched the surface while a sample was captured.
    public enum Tool: UInt8, Hashable, Sendable {
        case unknown = 0
        case finger = 1
        case pen = 2
        case mouse = 3
    }
}

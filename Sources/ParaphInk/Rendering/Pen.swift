/// What draws a sample: a colour, and how wide its line is at which speed.
///
/// The slower the pen moves, the thinner its line: two fifths of ``width`` at rest, ``width`` at ``speed``, and towards eight
/// fifths of it beyond.
///
/// ```swift
/// let picture = sample.outline(Pen(ink: .black, width: 2)).svg(ink: .black)
/// ```
public struct Pen: Hashable, Sendable {
    /// The colour of the ink.
    public var ink: Ink
    /// The line's width at ``speed``, in capture units; above 0.
    public var width: Double
    /// The speed at which the line is ``width`` wide, in capture units a millisecond; above 0.
    public var speed: Double

    /// Makes a pen; what is left out suits a pad in CSS pixels or points.
    public init(ink: Ink = .blue, width: Double = 3, speed: Double = 0.5) {
        self.ink = ink
        self.width = width
        self.speed = speed
    }

    /// An opaque colour, in sRGB.
    public struct Ink: Hashable, Sendable {
        /// The red part, 0…255.
        public var red: UInt8
        /// The green part, 0…255.
        public var green: UInt8
        /// The blue part, 0…255.
        public var blue: UInt8

        /// Makes a colour of its parts.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// Blue ink.
        public static let blue = Ink(red: 0x1F, green: 0x3F, blue: 0xA8)
        /// Black ink.
        public static let black = Ink(red: 0x11, green: 0x13, blue: 0x18)
    }

    /// Where time was not measured, points count as this far apart, in milliseconds.
    static let assumedInterval = 10.0

    /// The line's radius at a speed.
    func radius(at speed: Double) -> Double {
        let relative = speed / self.speed
        let square = min(relative * relative, 1e6)
        return width / 2 * (0.4 + 1.2 * square / (1 + square))
    }
}

extension Pen {
    /// A pen for a finished drawing of unknown units: its width follows the drawing's size, and its speed is the drawing's own.
    ///
    /// `weight` is the width as a part of the root of width times height of the drawing. Complexity: O(points).
    public static func fitting(_ sample: Sample, ink: Ink = .blue, weight: Double = 0.024) -> Pen {
        guard let bounds = sample.bounds else { return Pen(ink: ink) }
        let long = max(bounds.width, bounds.height)
        let short = max(min(bounds.width, bounds.height), long / 4)
        let width = (long * short).squareRoot() * weight
        guard width > 0, width.isFinite else { return Pen(ink: ink) }
        var time = 0.0
        for stroke in sample.strokes {
            guard let first = stroke.points.first, let last = stroke.points.last else { continue }
            time += sample.channels.contains(.time) ? last.time - first.time : Double(stroke.points.count - 1) * assumedInterval
        }
        let speed = sample.pathLength / time
        return Pen(ink: ink, width: width, speed: speed > 0 && speed.isFinite ? speed * 1.15 : width / 6)
    }
}

public import ParaphInk

/// The signature objects of Sign To Login's JSON API (spec 000, "Требования к серверному API").
///
/// ```
/// { "pressure": 0, "dot_count": 3, "signature_contents": [ { "x": 1068, "y": 52, "p": 0 }, … ] }
/// ```
/// The points carry neither time nor pen-up: samples have no `Sample.Channels.time`, and a jump over five median steps starts a
/// stroke. Pressures that are all 0 or missing mean that the device has none; others are divided by the signature's `pressure` where
/// that is at least the highest of them, else by the nearest full scale of digitizers (1, 255, 511, 1023, …).
///
/// Reading is lenient where nothing is lost: numbers may be strings, fractions or exponents, `p`, `pressure` and `dot_count` may be
/// missing, and unknown names are skipped. A `dot_count` that differs from the number of points is refused: points were lost on the way.
public enum SignToLoginFormat {
    /// The most bytes of one signature.
    public static let longestSignature = 2_000_000
    /// The most bytes of a list of signatures.
    public static let longestList = 16_000_000

    /// One element of `signature_contents`, for callers that have parsed the JSON already.
    public struct Dot: Hashable, Sendable {
        /// The horizontal position, in the client's units.
        public var x: Double
        /// The vertical position, in the client's units, growing downwards.
        public var y: Double
        /// The pressure in the device's units; 0 where there is none.
        public var p: Double

        /// Makes a dot.
        public init(x: Double, y: Double, p: Double = 0) {
            self.x = x
            self.y = y
            self.p = p
        }
    }

    /// Makes a sample of dots that were parsed elsewhere.
    ///
    /// - Parameters:
    ///   - dots: the points in the order of drawing.
    ///   - dotCount: what the client says their number is, if it does.
    ///   - pressure: the signature's own `pressure`, if it has one.
    ///   - limits: how large the sample may be.
    /// - Returns: the sample, with its strokes found.
    /// - Throws: ``FormatError`` if the count differs, a value is out of its range, or the sample is empty or too large.
    public static func sample(
        of dots: [Dot],
        dotCount: Double? = nil,
        pressure: Double? = nil,
        limits: Sample.Limits = Sample.Limits()
    ) throws(FormatError) -> Sample {
        guard !dots.isEmpty else {
            throw FormatError(.empty, "\"signature_contents\" holds no points; send the points of the signature.")
        }
        guard dots.count <= limits.points else {
            throw FormatError(.tooLarge, "The signature has more than \(limits.points) points; send one signature only.")
        }
        if let dotCount, dotCount != Double(dots.count) {
            throw FormatError(
                .malformed,
                "\"dot_count\" says \(Numeral.text(dotCount)), but \"signature_contents\" holds \(dots.count) points; send all of them."
            )
        }
        let scale = try fullScale(of: dots, pressure: pressure)
        var points: [Point] = []
        points.reserveCapacity(dots.count)
        for (index, dot) in dots.enumerated() {
            guard dot.x.magnitude <= limits.coordinate, dot.y.magnitude <= limits.coordinate else {
                throw FormatError(.outOfRange, "\"x\" or \"y\" is not a number within ±\(limits.coordinate).", at: .point(index))
            }
            // Adding 0 turns a negative zero into a positive one.
            points.append(Point(x: dot.x + 0, y: dot.y + 0, pressure: scale.map { dot.p / $0 } ?? 0))
        }
        let channels: Sample.Channels = scale == nil ? [] : .pressure
        return try Sample(strokes: Stroke.split(atJumps: points), channels: channels).checked(limits)
    }

    /// What the pressures are to be divided by; nil where there are none.
    private static func fullScale(of dots: [Dot], pressure: Double?) throws(FormatError) -> Double? {
        var peak = 0.0
        for (index, dot) in dots.enumerated() {
            guard dot.p >= 0, dot.p <= 65535 else {
                throw FormatError(
                    .outOfRange,
                    "\"p\" is not a number from 0 to 65535; leave it out if there is no pressure.",
                    at: .point(index)
                )
            }
            peak = max(peak, dot.p)
        }
        guard peak > 0 else { return nil }
        if let pressure, pressure >= peak, pressure >= 1, pressure <= 65535 { return pressure }
        return RawPressure.fullScale(peak: peak)
    }
}

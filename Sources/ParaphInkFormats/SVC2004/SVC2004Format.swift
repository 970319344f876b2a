public import ParaphInk

/// The text files of the SVC2004 competition: the number of points, then a row of integers for each.
///
/// ```
/// 84
/// 2933 5678 31275775 0 1550 710 439
/// x    y    t [ms]   button azimuth altitude pressure
/// ```
/// Four columns are Task 1, seven are Task 2. The tablet's y grows upwards, azimuth (clockwise from its upper edge) and altitude are in
/// tenths of a degree, pressure is 0…1023, and a tick is 10 ms. Rows with the pen in the air were removed; the first row of each
/// stroke has button 0, the others 1, with 2 or 4 added while a side switch is held.
public enum SVC2004Format {
    /// The most bytes of a file.
    public static let longest = 4_000_000

    /// The rows of a file, exactly as they are written there.
    public struct Table: Hashable, Sendable {
        /// One row.
        public struct Row: Hashable, Sendable {
            /// The position in tablet units; y grows upwards.
            public var x, y: Int
            /// Milliseconds since some moment.
            public var time: Int
            /// 0 at the first point of a stroke.
            public var button: Int
            /// Azimuth and altitude in tenths of a degree, pressure 0…1023; 0 in files of four columns.
            public var azimuth, altitude, pressure: Int

            /// Makes a row.
            public init(x: Int, y: Int, time: Int, button: Int, azimuth: Int = 0, altitude: Int = 0, pressure: Int = 0) {
                self.x = x
                self.y = y
                self.time = time
                self.button = button
                self.azimuth = azimuth
                self.altitude = altitude
                self.pressure = pressure
            }
        }

        /// The rows in the order of time.
        public var rows: [Row]
        /// Whether the rows have seven columns.
        public var hasPen: Bool

        /// Makes a table of rows.
        public init(rows: [Row], hasPen: Bool) {
            self.rows = rows
            self.hasPen = hasPen
        }
    }

    /// Reads a file as a sample.
    ///
    /// - Throws: ``FormatError`` that names the line or the point.
    public static func decode(_ text: [UInt8], limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        try sample(of: table(text, limits: limits), limits: limits)
    }

    /// Writes a sample: seven columns if it carries pressure or the pen's angles, else four.
    ///
    /// Numbers become integers; positions are multiplied by `scale` first, so that fractions can be kept. Points without
    /// `Sample.Channels.time` get ticks of 10 ms, and 100 ms between strokes.
    /// - Throws: ``FormatError`` if the sample is not valid, or a position times the scale is beyond ±10⁶.
    public static func encode(_ sample: Sample, scale: Double = 1) throws(FormatError) -> [UInt8] {
        try encode(table(of: sample, scale: scale))
    }
}

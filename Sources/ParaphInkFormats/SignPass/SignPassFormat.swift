public import ParaphInk

/// SignPass's rows of x, y and time (spec 003 §6).
///
/// ```
/// x,y,time_ms
/// 120,80,0
/// 124.5,82,16.7
///
/// 190,75,410
/// ```
/// Numbers are separated by commas, semicolons, spaces or tabs; brackets and quotation marks around rows, as logs print them, are
/// passed over. A first line of words is a header.
///
/// The rows have no pen-up: blank lines between rows separate strokes, and where there is none, a jump over five median steps does.
/// The first row's time is the beginning. Rows whose times are all equal make a sample without `Sample.Channels.time`.
public enum SignPassFormat {
    /// The most bytes of a signature.
    public static let longest = 4_000_000

    /// The unit of the third column.
    public enum TimeUnit: Hashable, Sendable {
        /// What the header says ("ms" or "s"), else ``seconds`` if the mean step between rows is under half a unit: no pad reports
        /// 2,000 points a second, and none takes half a second for one.
        case detected
        case seconds
        case milliseconds
    }

    /// Writes rows in milliseconds with a header, and a blank line between strokes.
    ///
    /// Pressure and the pen's angles have no place in this format; without `Sample.Channels.time` the third column is 0.
    /// - Throws: ``FormatError`` if the sample is not valid.
    public static func encode(_ sample: Sample) throws(FormatError) -> [UInt8] {
        let sample = try sample.checked(Sample.Limits())
        let hasTime = sample.channels.contains(.time)
        var text = "x,y,time_ms\n"
        for (index, stroke) in sample.strokes.enumerated() {
            text += index == 0 ? "" : "\n"
            for point in stroke.points {
                text += "\(Numeral.text(point.x)),\(Numeral.text(point.y)),\(hasTime ? Numeral.text(point.time) : "0")\n"
            }
        }
        return Array(text.utf8)
    }
}

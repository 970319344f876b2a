import ParaphInk

/// What a signature lost when it was written in a format, found by reading it back.
struct ConversionLosses {
    /// One sentence for each loss, for people.
    private(set) var sentences: [String] = []

    init(from original: Sample, to written: Sample) {
        let channels: [(Sample.Channels, String)] = [
            (.time, "times"), (.pressure, "pressure"), (.azimuth, "the pen's azimuth"), (.altitude, "the pen's altitude"),
        ]
        let lost = channels.filter { original.channels.contains($0.0) && !written.channels.contains($0.0) }.map(\.1)
        if !lost.isEmpty { sentences.append("does not hold \(lost.joined(separator: ", "))") }
        let (before, after) = (original.strokes.map(\.points.count), written.strokes.map(\.points.count))
        if original.pointCount != written.pointCount {
            sentences.append("\(original.pointCount) points are read back as \(written.pointCount)")
        } else if before != after {
            sentences.append("\(before.count) strokes are read back as \(after.count): the lifts of the pen are not kept exactly")
        }
        if original.tool != .unknown, original.tool != written.tool { sentences.append("does not say what the signature was drawn with") }
        if original.unitsPerMillimetre != nil, written.unitsPerMillimetre == nil { sentences.append("does not say how large the unit is") }
        if original.pointCount == written.pointCount { comparePositions(original, written) }
    }

    private mutating func comparePositions(_ original: Sample, _ written: Sample) {
        let (before, after) = (original.strokes.flatMap(\.points), written.strokes.flatMap(\.points))
        guard let first = before.first, let start = after.first else { return }
        // Places count from the first point; some formats have a unit of their own.
        let reach = before.map { max(($0.x - first.x).magnitude, ($0.y - first.y).magnitude) }.max() ?? 0
        let span = after.map { max(($0.x - start.x).magnitude, ($0.y - start.y).magnitude) }.max() ?? 0
        var unit = reach > 0 && span > 0 ? span / reach : 1
        if (unit - 1).magnitude < 0.02 { unit = 1 }
        if unit != 1 { sentences.append("positions are in another unit, about \(Self.rounded(unit)) to one") }
        let deviations = zip(before, after).map { a, b in
            max(((b.x - start.x) / unit - (a.x - first.x)).magnitude, ((b.y - start.y) / unit - (a.y - first.y)).magnitude)
        }
        if let most = deviations.max(), most > 1e-9, unit == 1 { sentences.append("positions are rounded by up to \(Self.rounded(most))") }
        guard original.channels.contains(.time), written.channels.contains(.time) else { return }
        let delays = zip(before, after).map { (($1.time - start.time) - ($0.time - first.time)).magnitude }
        if let most = delays.max(), most > 1e-9 { sentences.append("times are rounded by up to \(Self.rounded(most)) ms") }
    }

    /// Three significant digits or so, as a plain number.
    private static func rounded(_ value: Double) -> Double {
        var unit = 1.0
        while unit > 1e-6, value < 100 * unit { unit /= 10 }
        return (value / unit).rounded() * unit
    }
}

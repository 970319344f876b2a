public import ParaphInk

extension SVC2004Format {
    /// The sample that rows describe.
    ///
    /// A row with button 0 starts a stroke, and so does a gap of more than two and a half median ticks. Rows with button 0, no
    /// pressure and another such row right behind them are a pen in the air and left out. A tablet's clock may step back by three ticks of
    /// 10 ms, or of the file's own where that is longer (33 ms at most): a row that came late takes the time of the one before it; where the
    /// clock was set back, what follows is moved on.
    /// - Throws: ``FormatError`` that names the row.
    public static func sample(of table: Table, limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        let rows = table.rows
        guard let first = rows.first else { throw FormatError(.empty, "The file has no points; it is not a signature.") }
        guard rows.count <= limits.points else { throw FormatError(.tooLarge, "The file has more than \(limits.points) points.") }
        for (index, row) in rows.enumerated() { try check(row, index: index, limits: limits) }
        let tick = medianStep(rows)
        var sample = Sample(channels: channels(rows), tool: table.hasPen ? .pen : .unknown)
        let hasPressure = sample.channels.contains(.pressure)
        let times = try times(rows, since: first.time)
        var isLifted = true
        for (index, row) in rows.enumerated() {
            let time = times[index]
            let isGap = index > 0 && time - times[index - 1] > 2.5 * tick
            if row.button == 0 || isGap { isLifted = true }
            if hasPressure, row.button == 0, row.pressure == 0, isFollowedByAir(rows, index, tick) { continue }
            if isLifted { sample.strokes.append(Stroke()) }
            isLifted = false
            sample.strokes[sample.strokes.count - 1].points.append(point(row, time: time, channels: sample.channels))
        }
        return try sample.checked(limits)
    }

    private static func times(_ rows: [Table.Row], since origin: Int) throws(FormatError) -> [Double] {
        do {
            return try Clock.steadied(rows.map { Double($0.time - origin) }, least: 10)
        } catch {
            throw FormatError(
                .timeRunsBackwards,
                "Time runs backwards by more than three ticks, or again and again; the rows are not in order.",
                at: .point(error.index)
            )
        }
    }

    private static func isFollowedByAir(_ rows: [Table.Row], _ index: Int, _ tick: Double) -> Bool {
        guard index + 1 < rows.count else { return true }
        let next = rows[index + 1]
        return next.button == 0 && next.pressure == 0 && Double(next.time - rows[index].time) <= 2.5 * tick
    }

    /// Throws unless a row is in range, which also keeps the arithmetic below from overflowing.
    private static func check(_ row: Table.Row, index: Int, limits: Sample.Limits) throws(FormatError) {
        guard (0...1023).contains(row.pressure), (0...3600).contains(row.azimuth), (0...900).contains(row.altitude) else {
            throw FormatError(.outOfRange, "Pressure is 0…1023, azimuth 0…3600, altitude 0…900 tenths of a degree.", at: .point(index))
        }
        guard Double(row.x).magnitude <= limits.coordinate, Double(row.y).magnitude <= limits.coordinate,
            Double(row.time).magnitude <= 1e15
        else { throw FormatError(.outOfRange, "A position or a time is too large to be of a tablet.", at: .point(index)) }
    }

    private static func point(_ row: Table.Row, time: Double, channels: Sample.Channels) -> Point {
        Point(
            x: Double(row.x),
            y: Double(-row.y),
            time: time,
            pressure: Double(row.pressure) / 1023,
            // The tablet counts from its upper edge, a sample from the x axis: a quarter turn less.
            azimuth: channels.contains(.azimuth) ? Double((row.azimuth + 2700) % 3600) * .pi / 1800 : 0,
            altitude: Double(row.altitude) * .pi / 1800
        )
    }

    private static func channels(_ rows: [Table.Row]) -> Sample.Channels {
        var channels: Sample.Channels = []
        if let first = rows.first, rows.contains(where: { $0.time != first.time }) { channels.insert(.time) }
        if rows.contains(where: { $0.pressure != 0 }) { channels.insert(.pressure) }
        if rows.contains(where: { $0.azimuth != 0 }) { channels.insert(.azimuth) }
        if rows.contains(where: { $0.altitude != 0 }) { channels.insert(.altitude) }
        return channels
    }

    /// The median of the steps that are above 0, in milliseconds; 10 where there is none.
    private static func medianStep(_ rows: [Table.Row]) -> Double {
        let steps = zip(rows.dropFirst(), rows).map { $0.time - $1.time }.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? 10 : Double(steps[steps.count / 2])
    }

    /// The rows that describe a sample; see `encode(_:scale:)`.
    public static func table(of sample: Sample, scale: Double = 1) throws(FormatError) -> Table {
        let limits = Sample.Limits()
        let sample = try sample.checked(limits)
        let hasTime = sample.channels.contains(.time)
        // Without times 100 points a second, and ten points' worth between strokes; more where that would last too long to be read again.
        let tick = max(1, min(10, Int(limits.duration) / (sample.pointCount + 9 * sample.strokes.count)))
        let hasPressure = sample.channels.contains(.pressure)
        let hasAzimuth = sample.channels.contains(.azimuth)
        let hasAltitude = sample.channels.contains(.altitude)
        var table = Table(rows: [], hasPen: hasPressure || hasAzimuth || hasAltitude)
        var time = 0
        for stroke in sample.strokes {
            if !table.rows.isEmpty, !hasTime { time += 9 * tick }
            for (index, point) in stroke.points.enumerated() {
                if hasTime { time = Int(point.time.rounded()) }
                let x = (point.x * scale).rounded()
                let y = (point.y * scale).rounded()
                guard x.magnitude <= 1e6, y.magnitude <= 1e6 else {
                    throw FormatError(
                        .outOfRange,
                        "A position times the scale is beyond a million; choose a smaller scale.",
                        at: .point(table.rows.count)
                    )
                }
                var row = Table.Row(x: Int(x), y: -Int(y), time: time, button: index == 0 ? 0 : 1)
                if hasPressure { row.pressure = Int((point.pressure * 1023).rounded()) }
                if hasAzimuth { row.azimuth = (Int((point.azimuth * 1800 / .pi).rounded()) + 900) % 3600 }
                if hasAltitude { row.altitude = Int((point.altitude * 1800 / .pi).rounded()) }
                table.rows.append(row)
                if !hasTime { time += tick }
            }
        }
        return table
    }
}

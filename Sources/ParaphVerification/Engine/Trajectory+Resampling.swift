internal import ParaphInk

extension Trajectory {
    /// The points of a sample in one row, with times in which pauses are shortened.
    fileprivate struct Row {
        var points: [Point] = []
        var times: [Double] = []
        /// The first point after each pause.
        var isAfterPause: [Bool] = []
    }

    /// Lays a valid sample on an even grid.
    ///
    /// Pauses (more than 45 ms, or more than 25 ms before a stroke) shrink to at most 50 ms and are bridged by a straight line without
    /// pressure. With `ignoringTime`, or where the sample has no time, the points count as evenly spaced and strokes follow one another at once.
    /// Complexity: O(points).
    init(_ sample: Sample, ignoringTime: Bool = false) {
        let isTimed = sample.isTimed && !ignoringTime
        self.init(Row(sample, isTimed: isTimed), isTimed: isTimed, withPressure: sample.hasPressure)
    }

    /// Lays a valid sample on an even grid as if its points were `interval` milliseconds apart, with or without pauses between strokes.
    init(_ sample: Sample, interval: Double, hasPauses: Bool) {
        let row = Row(sample, isTimed: false, interval: interval, hasPauses: hasPauses)
        self.init(row, isTimed: false, withPressure: sample.hasPressure)
    }

    private init(_ row: Row, isTimed: Bool, withPressure: Bool) {
        let duration = row.times.last ?? 0
        let natural = Int((duration / Self.usualStep).rounded(.down)) + 1
        let count = min(max(natural, 2), Self.maximumCount)
        let step = natural > Self.maximumCount ? duration / Double(count - 1) : Self.usualStep
        self.init(x: [], y: [], pressure: [], step: Float(step / Self.usualStep), isTimed: isTimed)
        x.reserveCapacity(count)
        y.reserveCapacity(count)
        if withPressure { pressure.reserveCapacity(count) }
        // From the first point on: far from 0, single precision would be too coarse.
        let origin = row.points.first ?? Point(x: 0, y: 0)
        var next = 0
        for index in 0..<count {
            let time = Double(index) * step
            while next < row.times.count - 1 && row.times[next] < time { next += 1 }
            let b = row.points[next]
            guard next > 0, row.times[next] > time else {
                append(b.x - origin.x, b.y - origin.y, withPressure ? b.pressure : nil)
                continue
            }
            let a = row.points[next - 1]
            let share = (time - row.times[next - 1]) / (row.times[next] - row.times[next - 1])
            let isBridge = row.isAfterPause[next] && share > 0
            let force = isBridge ? 0 : a.pressure + (b.pressure - a.pressure) * share
            append(a.x - origin.x + (b.x - a.x) * share, a.y - origin.y + (b.y - a.y) * share, withPressure ? force : nil)
        }
    }

    private mutating func append(_ x: Double, _ y: Double, _ pressure: Double?) {
        self.x.append(Float(x))
        self.y.append(Float(y))
        if let pressure { self.pressure.append(Float(pressure)) }
    }
}

extension Trajectory.Row {
    init(_ sample: Sample, isTimed: Bool, interval usualInterval: Double = Trajectory.usualStep, hasPauses: Bool = false) {
        let count = sample.pointCount
        points.reserveCapacity(count)
        times.reserveCapacity(count)
        isAfterPause.reserveCapacity(count)
        let usual = isTimed ? min(sample.medianInterval, Trajectory.usualStep) : usualInterval
        var last: Double?
        var clock = 0.0
        for stroke in sample.strokes {
            for (index, point) in stroke.points.enumerated() {
                var pause = false
                if let last {
                    var interval = isTimed ? point.time - last : usual
                    if interval <= 0 { interval = usual }
                    if hasPauses, index == 0 { interval = Pause.kept }
                    pause = (isTimed || hasPauses) && (interval > Pause.within || (index == 0 && interval > Pause.betweenStrokes))
                    clock += pause ? min(interval, Pause.kept) : interval
                }
                last = point.time
                points.append(point)
                times.append(clock)
                isAfterPause.append(pause)
            }
        }
    }
}

/// What counts as a pause, in milliseconds.
enum Pause {
    /// Within a stroke, longer intervals are pauses.
    static let within = 45.0
    /// Before a stroke, longer intervals are pauses.
    static let betweenStrokes = 25.0
    /// What is kept of a pause.
    static let kept = 50.0
}

extension Sample {
    /// Whether times were measured and pass at all.
    var isTimed: Bool {
        guard channels.contains(.time), let first = strokes.first?.points.first, let last = strokes.last?.points.last else { return false }
        return last.time > first.time
    }

    /// Whether pressure was measured and varies; a mouse reports a constant.
    var hasPressure: Bool {
        guard channels.contains(.pressure), let first = strokes.first?.points.first else { return false }
        return strokes.contains { stroke in stroke.points.contains { ($0.pressure - first.pressure).magnitude > 0.01 } }
    }

    /// The median of the positive intervals between points of one stroke, in milliseconds; 10 where there is none.
    var medianInterval: Double {
        var intervals: [Double] = []
        intervals.reserveCapacity(pointCount)
        for stroke in strokes {
            for index in stroke.points.indices.dropFirst() {
                let interval = stroke.points[index].time - stroke.points[index - 1].time
                if interval > 0 { intervals.append(interval) }
            }
        }
        guard !intervals.isEmpty else { return Trajectory.usualStep }
        return intervals.withUnsafeMutableBufferPointer { intervals in
            intervals.select(intervals.count / 2)
            return intervals[intervals.count / 2]
        }
    }
}

/// What keeps the times of captures, though the plane was bent, the tempo changed slowly, or two were mixed.
///
/// Who signs again repeats the way far better than the times: where the pen is at a moment differs from sample to sample by as much as is usual for the
/// person, and smooth changes of places and times do not take it away. What was made of captures follows from them.
extension Outline {
    /// How near is too near, as shares of ``usualTimedDistance(_:)``; docs/results/replays.md says how they were chosen.
    enum Times {
        /// One, with its plane bent, at its own times.
        static let even = 0.14
        /// So, and its tempo changed on the way.
        static let slow = 0.095
        /// Two mixed, their tempo changed as one.
        static let mixed = 0.135
        /// The begin of one and the end of another, the tempo of each changed.
        static let stitched = 0.115
        /// With fewer references it is not known how much a person differs.
        static let leastReferences = 5
        /// The degree of the polynomials that bend a plane.
        static let bend = 4
        /// Waves of up to four and a half turns, and the few with which mixing is tried first.
        static let waves = TempoFunctions(detail[1], functions: 10, waves: true)
        static let allWaves = 10
        static let fewWaves = 4
        /// Where two samples may be stitched, in points, and the functions of time for parts of so many.
        static let cuts = [30, 35, 40, 45, 50, 55, 60, 65, 70]
        static let partFunctions = 4
        static let parts = cuts.map { TempoFunctions($0, functions: partFunctions, waves: false) }
        /// No change of the times brings nearer what lies further than the limit by these factors; what parts are looked for below is a quarter of it.
        static let hopes = [8, 2.5]
        static let partHopes = [20.0, 10]
    }

    /// The points at which times are compared: so many that every long outline has them.
    var timed: [TimedFit.Place] { Self.timed(levels[1]) }

    private static func timed(_ places: [Place]) -> [TimedFit.Place] { places.map { TimedFit.Place(Double($0.x), Double($0.y)) } }

    private static func evenTimes(_ count: Int) -> [Double] { (0..<count).map { Double($0) } }

    /// How far the usual one of some samples is, at even times, from the nearest of the others; nil where there are too few to know.
    ///
    /// The nearest is looked for in the coarsest form. Complexity: O(samples²).
    static func usualTimedDistance(_ outlines: [Outline]) -> Double? {
        let long = outlines.filter { $0.isLong }
        guard long.count >= Times.leastReferences else { return nil }
        let coarse = long.map { timed($0.levels[0]) }
        var nearest = [(distance: Double, number: Int)](repeating: (.greatestFiniteMagnitude, 0), count: long.count)
        for first in long.indices {
            for second in 0..<first {
                let distance = evenDistance(coarse[first], coarse[second], degree: 1)
                if distance < nearest[first].distance { nearest[first] = (distance, second) }
                if distance < nearest[second].distance { nearest[second] = (distance, first) }
            }
        }
        let fine = long.map { $0.timed }
        var distances = fine.indices.map { evenDistance(fine[$0], fine[nearest[$0].number], degree: 1) }
        distances.sort()
        return distances[distances.count / 2]
    }

    /// How far points are from a line of as many at even times, when it is laid on them by polynomials of a degree.
    private static func evenDistance(_ points: [TimedFit.Place], _ line: [TimedFit.Place], degree: Int) -> Double {
        var fit = TimedFit(points: points, lines: [line], times: evenTimes(points.count))
        return fit.distance(TimedFit.Freedom(degree: degree), Times.waves)
    }

    /// Whether this keeps the times of one or two of the nearest of what it may be made of, or of parts of any, each laid on it with all points.
    ///
    /// Complexity: O(near² × points), some 15 unknowns squared.
    func keepsTimes(of origins: [RememberedOutlines.Candidate], usual: Double) -> Bool {
        guard isLong else { return false }
        let points = timed
        let lines = origins.map { $0.outline.timed }
        for line in lines.prefix(Origins.near) {
            if Self.evenDistance(points, line, degree: Times.bend) < Times.even * usual { return true }
            let freedom = TimedFit.Freedom(degree: Times.bend, functions: Times.allWaves, limit: Times.slow * usual, hopes: Times.hopes)
            if Self.comesNear(points, [line], freedom) { return true }
        }
        return isMixed(points, lines.prefix(Origins.near), usual) || isStitched(points, origins, lines, usual)
    }

    /// Whether points come near enough to lines of as many, their times changed by waves.
    private static func comesNear(_ points: [TimedFit.Place], _ lines: [[TimedFit.Place]], _ freedom: TimedFit.Freedom) -> Bool {
        var fit = TimedFit(points: points, lines: lines, times: evenTimes(points.count))
        return fit.distance(freedom, Times.waves) < freedom.limit
    }

    private func isMixed(_ points: [TimedFit.Place], _ lines: ArraySlice<[TimedFit.Place]>, _ usual: Double) -> Bool {
        for first in lines.indices {
            for second in lines.startIndex..<first {
                for functions in [Times.fewWaves, Times.allWaves] {
                    let freedom = TimedFit.Freedom(degree: 1, functions: functions, limit: Times.mixed * usual, hopes: Times.hopes)
                    if Self.comesNear(points, [lines[first], lines[second]], freedom) { return true }
                }
            }
        }
        return false
    }

    private func isStitched(
        _ points: [TimedFit.Place],
        _ origins: [RememberedOutlines.Candidate],
        _ lines: [[TimedFit.Place]],
        _ usual: Double
    ) -> Bool {
        let limit = Times.stitched * usual
        // How near matters, for the other part may be further away: a part is looked for well below the limit.
        let freedom = TimedFit.Freedom(degree: 1, functions: Times.partFunctions, limit: limit / 4, hopes: Times.partHopes)
        func least(_ part: Range<Int>, _ tempo: TempoFunctions) -> Double {
            var least = Double.greatestFiniteMagnitude
            for (origin, line) in zip(origins, lines) {
                guard let times = times(part, origin) else { continue }
                var fit = TimedFit(points: Array(points[part]), lines: [line], times: times)
                least = min(least, fit.distance(freedom, tempo))
            }
            return least
        }
        for (number, cut) in Times.cuts.enumerated() {
            let share = Double(cut) / Double(points.count)
            let begin = share * least(0..<cut, Times.parts[number])
            guard begin < limit else { continue }
            let end = least(cut..<points.count, Times.parts[Times.cuts.count - 1 - number])
            if begin + (1 - share) * end < limit { return true }
        }
        return false
    }

    /// The times in another outline that fit a path with all points best, for a part of ``timed``; nil where hardly any point has a partner.
    private func times(_ part: Range<Int>, _ origin: RememberedOutlines.Candidate) -> [Double]? {
        // Both are thinned by the same factor, but for rounding.
        let rowScale = Double(Self.detail[1]) / Double(origin.likeness.path.rows)
        let columnScale = Double(Self.detail[1]) / Double(origin.likeness.path.columns)
        var (count, a, b, aa, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for pair in origin.likeness.path.pairs {
            let row = (Double(pair.a) + 0.5) * rowScale - 0.5 - Double(part.lowerBound)
            guard row > -0.5, row < Double(part.count) - 0.5 else { continue }
            let column = (Double(pair.b) + 0.5) * columnScale - 0.5
            count += 1
            a += row
            b += column
            aa += row * row
            ab += row * column
        }
        let spread = aa - a * a / max(count, 1)
        guard spread > 0, count > 12 else { return nil }
        let slope = (ab - a * b / count) / spread
        let begin = (b - slope * a) / count
        return (0..<part.count).map { begin + slope * Double($0) }
    }
}

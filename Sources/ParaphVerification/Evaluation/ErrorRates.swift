/// Error rates of a set of trials, each of which scored higher the more it looks like a forgery.
///
/// Trials carry the number of the person claimed, so that persons can be weighted (which is what a bootstrap over persons does).
/// Source: ISO/IEC 19795-1 for the words.
public struct ErrorRates: Sendable {
    /// One comparison.
    public struct Trial: Sendable, Hashable {
        /// The number of the person whose template was claimed.
        public var person: Int
        /// The score, larger for forgeries.
        public var score: Double

        public init(person: Int, score: Double) {
            self.person = person
            self.score = score
        }
    }

    /// A point of the detection error trade-off.
    public struct Point: Sendable, Hashable {
        /// The share of impostors' trials with a score of at most the threshold.
        public var falseMatchRate: Double
        /// The share of genuine trials with a score above the threshold.
        public var falseNonMatchRate: Double

        public init(falseMatchRate: Double, falseNonMatchRate: Double) {
            self.falseMatchRate = falseMatchRate
            self.falseNonMatchRate = falseNonMatchRate
        }
    }

    private struct Entry {
        var score: Double
        var person: Int
        var isGenuine: Bool
    }

    private let entries: [Entry]

    /// Sorts the trials once.
    ///
    /// Complexity: O(n log n).
    public init(genuine: [Trial], impostor: [Trial]) {
        let all =
            genuine.map { Entry(score: $0.score, person: $0.person, isGenuine: true) }
            + impostor.map { Entry(score: $0.score, person: $0.person, isGenuine: false) }
        entries = all.sorted { $0.score < $1.score }
    }

    /// Calls `body` with the rates at every threshold, ascending; nothing without both kinds of trials.
    private func sweep(_ weights: [Double]?, _ body: (Point) -> Bool) {
        func weight(_ entry: Entry) -> Double { weights.map { $0[entry.person] } ?? 1 }
        var (genuine, impostor) = (0.0, 0.0)
        for entry in entries {
            if entry.isGenuine { genuine += weight(entry) } else { impostor += weight(entry) }
        }
        guard genuine > 0, impostor > 0 else { return }
        var (rejected, accepted) = (genuine, 0.0)
        guard body(Point(falseMatchRate: 0, falseNonMatchRate: 1)) else { return }
        var index = 0
        while index < entries.count {
            let score = entries[index].score
            while index < entries.count && entries[index].score == score {
                if entries[index].isGenuine { rejected -= weight(entries[index]) } else { accepted += weight(entries[index]) }
                index += 1
            }
            guard body(Point(falseMatchRate: accepted / impostor, falseNonMatchRate: max(rejected, 0) / genuine)) else { return }
        }
    }

    /// The rate at which both errors are equally frequent, 0 … 1, between the two thresholds where they change sides; nil without both kinds of trials.
    ///
    /// `weights` counts each person so often. Complexity: O(n).
    public func equalErrorRate(weights: [Double]? = nil) -> Double? {
        var before: Point?
        var result: Double?
        sweep(weights) { point in
            guard point.falseMatchRate >= point.falseNonMatchRate else {
                before = point
                return true
            }
            guard let before else {
                result = point.falseMatchRate
                return false
            }
            let gap = before.falseNonMatchRate - before.falseMatchRate
            let crossed = point.falseMatchRate - point.falseNonMatchRate
            let share = gap + crossed > 0 ? gap / (gap + crossed) : 0
            result = before.falseMatchRate + share * (point.falseMatchRate - before.falseMatchRate)
            return false
        }
        return result
    }

    /// The least threshold at which at least as many impostors match as own samples do not; nil without both kinds of trials.
    ///
    /// Complexity: O(n).
    public func equalErrorThreshold() -> Double? {
        let genuine = entries.count(where: \.isGenuine)
        guard genuine > 0, genuine < entries.count else { return nil }
        var (rejected, accepted) = (genuine, 0)
        for entry in entries {
            if entry.isGenuine { rejected -= 1 } else { accepted += 1 }
            if accepted * genuine >= rejected * (entries.count - genuine) { return entry.score }
        }
        return nil
    }

    /// The least false non-match rate at thresholds where no more than a share of the impostors match; nil without both kinds of trials.
    public func falseNonMatchRate(atFalseMatchRate limit: Double, weights: [Double]? = nil) -> Double? {
        var result: Double?
        sweep(weights) { point in
            guard point.falseMatchRate <= limit else { return false }
            result = point.falseNonMatchRate
            return true
        }
        return result
    }

    /// The detection error trade-off, from the strictest threshold to the laxest.
    public func curve() -> [Point] {
        var points: [Point] = []
        sweep(nil) { point in
            points.append(point)
            return true
        }
        return points
    }
}

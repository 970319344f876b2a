import Synchronization

/// What a node counts and measures, told in Prometheus' text format, version 0.0.4.
///
/// Labels are routes, methods, statuses and outcomes, never anything of a person; a family keeps at most ``mostSeries`` combinations and
/// counts the rest together. One count is O(1); telling is O(series).
public final class Metrics: Sendable {
    /// The name and the meaning of a family of series.
    public struct Family: Hashable, Sendable {
        /// `paraph_…`, with the unit and `_total` as Prometheus' conventions have them.
        public let name: String
        /// One sentence.
        public let help: String
        /// The names of its labels.
        public let labels: [String]

        /// Names a family.
        public init(_ name: String, _ help: String, labels: [String] = []) {
            self.name = name
            self.help = help
            self.labels = labels
        }
    }

    private struct Histogram {
        var counts = Array(repeating: 0, count: Metrics.bounds.count + 1)
        var sum = 0.0
    }

    private struct State {
        var counters: [Family: [[String]: Double]] = [:]
        var histograms: [Family: [[String]: Histogram]] = [:]
        var gauges: [(family: Family, type: String, read: @Sendable () -> Double?)] = []
    }

    /// The most combinations of labels in one family.
    static let mostSeries = 2000

    /// The upper bounds of a histogram's buckets, in seconds.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())

    public init() {}

    /// Counts something.
    public func count(_ family: Family, _ labels: [String] = [], by amount: Double = 1) {
        state.withLock { state in
            let key = Self.key(labels, among: state.counters[family]?.count ?? 0) { state.counters[family]?[$0] != nil }
            state.counters[family, default: [:]][key, default: 0] += amount
        }
    }

    /// Adds a duration, in seconds, to a histogram.
    public func observe(_ family: Family, _ labels: [String] = [], seconds: Double) {
        state.withLock { state in
            let key = Self.key(labels, among: state.histograms[family]?.count ?? 0) { state.histograms[family]?[$0] != nil }
            let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
            state.histograms[family, default: [:]][key, default: Histogram()].counts[bucket] += 1
            state.histograms[family, default: [:]][key, default: Histogram()].sum += seconds
        }
    }

    /// Adds a value that is read when it is asked for, at once; one that only `grows` is told as a counter.
    public func gauge(_ family: Family, grows: Bool = false, read: @escaping @Sendable () -> Double?) {
        state.withLock { $0.gauges.append((family, grows ? "counter" : "gauge", read)) }
    }

    private static func key(_ labels: [String], among count: Int, isKnown: ([String]) -> Bool) -> [String] {
        count < mostSeries || isKnown(labels) ? labels : labels.map { _ in "other" }
    }

    /// Everything, in Prometheus' text format.
    public var exposition: String {
        let (counters, histograms, gauges) = state.withLock { ($0.counters, $0.histograms, $0.gauges) }
        var text = MetricsText()
        for (family, series) in counters.sorted(by: { $0.key.name < $1.key.name }) {
            text.begin(family, type: "counter")
            for (labels, value) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                text.sample(family.name, family.labels, labels, value)
            }
        }
        for (family, series) in histograms.sorted(by: { $0.key.name < $1.key.name }) {
            text.begin(family, type: "histogram")
            for (labels, histogram) in series.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                var sum = 0
                for (index, count) in histogram.counts.enumerated() {
                    sum += count
                    let bound = index < Self.bounds.count ? "\(Self.bounds[index])" : "+Inf"
                    text.sample("\(family.name)_bucket", family.labels + ["le"], labels + [bound], Double(sum))
                }
                text.sample("\(family.name)_sum", family.labels, labels, histogram.sum)
                text.sample("\(family.name)_count", family.labels, labels, Double(sum))
            }
        }
        for (family, type, read) in gauges {
            guard let value = read() else { continue }
            text.begin(family, type: type)
            text.sample(family.name, [], [], value)
        }
        return text.text
    }
}

/// The clock of a digitiser, which sometimes steps back a little.
enum Clock {
    /// A time that lies too far back to be a fault of the clock.
    struct StepBack: Error {
        /// The place of the time, from 0.
        var index: Int
    }

    /// How many ticks a clock may step back.
    private static let ticks = 3.0
    /// How often in one signature it may go on from there; more often, the points are in no order.
    private static let mostSteps = 3
    /// A tick is no longer, in milliseconds: no digitiser reports fewer than 30 points a second.
    private static let longestTick = 33.0

    /// Times that never run backwards, as the pen must have moved.
    ///
    /// A time before the last, by three ticks at most, is one that came late, if the next is beyond the last again or it lies back by less than
    /// a tick: it counts as the last. Else the clock was set back, and it and all that follow are moved on, so that it comes a tick after the last.
    /// - Parameters:
    ///   - times: finite numbers, in milliseconds.
    ///   - least: how long a tick is at least; it is the median of the steps that are above 0.
    /// - Returns: as many times, never falling.
    /// - Throws: ``StepBack`` where a clock steps back further, or too often.
    static func steadied(_ times: [Double], least: Double = 0) throws(StepBack) -> [Double] {
        guard let first = times.first else { return [] }
        guard zip(times.dropFirst(), times).contains(where: { $0 < $1 }) else { return times }
        let tick = min(max(median(of: times) ?? 0, least), longestTick)
        var steadied = [first]
        var (last, offset, steps) = (first, 0.0, 0)
        for index in times.indices.dropFirst() {
            var time = times[index] + offset
            if time < last {
                let back = last - time
                guard back <= ticks * tick else { throw StepBack(index: index) }
                let isLate = back < tick || index + 1 == times.count || times[index + 1] + offset >= last
                if isLate {
                    time = last
                } else {
                    steps += 1
                    guard steps <= mostSteps else { throw StepBack(index: index) }
                    offset += back + tick
                    time = last + tick
                }
            }
            steadied.append(time)
            last = time
        }
        return steadied
    }

    /// The median of the steps that are above 0; nil where there is none.
    private static func median(of times: [Double]) -> Double? {
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? nil : steps[steps.count / 2]
    }
}

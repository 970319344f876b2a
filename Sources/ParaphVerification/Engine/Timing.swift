internal import ParaphInk
internal import RealModule

/// Whose clock the grid of a questioned sample follows.
enum Timing: Sendable, Hashable {
    /// The references': measured times on both sides, or points of about the same rate on both.
    case same
    /// None: the sample has no times where the references have some, or points of another rate; it is spread over their usual duration.
    case fitted

    /// What a sample without a clock of its own adds to its score, for its duration says nothing.
    ///
    /// Chosen where as many practised forgers pass as with the references' clock (docs/results/verification.md, people and rates apart).
    var penalty: Float { self == .same ? 0 : 0.04 }
}

extension Template {
    /// How far, as a logarithm, a sample's points may be more or fewer than the references' before they count as those of another rate:
    /// people write a quarter faster or slower, and devices count 60, 100, 120 or 240 points a second.
    private static let otherRate = 0.35
    /// The intervals that devices and hands have, in milliseconds.
    private static let intervals = 4.0...42.0

    /// Lays a questioned sample on a grid as the references' are; `grid` is its own.
    ///
    /// Points without times are evenly spaced. Where the references have times, the pen is taken to have been lifted between strokes for as
    /// long as is kept of any pause. Complexity: O(points).
    func trajectory(of sample: Sample, grid: Trajectory) -> (trajectory: Trajectory, timing: Timing) {
        let isUntimed = variant == .untimed
        if grid.isTimed && !isUntimed { return (grid, .same) }
        let pauses = isUntimed ? 0 : sample.strokes.count - 1
        let steps = Double(max(sample.pointCount - 1 - pauses, 1))
        let fitting = max(prepared.duration - Double(pauses) * Pause.kept, 1) / steps
        let ratio = Double.log(fitting / Trajectory.usualStep)
        if isUntimed, ratio.magnitude < Self.otherRate { return (grid.isTimed ? Trajectory(sample, ignoringTime: true) : grid, .same) }
        let interval = min(max(fitting, Self.intervals.lowerBound), Self.intervals.upperBound)
        return (Trajectory(sample, interval: interval, hasPauses: !isUntimed), .fitted)
    }
}

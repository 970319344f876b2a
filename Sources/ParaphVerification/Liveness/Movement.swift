internal import ParaphInk
internal import RealModule

/// Signs of a hand, or of a program, in how a sample moves.
///
/// Everything is measured on the points as they were captured. Each measure is nil where there is too little to say anything.
struct Movement {
    /// The standard deviation of the speed as a share of its mean; without times, that of the points' distances.
    var speedVariation: Double?
    /// The share of points that continue exactly as the two before them did, among those that move by more than the device's step.
    var straightness: Double?
    /// How far the times deviate from an even clock without whole milliseconds, in milliseconds; nil too where the clock runs in whole ones.
    var clockDeviation: Double?
    /// The share of points whose position shows no noise: whose eighth differences are below what noise of 1/30,000 of the size gives.
    var noiselessness: Double?

    /// Noise below this share of the size counts as none; devices, and the hand's own tremor, give a hundred times as much.
    private static let leastNoise = 3e-5
    /// Fewer intervals say nothing.
    private static let enough = 20

    /// Measures a valid sample.
    ///
    /// Complexity: O(points).
    init(_ sample: Sample) {
        let size = Self.size(sample)
        guard size > 0 else { return }
        speedVariation = Self.speedVariation(sample)
        straightness = Self.straightness(sample)
        clockDeviation = sample.isTimed ? Self.clockDeviation(sample) : nil
        noiselessness = Self.noiselessness(sample, size)
    }

    private static func size(_ sample: Sample) -> Double {
        let points = sample.strokes.lazy.flatMap(\.points)
        guard let first = points.first else { return 0 }
        var box = (first.x, first.x, first.y, first.y)
        for point in points {
            box = (min(box.0, point.x), max(box.1, point.x), min(box.2, point.y), max(box.3, point.y))
        }
        return max(box.1 - box.0, box.3 - box.2)
    }

    private static func speedVariation(_ sample: Sample) -> Double? {
        let isTimed = sample.isTimed
        var speeds: [Double] = []
        for stroke in sample.strokes {
            for index in stroke.points.indices.dropFirst() {
                let (a, b) = (stroke.points[index - 1], stroke.points[index])
                let time = isTimed ? b.time - a.time : 1
                if time > 0 { speeds.append(((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot() / time) }
            }
        }
        guard speeds.count >= enough else { return nil }
        let mean = speeds.reduce(0, +) / Double(speeds.count)
        guard mean > 0 else { return nil }
        let variance = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(speeds.count)
        return variance.squareRoot() / mean
    }

    private static func straightness(_ sample: Sample) -> Double? {
        var (exact, all) = (0, 0)
        let step = coordinateStep(sample)
        for stroke in sample.strokes where stroke.points.count > 2 {
            for index in 2..<stroke.points.count {
                let (a, b, c) = (stroke.points[index - 2], stroke.points[index - 1], stroke.points[index])
                let length = ((c.x - b.x) * (c.x - b.x) + (c.y - b.y) * (c.y - b.y)).squareRoot()
                guard length > 6 * step, length > 0 else { continue }
                all += 1
                let (bendX, bendY) = (c.x - 2 * b.x + a.x, c.y - 2 * b.y + a.y)
                if (bendX * bendX + bendY * bendY).squareRoot() < 0.002 * length + 0.1 * step { exact += 1 }
            }
        }
        return all >= enough ? Double(exact) / Double(all) : nil
    }

    /// The least change of a coordinate: what the device rounds to.
    private static func coordinateStep(_ sample: Sample) -> Double {
        var least = Double.greatestFiniteMagnitude
        for stroke in sample.strokes {
            for index in stroke.points.indices.dropFirst() {
                let dx = (stroke.points[index].x - stroke.points[index - 1].x).magnitude
                let dy = (stroke.points[index].y - stroke.points[index - 1].y).magnitude
                if dx > 0 && dx < least { least = dx }
                if dy > 0 && dy < least { least = dy }
            }
        }
        return least == .greatestFiniteMagnitude ? 0 : least
    }

    private static func clockDeviation(_ sample: Sample) -> Double? {
        var intervals: [Double] = []
        for stroke in sample.strokes {
            for index in stroke.points.indices.dropFirst() { intervals.append(stroke.points[index].time - stroke.points[index - 1].time) }
        }
        guard intervals.count >= enough else { return nil }
        let mean = intervals.reduce(0, +) / Double(intervals.count)
        guard (mean - mean.rounded()).magnitude > 0.02 else { return nil }
        return intervals.reduce(0) { max($0, ($1 - mean).magnitude) }
    }

    private static func noiselessness(_ sample: Sample, _ size: Double) -> Double? {
        // Eighth differences of noise of deviation 1 have a median magnitude of 0.6745 times the root of the sum of the squared factors.
        let limit = leastNoise * size * 0.6745 * 12_870.0.squareRoot()
        var (quiet, all) = (0, 0)
        for stroke in sample.strokes where stroke.points.count > 8 {
            stroke.points.withUnsafeBufferPointer { p in
                // Where the pen rests there is no noise to see.
                for n in 4..<(p.count - 4) where p[n - 1].x != p[n + 1].x || p[n - 1].y != p[n + 1].y {
                    let x = eighth(
                        p[n - 4].x + p[n + 4].x,
                        p[n - 3].x + p[n + 3].x,
                        p[n - 2].x + p[n + 2].x,
                        p[n - 1].x + p[n + 1].x,
                        p[n].x
                    )
                    let y = eighth(
                        p[n - 4].y + p[n + 4].y,
                        p[n - 3].y + p[n + 3].y,
                        p[n - 2].y + p[n + 2].y,
                        p[n - 1].y + p[n + 1].y,
                        p[n].y
                    )
                    all += 2
                    if x.magnitude < limit { quiet += 1 }
                    if y.magnitude < limit { quiet += 1 }
                }
            }
        }
        return all >= 2 * enough ? Double(quiet) / Double(all) : nil
    }

    /// The eighth difference of nine values, given the sums of those equally far from the middle, outermost first.
    private static func eighth(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ middle: Double) -> Double {
        a - 8 * b + 28 * c - 56 * d + 70 * middle
    }
}

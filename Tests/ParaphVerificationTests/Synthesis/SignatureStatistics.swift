import Foundation
import ParaphInk

/// What is measured of signatures to see whether made-up ones are like real ones; independent of the pad's unit.
struct SignatureStatistics {
    /// A figure of one sample.
    enum Figure: String, CaseIterable {
        /// The path while the pen is down, in heights of the signature.
        case pathLength
        /// Width by height.
        case aspect
        /// Seconds from the first point to the last.
        case duration
        /// The share of the duration during which the pen is up.
        case penUpShare
        /// The number of strokes.
        case strokes
        /// Heights per second while the pen is down: the mean, and what 95 % of the points stay below.
        case meanSpeed, peakSpeed
        /// The speed's standard deviation by its mean.
        case speedVariation
        /// Full turns of the pen's direction while it is down, all counted as positive.
        case turns
        /// The curvature at points evenly along the path, by height: the median, and what 90 % stay below.
        case curvature, highCurvature
    }

    /// The figures of a sample with time.
    static func of(_ sample: Sample) -> [Figure: Double] {
        let points = sample.strokes.flatMap(\.points)
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let height = max((ys.max() ?? 1) - (ys.min() ?? 0), 1e-6)
        var (length, down, turned) = (0.0, 0.0, 0.0)
        var (speeds, curvatures): ([Double], [Double]) = ([], [])
        for stroke in sample.strokes {
            for (a, b) in zip(stroke.points, stroke.points.dropFirst()) where b.time > a.time {
                let step = hypot(b.x - a.x, b.y - a.y)
                length += step
                down += b.time - a.time
                speeds.append(1_000 * step / height / (b.time - a.time))
            }
            let headings = even(stroke, step: height / 16)
            for (a, b) in zip(headings, headings.dropFirst()) {
                let bend = (b - a).remainder(dividingBy: 2 * .pi).magnitude
                turned += bend
                curvatures.append(16 * bend)
            }
        }
        speeds.sort()
        curvatures.sort()
        let duration = max((points.last?.time ?? 0) - (points.first?.time ?? 0), 1)
        let mean = speeds.reduce(0, +) / Double(max(speeds.count, 1))
        let variance = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(speeds.count, 1))
        return [
            .pathLength: length / height, .aspect: ((xs.max() ?? 0) - (xs.min() ?? 0)) / height, .duration: duration / 1_000,
            .penUpShare: 1 - down / duration, .strokes: Double(sample.strokes.count),
            .meanSpeed: 1_000 * length / height / max(down, 1), .peakSpeed: quantile(speeds, 0.95),
            .speedVariation: variance.squareRoot() / max(mean, 1e-9), .turns: turned / (2 * .pi),
            .curvature: quantile(curvatures, 0.5), .highCurvature: quantile(curvatures, 0.9),
        ]
    }

    /// The directions of a stroke's chords of one length.
    private static func even(_ stroke: Stroke, step: Double) -> [Double] {
        guard var last = stroke.points.first else { return [] }
        var headings: [Double] = []
        for point in stroke.points.dropFirst() {
            var distance = hypot(point.x - last.x, point.y - last.y)
            while distance >= step {
                let share = step / distance
                let next = Point(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share)
                headings.append(atan2(next.y - last.y, next.x - last.x))
                last = next
                distance = hypot(point.x - last.x, point.y - last.y)
            }
        }
        return headings
    }

    /// What a share of sorted values stays below.
    static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let place = share * Double(sorted.count - 1)
        let index = Int(place)
        return index + 1 < sorted.count ? sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index)) : last
    }
}

/// The statistics of a set of people, each with two sessions of samples.
struct SetStatistics {
    /// The lower quartile, the median and the upper quartile of each figure over all samples.
    var quartiles: [(name: String, values: [Double])] = []

    init(_ people: [(first: [Sample], second: [Sample])]) {
        let measured = people.map { ($0.first.map(SignatureStatistics.of), $0.second.map(SignatureStatistics.of)) }
        for figure in SignatureStatistics.Figure.allCases {
            add(figure.rawValue, measured.flatMap { $0.0 + $0.1 }.compactMap { $0[figure] }, [0.25, 0.5, 0.75])
        }
        let pressures = people.flatMap { $0.first + $0.second }.filter { $0.channels.contains(.pressure) }.map { sample in
            let values = sample.strokes.flatMap(\.points).map(\.pressure)
            let mean = values.reduce(0, +) / Double(values.count)
            let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
            return (mean, variance.squareRoot())
        }
        add("pressure", pressures.map(\.0), [0.25, 0.5, 0.75])
        add("pressureSpread", pressures.map(\.1), [0.25, 0.5, 0.75])
        for figure in [SignatureStatistics.Figure.duration, .pathLength, .aspect, .meanSpeed, .turns] {
            let logs = measured.map {
                ($0.0.compactMap { $0[figure] }.map { log(max($0, 1e-6)) }, $0.1.compactMap { $0[figure] }.map { log(max($0, 1e-6)) })
            }
            add("within.\(figure.rawValue)", logs.map { ((variance($0.0) + variance($0.1)) / 2).squareRoot() }, [0.5])
            add("drift.\(figure.rawValue)", logs.map { (mean($0.0) - mean($0.1)).magnitude }, [0.5])
        }
        let heights = people.map { ($0.first.map(height), $0.second.map(height)) }
        add("within.height", heights.map { ((variance($0.0) + variance($0.1)) / 2).squareRoot() }, [0.5])
        add("drift.height", heights.map { (mean($0.0) - mean($0.1)).magnitude }, [0.5])
    }

    private mutating func add(_ name: String, _ values: [Double], _ shares: [Double]) {
        let sorted = values.sorted()
        quartiles.append((name, shares.map { SignatureStatistics.quantile(sorted, $0) }))
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }

    private func variance(_ values: [Double]) -> Double {
        let centre = mean(values)
        return values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) } / Double(max(values.count - 1, 1))
    }

    /// The logarithm of a sample's height.
    private func height(_ sample: Sample) -> Double {
        let ys = sample.strokes.flatMap(\.points).map(\.y)
        return log(max((ys.max() ?? 1) - (ys.min() ?? 0), 1e-6))
    }
}

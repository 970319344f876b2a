import Foundation
import ParaphInk

/// How forgeries differ from what they imitate: logarithms of the ratio to the person's own mean, and plain differences of shares.
struct ForgeryStatistics {
    private static let figures: [SignatureStatistics.Figure] = [
        .duration, .meanSpeed, .peakSpeed, .speedVariation, .pathLength, .aspect, .turns, .curvature, .penUpShare,
    ]

    /// The lower quartile, the median and the upper quartile of each figure over all forgeries.
    private(set) var quartiles: [(name: String, values: [Double])] = []

    init(_ people: [(own: [Sample], forgeries: [Sample])]) {
        let measured = people.map { ($0.own.map(Self.figures(of:)), $0.forgeries.map(Self.figures(of:))) }
        for index in (measured.first?.0.first ?? []).indices {
            let differences = measured.flatMap { own, forged in
                let mean = own.reduce(0) { $0 + $1[index].value } / Double(own.count)
                return forged.map { $0[index].value - mean }
            }
            let sorted = differences.sorted()
            quartiles.append((measured[0].0[0][index].name, [0.25, 0.5, 0.75].map { SignatureStatistics.quantile(sorted, $0) }))
        }
    }

    private static func figures(of sample: Sample) -> [(name: String, value: Double)] {
        let found = SignatureStatistics.of(sample)
        let points = sample.strokes.flatMap(\.points)
        let height = (points.map(\.y).max() ?? 1) - (points.map(\.y).min() ?? 0)
        let pressure = points.reduce(0) { $0 + $1.pressure } / Double(max(points.count, 1))
        return figures.map { figure in
            let value = found[figure] ?? 0
            return (figure.rawValue, figure == .penUpShare ? value : log(max(value, 1e-6)))
        } + [("height", log(max(height, 1e-6))), ("pressure", log(max(pressure, 1e-3)))]
    }
}

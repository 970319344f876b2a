import Foundation
import ParaphInk

/// Signatures made by rule: ink as a hand would leave it, without a hand.
enum Signatures {
    /// A flowing name of loops that ends in a flourish, and a dot.
    static let anna = written([
        path(duration: 1500) { u in
            let wave = u * 2 * .pi * 5.5
            let size = 1 - 0.55 * u
            return (30 + 210 * u + 16 * sin(wave) * size, 85 - 34 * size * cos(wave) - 10 * u)
        },
        path(duration: 520) { u in (262 - 225 * u, 118 + 9 * sin(u * .pi) + 5 * sin(u * 9)) },
        path(duration: 60) { u in (150 + 1.2 * u, 36 + 0.8 * u) },
    ])

    /// Capitals with sharp turns and reversals, fast and angular.
    static let zigzag = written([
        path(duration: 700) { u in
            let phase = (u * 6).truncatingRemainder(dividingBy: 1)
            let down = Int(u * 6).isMultiple(of: 2)
            return (40 + 190 * u, 40 + 70 * (down ? phase : 1 - phase))
        },
        path(duration: 300) { u in (40 + 190 * u, 76 - 12 * u) },
    ])

    /// A spiral that starts slowly and ends in a fast sweep to the right.
    static let spiral = written([
        path(duration: 1600) { u in
            let angle = u * u * 6 * .pi
            let radius = 8 + 42 * u
            return (110 + radius * cos(angle) + 120 * u * u * u, 80 + radius * sin(angle) * 0.8)
        }
    ])

    static let all = [("anna", anna), ("zigzag", zigzag), ("spiral", spiral)]

    private typealias Place = (x: Double, y: Double)

    /// A stroke sampled at 120 Hz, eased as a hand starts and stops.
    private static func path(duration: Double, _ place: (Double) -> Place) -> [Point] {
        stride(from: 0, through: duration, by: 1000.0 / 120).map { time in
            let u = time / duration
            let eased = 0.25 * u + 0.75 * u * u * (3 - 2 * u)
            let (x, y) = place(eased)
            return Point(x: x, y: y, time: time)
        }
    }

    private static func written(_ strokes: [[Point]]) -> Sample {
        var start = 0.0
        var sample = Sample(channels: .time, tool: .finger)
        for points in strokes {
            sample.strokes.append(
                Stroke(points: points.map { Point(x: $0.x, y: $0.y, time: $0.time + start) })
            )
            start += (points.last?.time ?? 0) + 180
        }
        return sample
    }
}

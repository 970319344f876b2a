import Foundation
import ParaphInk
import ParaphVerification
import Testing

/// A way to disguise a captured signature, over a range of strengths (threats S1 and S2).
///
/// Pixels are those of a signature 250 pixels wide.
enum ReplayAttack: String, CaseIterable, CustomTestStringConvertible {
    case exact, shifted, scaled, widened, sheared, turned, stretchedInTime, warpedInTime, resampled, jittered, bent, cutAtTheEnd,
        cutAtTheStart, thinned, quantised, bare, severalAtOnce

    var testDescription: String { rawValue }

    var strengths: [Double] {
        switch self {
        case .exact, .bare: [0]
        case .shifted: [1, 100, -5_000]
        case .scaled: [0.3, 0.8, 0.9, 1.1, 1.25, 3]
        case .widened: [0.8, 0.9, 1.1, 1.3]
        case .sheared: [-0.2, 0.2]
        case .turned: [-30, -10, -5, 5, 10, 30]
        case .stretchedInTime: [0.7, 0.85, 1.15, 1.5]
        case .warpedInTime: [0.1, 0.25, 0.4]
        case .resampled: [4, 8.3, 1_000 / 60.0, 20]
        case .jittered: [0.5, 1, 2, 3]
        case .bent: [0.5, 1]
        case .cutAtTheEnd, .cutAtTheStart: [0.01, 0.03, 0.05]
        case .thinned: [0.1, 0.3]
        case .quantised: [1, 2, 4]
        case .severalAtOnce: [0.5, 1]
        }
    }

    /// The strengths that threat S2 names: none, or the way is not among its own.
    var namedStrengths: [Double] {
        switch self {
        case .exact: [0]
        case .shifted: [1, 100, -5_000]
        case .scaled: [0.9, 0.95, 1.05, 1.1]
        case .turned: [-5, 5]
        case .stretchedInTime: [0.8, 0.9, 1.1, 1.25]
        case .resampled: [4, 8.3, 1_000 / 60.0, 20]
        case .jittered: [1]
        // Two points.
        case .cutAtTheEnd: [0]
        default: []
        }
    }

    /// The captured signature as the attacker sends it.
    func disguise(_ sample: Sample, _ strength: Double, seed: UInt64) -> Sample {
        let pixel = sample.side / 250
        switch self {
        case .exact: return sample
        case .shifted: return sample.placed(x: strength, y: -strength)
        case .scaled: return sample.placed(scale: strength)
        case .widened: return sample.changed { ($0 * strength, $1) }
        case .sheared: return sample.changed { ($0 + strength * $1, $1) }
        case .turned: return sample.placed(cosine: cos(strength * .pi / 180), sine: sin(strength * .pi / 180))
        case .stretchedInTime: return sample.retimed { $0 * strength }
        case .warpedInTime: return warped(sample, strength, seed: seed)
        case .resampled: return sample.resampled(every: strength)
        case .jittered: return sample.jittered(pixels: strength * pixel, milliseconds: 5, seed: seed)
        case .bent: return bent(sample, strength * pixel, seed: seed)
        case .cutAtTheEnd: return sample.truncated(by: max(Int(strength * Double(sample.pointCount)), 2))
        case .cutAtTheStart: return sample.beheaded(by: max(Int(strength * Double(sample.pointCount)), 2))
        case .thinned: return sample.thinned(strength, seed: seed)
        case .quantised: return sample.changed { (($0 / pixel / strength).rounded() * pixel, ($1 / pixel / strength).rounded() * pixel) }
        case .bare: return sample.bare
        case .severalAtOnce:
            let placed = sample.placed(scale: 1 + 0.08 * strength, x: 30, cosine: 0.9976, sine: 0.0698 * strength)
            let moved = bent(warped(placed, 0.12 * strength, seed: seed), 0.5 * strength * pixel, seed: seed + 1)
            return moved.jittered(pixels: 0.7 * strength * pixel, milliseconds: 4, seed: seed + 2)
                .truncated(by: max(Int(0.015 * strength * Double(sample.pointCount)), 1))
        }
    }

    /// The tempo changed smoothly on the way, by a share at most.
    private func warped(_ sample: Sample, _ depth: Double, seed: UInt64) -> Sample {
        var generator = SplitMix64(seed: seed)
        let end = max(sample.strokes.last?.points.last?.time ?? 0, 1)
        let (phase, waves) = (Double.random(in: 0...6.28, using: &generator), Double.random(in: 1.5...3.5, using: &generator))
        return sample.retimed { time in
            let turn = 2 * .pi * waves * time / end + phase
            return time + end * depth / (2 * .pi * waves) * (sin(turn) - sin(phase))
        }
    }

    /// The drawing distorted by waves of a size and of random direction and length.
    private func bent(_ sample: Sample, _ size: Double, seed: UInt64) -> Sample {
        var generator = SplitMix64(seed: seed)
        let side = sample.side
        let waves = (0..<6).map { _ in
            (
                x: Double.random(in: 2...9, using: &generator) / side, y: Double.random(in: 2...9, using: &generator) / side,
                phase: Double.random(in: 0...6.28, using: &generator), toX: Double.random(in: -1...1, using: &generator) * size,
                toY: Double.random(in: -1...1, using: &generator) * size
            )
        }
        return sample.changed { x, y in
            waves.reduce((x, y)) { place, wave in
                let height = sin(wave.x * x + wave.y * y + wave.phase)
                return (place.0 + wave.toX * height, place.1 + wave.toY * height)
            }
        }
    }
}

extension Sample {
    /// The larger side of the box round it.
    fileprivate var side: Double {
        let points = strokes.flatMap(\.points)
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        return max((xs.max() ?? 1) - (xs.min() ?? 0), (ys.max() ?? 1) - (ys.min() ?? 0), 1)
    }

    fileprivate func changed(_ place: (Double, Double) -> (Double, Double)) -> Sample {
        mapped {
            var point = $0
            (point.x, point.y) = place($0.x, $0.y)
            return point
        }
    }

    fileprivate func retimed(_ change: (Double) -> Double) -> Sample {
        mapped {
            var point = $0
            point.time = max(change($0.time), 0)
            return point
        }
    }

    fileprivate func beheaded(by count: Int) -> Sample {
        var sample = self
        for _ in 0..<count where !sample.strokes.isEmpty {
            sample.strokes[0].points.removeFirst()
            if sample.strokes[0].points.isEmpty { sample.strokes.removeFirst() }
        }
        return sample
    }

    fileprivate func thinned(_ share: Double, seed: UInt64) -> Sample {
        var generator = SplitMix64(seed: seed)
        var sample = self
        sample.strokes = strokes.map { stroke in
            let last = stroke.points.count - 1
            let kept = stroke.points.indices.filter { $0 == 0 || $0 == last || Double.random(in: 0...1, using: &generator) > share }
            return Stroke(points: kept.map { stroke.points[$0] })
        }
        return sample
    }
}

import Foundation
import ParaphInk
import ParaphVerification

/// Somebody who learns from the answers how a person signs: varies what was answered best so far, and keeps what is answered better.
struct Climber {
    /// How it goes about it.
    struct Way: Hashable, CustomStringConvertible {
        /// How far a variation usually goes, as a share of the size.
        var step: Double
        /// How many forgeries it begins with, and goes between.
        var starts: Int

        var description: String { "steps of \(step) from \(starts) forgeries" }
    }

    private let way: Way
    private var generator: SplitMix64
    private var starts: [Sample]
    /// What was answered best, best first.
    private var best: [(sample: Sample, similarity: Double)] = []
    private var asked = Sample()

    init(_ way: Way, from forgeries: [Sample], seed: UInt64) {
        self.way = way
        generator = SplitMix64(seed: seed)
        starts = Array(forgeries.prefix(way.starts))
    }

    /// What it sends next.
    mutating func next() -> Sample {
        asked = starts.popLast() ?? variation()
        return asked
    }

    /// What was answered; `nil` where nothing was compared.
    mutating func learn(_ similarity: Double?) {
        guard let similarity else { return }
        let top = best.first?.similarity ?? -1
        if similarity > top || similarity == top && uniform(0, 1) < 0.2 {
            best.insert((asked, similarity), at: 0)
        } else if best.count < 8 || similarity > best.last?.similarity ?? 0 {
            best.insert((asked, similarity), at: best.firstIndex { $0.similarity < similarity } ?? best.count)
        }
        if best.count > 8 { best.removeLast() }
    }

    private mutating func variation() -> Sample {
        guard var sample = best.first?.sample else { return asked }
        let step = way.step * exp(normal() * 0.5)
        let kind = uniform(0, 1)
        if way.starts > 1, kind < 0.3, let other = best.randomElement(using: &generator)?.sample {
            sample = blend(sample, other, uniform(0.1, 0.6))
            return warp(sample, place: step * 0.5, timing: step, pressure: 0, noise: 0)
        }
        if kind < 0.6 { return warp(sample, place: step, timing: step * 2, pressure: step * 2, noise: 0) }
        if kind < 0.8 { return warp(sample, place: step * 0.2, timing: step * 4, pressure: step * 4, noise: 0) }
        return warp(sample, place: step, timing: step * 0.3, pressure: 0, noise: step * 0.1)
    }

    /// Waves along the way in place, time and pressure.
    private mutating func warp(_ sample: Sample, place: Double, timing: Double, pressure: Double, noise: Double) -> Sample {
        let points = sample.strokes.flatMap(\.points)
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let side = max((xs.max() ?? 1) - (xs.min() ?? 0), (ys.max() ?? 1) - (ys.min() ?? 0), 1)
        let end = max(points.last?.time ?? 1, 1)
        let waves = (0..<5).map { _ in
            (speed: uniform(0.5, 6), phase: uniform(0, 6.28), x: normal() * place * side / 2, y: normal() * place * side / 2)
        }
        let beats = (0..<3).map { _ in (speed: uniform(0.5, 4), phase: uniform(0, 6.28), depth: normal() * timing / 2) }
        let swell = (speed: uniform(0.5, 4), phase: uniform(0, 6.28), depth: normal() * pressure * 0.3)
        let (stretch, force) = (exp(normal() * timing * 0.5), exp(normal() * pressure))
        let (wide, high) = (exp(normal() * place), exp(normal() * place))
        var varied = sample
        var last = 0.0
        for stroke in sample.strokes.indices {
            for index in sample.strokes[stroke].points.indices {
                var point = sample.strokes[stroke].points[index]
                let share = 2 * .pi * point.time / end
                for wave in waves {
                    point.x += wave.x * sin(wave.speed * share + wave.phase)
                    point.y += wave.y * sin(wave.speed * share + wave.phase)
                }
                point.x = point.x * wide + normal() * noise * side
                point.y = point.y * high + normal() * noise * side
                for beat in beats {
                    point.time += end * beat.depth / (2 * .pi * beat.speed) * (sin(beat.speed * share + beat.phase) - sin(beat.phase))
                }
                point.time = max(point.time * stretch, last + (index > 0 ? 0.5 : 0))
                last = point.time
                if sample.channels.contains(.pressure) {
                    let wave = swell.depth * sin(swell.speed * share + swell.phase)
                    point.pressure = min(max(point.pressure * force + wave, 0.01), 1)
                }
                varied.strokes[stroke].points[index] = point
            }
        }
        return varied
    }

    /// Between two samples, by the share of their points.
    private func blend(_ sample: Sample, _ other: Sample, _ share: Double) -> Sample {
        let others = other.strokes.flatMap(\.points)
        guard let from = sample.strokes.first?.points.first, let to = others.first, others.count > 1 else { return sample }
        let step = Double(others.count - 1) / Double(max(sample.pointCount - 1, 1))
        var blended = sample
        var number = 0
        for stroke in sample.strokes.indices {
            for index in sample.strokes[stroke].points.indices {
                let place = min(Int(Double(number) * step), others.count - 2)
                let rest = Double(number) * step - Double(place)
                func between(_ value: (Point) -> Double) -> Double {
                    value(others[place]) + (value(others[place + 1]) - value(others[place])) * rest
                }
                var point = sample.strokes[stroke].points[index]
                point.x += share * (between(\.x) - to.x + from.x - point.x)
                point.y += share * (between(\.y) - to.y + from.y - point.y)
                point.time += share * (between(\.time) - point.time)
                point.pressure += share * (between(\.pressure) - point.pressure)
                blended.strokes[stroke].points[index] = point
                number += 1
            }
        }
        return blended
    }

    private mutating func uniform(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &generator) }

    private mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform(0, 1) } }
}

import ParaphInk
import ParaphVerification

extension Sample {
    /// The sample with each point changed.
    func mapped(_ change: (Point) -> Point) -> Sample {
        var sample = self
        sample.strokes = strokes.map { Stroke(points: $0.points.map(change)) }
        return sample
    }

    /// The sample moved, scaled, and turned (the sine and cosine of some degrees).
    func placed(scale: Double = 1, x: Double = 0, y: Double = 0, cosine: Double = 1, sine: Double = 0) -> Sample {
        mapped { point in
            var point = point
            (point.x, point.y) = (
                scale * (point.x * cosine - point.y * sine) + x, scale * (point.x * sine + point.y * cosine) + y
            )
            return point
        }
    }

    /// The sample with a change of each position and time of at most this.
    func jittered(pixels: Double, milliseconds: Double, seed: UInt64) -> Sample {
        var generator = SplitMix64(seed: seed)
        var last = 0.0
        return mapped { point in
            var point = point
            point.x += Double.random(in: -pixels...pixels, using: &generator)
            point.y += Double.random(in: -pixels...pixels, using: &generator)
            point.time = max(last, point.time + Double.random(in: -milliseconds...milliseconds, using: &generator))
            last = point.time
            return point
        }
    }

    /// The sample with points at an even distance in time.
    func resampled(every interval: Double) -> Sample {
        var sample = self
        sample.strokes = strokes.map { stroke in
            guard let first = stroke.points.first, let last = stroke.points.last, stroke.points.count > 1 else { return stroke }
            var points: [Point] = []
            var index = 0
            for time in Swift.stride(from: first.time, through: last.time, by: interval) {
                while index + 2 < stroke.points.count && stroke.points[index + 1].time < time { index += 1 }
                let (a, b) = (stroke.points[index], stroke.points[index + 1])
                let share = b.time > a.time ? min(max((time - a.time) / (b.time - a.time), 0), 1) : 0
                points.append(
                    Point(
                        x: a.x + (b.x - a.x) * share,
                        y: a.y + (b.y - a.y) * share,
                        time: time,
                        pressure: a.pressure + (b.pressure - a.pressure) * share
                    )
                )
            }
            return Stroke(points: points)
        }
        return sample
    }

    /// The sample without its last points.
    func truncated(by count: Int) -> Sample {
        var sample = self
        for _ in 0..<count {
            guard var stroke = sample.strokes.popLast() else { break }
            stroke.points.removeLast()
            if !stroke.points.isEmpty { sample.strokes.append(stroke) }
        }
        return sample
    }

    /// The sample without times and pressure, as Sign To Login sends it.
    var bare: Sample {
        var sample = mapped { Point(x: $0.x, y: $0.y) }
        sample.channels = []
        return sample
    }

    /// A sample along a line given by a function of 0 … 1.
    static func drawn(points: Int = 120, interval: Double = 10, _ place: (Double) -> (x: Double, y: Double)) -> Sample {
        let line = (0..<points).map { index in
            let (x, y) = place(Double(index) / Double(points - 1))
            return Point(x: x, y: y, time: Double(index) * interval)
        }
        return Sample(strokes: [Stroke(points: line)], channels: [.time])
    }
}

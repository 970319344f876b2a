internal import ParaphInk
internal import RealModule

extension MovementPlan {
    /// Captures the movement as a device would: uneven sampling, coordinates in steps, a little noise.
    ///
    /// A machine draws the same without tremor and noise, in exact places at exact times.
    func drawn(
        with tool: Sample.Tool,
        on pad: SyntheticSigner.Pad,
        tremor: Double = 0,
        isMachine: Bool = false,
        _ generator: inout SplitMix64
    ) -> Sample {
        let interval = max(pad.interval, 1)
        let noise = isMachine ? 0 : tool == .pen ? 0.12 : tool == .mouse ? 0.3 : 0.25
        let step = isMachine ? 0 : 0.25
        let withPressure = tool == .pen
        let onsets = onsets
        let begin = onsets.first.map { $0 + Double.exp(strokes[0].mu - 2 * strokes[0].sigma) } ?? 0
        let finish = zip(onsets, strokes).map { $0 + Double.exp($1.mu + 2.5 * $1.sigma) }.max() ?? 0
        let lifts = zip(onsets, strokes).filter { $1.isLifted }.map { onset, stroke in
            (onset + Double.exp(stroke.mu - 1.6 * stroke.sigma), onset + Double.exp(stroke.mu + 1.6 * stroke.sigma))
        }
        let (phase, frequency) = (generator.uniform(0, 6.28), generator.uniform(8, 11))
        var sample = Sample(channels: withPressure ? [.time, .pressure] : [.time], tool: tool)
        var current: [Point] = []
        var time = begin
        let steps = min(Int((finish - begin) * 1_000 / interval) + 1, 4_000)
        for _ in 0..<steps {
            let isLifted = lifts.contains { $0.0 <= time && time < $0.1 }
            if isLifted {
                if current.count > 1 { sample.strokes.append(ParaphInk.Stroke(points: current)) }
                current = []
            } else {
                let place = position(at: time, onsets)
                let shake = tremor * Double.sin(2 * .pi * frequency * time + phase)
                let x = (origin.x + place.x + shake + noise * generator.normal()) * pad.scale.x
                let y = (origin.y + place.y + shake * 0.7 + noise * generator.normal()) * pad.scale.y
                current.append(
                    Point(
                        x: Self.rounded(min(max(x, 0), Self.pad.width * pad.scale.x), to: step),
                        y: Self.rounded(min(max(y, 0), Self.pad.height * pad.scale.y), to: step),
                        time: isMachine ? (time - begin) * 1_000 : ((time - begin) * 10_000).rounded() / 10
                    )
                )
            }
            time += interval * (isMachine ? 1 : 1 + 0.08 * generator.normal()) / 1_000
        }
        if current.count > 1 { sample.strokes.append(ParaphInk.Stroke(points: current)) }
        if let first = sample.strokes.first?.points.first?.time, first > 0 {
            for s in sample.strokes.indices {
                for p in sample.strokes[s].points.indices { sample.strokes[s].points[p].time -= first }
            }
        }
        if withPressure { press(&sample, noise: isMachine ? 0 : 0.02, &generator) }
        return sample
    }

    private static func rounded(_ value: Double, to step: Double) -> Double {
        step > 0 ? (value / step).rounded() * step : value
    }

    /// Adds the pressure: it rises when the pen lands, falls before it lifts, and swells a little on the way.
    private func press(_ sample: inout Sample, noise: Double, _ generator: inout SplitMix64) {
        let phase = strokes[0].start * 3
        for s in sample.strokes.indices {
            let stroke = sample.strokes[s].points
            guard let first = stroke.first?.time, let last = stroke.last?.time else { continue }
            for p in stroke.indices {
                let (since, left) = (stroke[p].time - first, last - stroke[p].time)
                let ends = Habit.landing * (Double.exp(-since / Habit.landingTime) + Double.exp(-left / Habit.landingTime))
                let wave = Habit.swell * Double.sin(stroke[p].time * 0.007 + phase)
                let force = pressure * (1 - min(ends, 0.95)) + wave + noise * generator.normal()
                sample.strokes[s].points[p].pressure = (min(max(force, 0.01), 1) * 1_023).rounded() / 1_023
            }
        }
    }

    /// Where the pen is at a time, relative to the start: the sum of what each stroke has covered.
    func position(at time: Double, _ onsets: [Double]) -> (x: Double, y: Double) {
        var (x, y) = (0.0, 0.0)
        for (stroke, onset) in zip(strokes, onsets) {
            let since = time - onset
            guard since > 0 else { continue }
            // The share covered is the lognormal distribution function; the arc's chord is exact for a circle.
            let share = 0.5 * (1 + Double.erf((Double.log(since) - stroke.mu) / (stroke.sigma * 2.squareRoot())))
            let bend = stroke.end - stroke.start
            let heading = stroke.start + bend * share
            if bend.magnitude < 1e-6 {
                x += stroke.length * share * Double.cos(stroke.start)
                y += stroke.length * share * Double.sin(stroke.start)
            } else {
                x += stroke.length / bend * (Double.sin(heading) - Double.sin(stroke.start))
                y -= stroke.length / bend * (Double.cos(heading) - Double.cos(stroke.start))
            }
        }
        let (turnedX, turnedY) = (
            x * Double.cos(rotation) - y * Double.sin(rotation), x * Double.sin(rotation) + y * Double.cos(rotation)
        )
        return (turnedX * scale.x, turnedY * scale.y)
    }
}

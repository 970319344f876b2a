internal import ParaphInk
internal import RealModule

extension MovementPlan {
    /// Captures the movement as a device would: uneven sampling, coordinates in steps, a little noise.
    func drawn(with tool: Sample.Tool, on pad: SyntheticSigner.Pad, tremor: Double = 0, _ generator: inout SplitMix64) -> Sample {
        let interval = max(pad.interval, 1)
        let noise = tool == .pen ? 0.12 : tool == .mouse ? 0.3 : 0.25
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
                let wave = 0.12 * Double.sin(time * 7 + strokes[0].start * 3)
                let force = min(max(pressure + wave + 0.02 * generator.normal(), 0.02), 1)
                current.append(
                    Point(
                        x: min(max((x * 4).rounded() / 4, 0), Self.pad.width * pad.scale.x),
                        y: min(max((y * 4).rounded() / 4, 0), Self.pad.height * pad.scale.y),
                        time: ((time - begin) * 10_000).rounded() / 10,
                        pressure: withPressure ? (force * 1_023).rounded() / 1_023 : 0
                    )
                )
            }
            time += interval * (1 + 0.08 * generator.normal()) / 1_000
        }
        if current.count > 1 { sample.strokes.append(ParaphInk.Stroke(points: current)) }
        if let first = sample.strokes.first?.points.first?.time, first > 0 {
            for s in sample.strokes.indices {
                for p in sample.strokes[s].points.indices { sample.strokes[s].points[p].time -= first }
            }
        }
        return sample
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

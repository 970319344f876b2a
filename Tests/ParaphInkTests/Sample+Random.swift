import ParaphInk
import RandomTestSupport

extension Sample {
    /// A sample that `validate()` accepts, of any shape that it accepts.
    static func random(using generator: inout SeededGenerator) -> Sample {
        let channels = Channels(rawValue: UInt8.random(in: 0...15, using: &generator))
        let extents: [Double] = [0.001, 1, 63, 65, 400, 30_000, 1e6]
        let extent = extents.randomElement(using: &generator) ?? 1
        var sample = Sample(channels: channels, tool: Tool(rawValue: UInt8.random(in: 0...3, using: &generator)) ?? .unknown)
        if Bool.random(using: &generator) { sample.unitsPerMillimetre = Double.random(in: 0.001...1000, using: &generator) }
        var time = 0.0
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            var stroke = Stroke()
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                var point = Point(
                    x: Double.random(in: -extent...extent, using: &generator),
                    y: Double.random(in: -extent...extent, using: &generator)
                )
                if channels.contains(.time) {
                    time += Double.random(in: 0...30, using: &generator)
                    point.time = time
                }
                if channels.contains(.pressure) { point.pressure = Double.random(in: 0...1, using: &generator) }
                if channels.contains(.azimuth) { point.azimuth = Double.random(in: 0...(2 * .pi), using: &generator) }
                if channels.contains(.altitude) { point.altitude = Double.random(in: 0...(.pi / 2), using: &generator) }
                stroke.points.append(point)
            }
            sample.strokes.append(stroke)
        }
        return sample
    }
}

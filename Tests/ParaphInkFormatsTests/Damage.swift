import ParaphInk
import ParaphInkFormats
import RandomTestSupport
import Testing

/// Ways in which bytes get damaged on the way.
enum Damage {
    /// Every beginning of the bytes but the whole.
    static func beginnings(of bytes: [UInt8]) -> [[UInt8]] {
        bytes.indices.map { Array(bytes[..<$0]) }
    }

    /// Copies with a few bytes changed, taken out, put in or repeated; the same copies every time.
    static func mutations(of bytes: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
        var generator = SeededGenerator(seed: seed)
        let telling: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0x20, 0x2C, 0x2D, 0x2E, 0x30, 0x39, 0x45, 0x65, 0x5B, 0x7B]
        return (0..<count).map { _ in
            var copy = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !copy.isEmpty {
                let index = Int.random(in: copy.indices, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: copy[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: copy[index] = telling.randomElement(using: &generator) ?? 0
                case 2: copy.remove(at: index)
                case 3: copy.insert(telling.randomElement(using: &generator) ?? 0, at: index)
                default: copy.insert(contentsOf: copy[index..<min(index + 16, copy.count)], at: index)
                }
            }
            return copy
        }
    }

    /// Decodes damaged bytes; what is accepted must be a valid sample that can be written and read again.
    static func expectHarmless(_ bytes: [UInt8], in format: InkFormat) {
        do {
            let sample = try format.decode(bytes)
            try sample.validate()
            let again = try format.decode(format.encode(sample))
            #expect(again.pointCount > 0)
        } catch let error as FormatError {
            #expect(!error.message.isEmpty)
        } catch {
            Issue.record("\(format) throws \(error)")
        }
    }
}

/// The error that a call throws, for its code and place.
func error(of call: () throws(FormatError) -> some Any) -> FormatError? {
    do throws(FormatError) {
        _ = try call()
        return nil
    } catch {
        return error
    }
}

extension Sample {
    /// Three strokes, one of them a dot, on whole numbers and with every channel.
    static let example = Sample(
        strokes: [
            Stroke(points: (0..<12).map { example($0, time: $0 * 10) }),
            Stroke(points: [Point(x: 300, y: -40, time: 250, pressure: 341.0 / 1023, azimuth: .pi, altitude: .pi / 4)]),
            Stroke(points: (0..<9).map { example($0 + 90, time: 400 + $0 * 10) }),
        ],
        channels: [.time, .pressure, .azimuth, .altitude],
        tool: .pen
    )

    private static func example(_ index: Int, time: Int) -> Point {
        Point(
            x: Double(index * 7),
            y: Double((index % 5) * (index % 3) * 4),
            time: Double(time),
            pressure: Double(100 + index) / 1023,
            azimuth: Double(100 + index * 10) * .pi / 1800,
            altitude: Double(600 + index) * .pi / 1800
        )
    }
}

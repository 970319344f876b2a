public import ParaphInk

extension ISO19794Format {
    /// Writes a record with the channels X, Y, S and, where the sample carries them, T, F, Az and El.
    ///
    /// Positions that are whole numbers of 16 bits and times that are whole tenths of a millisecond up to 6.5 s (or whole
    /// milliseconds up to a minute) are kept exactly; others are rounded to the finest power-of-two grid, or tick, that 16 bits hold.
    /// Where `Sample.unitsPerMillimetre` is not known, such a grid changes the size of the signature. Between strokes stands one
    /// point in the air (S = 0).
    /// - Throws: ``FormatError`` if the sample is not valid.
    public static func encode(_ sample: Sample) throws(FormatError) -> [UInt8] {
        let sample = try sample.checked(Sample.Limits())
        let layout = Layout(of: sample)
        var record = magic
        record.append(layout.channels.reduce(0) { $0 | 1 << $1.rawValue }, bytes: 2)
        for channel in layout.channels { layout.describe(channel, in: &record) }
        record.append(0)
        record.append(0)
        record.append(sample.pointCount + sample.strokes.count - 1, bytes: 3)
        for (number, stroke) in sample.strokes.enumerated() {
            if number > 0, let last = sample.strokes[number - 1].points.last { layout.append(last, isTouching: false, to: &record) }
            for point in stroke.points { layout.append(point, isTouching: true, to: &record) }
        }
        return record
    }

    /// Which channels a record has, and what their numbers mean.
    private struct Layout {
        let channels: [Channel]
        private let grid: Double
        private let scaling: Int?
        private let ticks: Double

        init(of sample: Sample) {
            var channels: [Channel] = [.x, .y]
            if sample.channels.contains(.time) { channels.append(.time) }
            if sample.channels.contains(.pressure) { channels.append(.force) }
            channels.append(.tip)
            if sample.channels.contains(.azimuth) { channels.append(.azimuth) }
            if sample.channels.contains(.altitude) { channels.append(.elevation) }
            self.channels = channels
            grid = Self.grid(of: sample)
            scaling = sample.unitsPerMillimetre.flatMap { [grid] in ISO19794Format.bits(scaling: $0 * grid) }
            let duration = sample.strokes.last?.points.last?.time ?? 0
            ticks = [10_000.0, 1000, 500, 250, 100].first { (duration * $0 / 1000).rounded() <= 65535 } ?? 10
        }

        /// What positions are multiplied by: 1 where that keeps them, else the largest power of two that fits.
        private static func grid(of sample: Sample) -> Double {
            let range = -32768.0...32767
            var largest = 0.0
            var isKept = true
            for stroke in sample.strokes {
                for point in stroke.points {
                    largest = max(largest, point.x.magnitude, point.y.magnitude)
                    isKept = isKept && point.x == point.x.rounded() && point.y == point.y.rounded()
                    isKept = isKept && range.contains(point.x) && range.contains(-point.y)
                }
            }
            if isKept { return 1 }
            var grid = 64.0
            while largest * grid > 32767 { grid /= 2 }
            return grid
        }

        func describe(_ channel: Channel, in record: inout [UInt8]) {
            switch channel {
            case .x, .y: describe(scaling: scaling, in: &record)
            case .time: describe(scaling: ISO19794Format.bits(scaling: ticks), in: &record)
            case .force:
                record.append(0b0110_0000)
                record.append(0, bytes: 2)
                record.append(65535, bytes: 2)
            case .azimuth, .elevation: describe(scaling: ISO19794Format.bits(scaling: Self.unitsPerDegree), in: &record)
            default: record.append(0)
            }
        }

        private func describe(scaling: Int?, in record: inout [UInt8]) {
            record.append(scaling == nil ? 0 : 0b1000_0000)
            if let scaling { record.append(scaling, bytes: 2) }
        }

        func append(_ point: Point, isTouching: Bool, to record: inout [UInt8]) {
            for channel in channels {
                switch channel {
                case .x: record.append(Int((point.x * grid).rounded()) + 32768, bytes: 2)
                case .y: record.append(32768 - Int((point.y * grid).rounded()), bytes: 2)
                case .time: record.append(Int((point.time * ticks / 1000).rounded()), bytes: 2)
                case .force: record.append(isTouching ? Int((point.pressure * 65535).rounded()) : 0, bytes: 2)
                case .tip: record.append(isTouching ? 1 : 0)
                case .azimuth:
                    let degrees = (point.azimuth * 180 / .pi + 90).truncatingRemainder(dividingBy: 360)
                    record.append(Int((degrees * Self.unitsPerDegree).rounded()), bytes: 2)
                case .elevation: record.append(Int((point.altitude * 180 / .pi * Self.unitsPerDegree).rounded()), bytes: 2)
                default: break
                }
            }
        }

        private static let unitsPerDegree = 128.0
    }
}

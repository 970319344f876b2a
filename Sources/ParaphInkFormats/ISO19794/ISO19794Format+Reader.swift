public import ParaphInk

extension ISO19794Format {
    /// Reads a record.
    ///
    /// Channels that are described as constant are taken to be left out of the points, or to be in them, whichever the length of the
    /// record fits; readers and writers of the 2007 edition differ in this. Times that wrap around at 65,536 units are unwrapped.
    /// - Throws: ``FormatError`` that names the byte or the point.
    public static func decode(_ record: [UInt8], limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        guard record.count <= longest else {
            throw FormatError(.tooLarge, "The record is longer than \(longest) bytes; it is not one signature.")
        }
        guard record.begin(with: magic) else {
            throw FormatError(
                .malformed,
                "This is not an ISO/IEC 19794-7:2007 record; it must begin with \"SDI\" and version 10.",
                at: .byte(0)
            )
        }
        var reader = ByteReader(record, at: magic.count)
        let map = try reader.integer(bytes: 2)
        var record = Record(channels: Channel.allCases.filter { map >> $0.rawValue & 1 == 1 })
        guard record.channels.contains(.x), record.channels.contains(.y) else {
            throw FormatError(.malformed, "The record lacks the X or the Y channel, which are required.", at: .byte(magic.count))
        }
        for channel in record.channels { record.descriptions[channel] = try description(&reader, channel) }
        try reader.skip(1)
        try record.readBody(&reader, limits: limits)
        return try record.sample(limits: limits)
    }

    private static func description(_ reader: inout ByteReader, _ channel: Channel) throws(FormatError) -> Description {
        let preamble = try reader.byte()
        var result = Description(isConstant: preamble & 4 != 0)
        if preamble & 128 != 0 { result.scaling = scaling(try reader.integer(bytes: 2)) }
        if preamble & 64 != 0 { result.minimum = try reader.integer(bytes: 2) - channel.offset }
        if preamble & 32 != 0 { result.maximum = try reader.integer(bytes: 2) - channel.offset }
        if preamble & 16 != 0 { result.mean = try reader.integer(bytes: 2) - channel.offset }
        if preamble & 8 != 0 { try reader.skip(2) }
        return result
    }

    /// A record as it is read: one column of numbers for each channel.
    private struct Record {
        let channels: [Channel]
        var descriptions: [Channel: Description] = [:]
        var columns: [Channel: [Int]] = [:]
        var count = 0

        init(channels: [Channel]) {
            self.channels = channels
        }

        mutating func readBody(_ reader: inout ByteReader, limits: Sample.Limits) throws(FormatError) {
            let hasExtension = try reader.byte() & 128 != 0
            let start = reader.position
            count = try reader.integer(bytes: 3)
            guard count > 0 else { throw FormatError(.empty, "The record has no points; it is not a signature.", at: .byte(start)) }
            // Points in the air count too, therefore twice the limit.
            guard count <= 2 * limits.points else {
                throw FormatError(
                    .tooLarge,
                    "The record has more than \(2 * limits.points) points; it is not one signature.",
                    at: .byte(start)
                )
            }
            let included = try includedChannels(reader, hasExtension: hasExtension)
            for channel in included { columns[channel] = [] }
            for _ in 0..<count {
                for channel in included {
                    columns[channel]?.append(try reader.integer(bytes: channel.width) - channel.offset)
                }
            }
            for channel in channels where !included.contains(channel) {
                let description = descriptions[channel]
                columns[channel] = Array(repeating: description?.mean ?? description?.minimum ?? 1, count: count)
            }
        }

        /// The channels that the points hold: with or without the constant ones, as the length says.
        private func includedChannels(_ reader: ByteReader, hasExtension: Bool) throws(FormatError) -> [Channel] {
            let varying = channels.filter { descriptions[$0]?.isConstant != true }
            for candidate in [varying, channels] {
                let length = candidate.reduce(0) { $0 + $1.width } * count
                guard length <= reader.remaining else { continue }
                var rest = reader
                try rest.skip(length)
                if hasExtension {
                    guard rest.remaining >= 2, try rest.integer(bytes: 2) == rest.remaining else { continue }
                } else {
                    guard rest.remaining == 0 else { continue }
                }
                return candidate
            }
            let needed = varying.reduce(0) { $0 + $1.width } * count
            if reader.remaining < needed { throw reader.truncated() }
            throw FormatError(
                .malformed,
                "The length of the record does not fit its \(count) points; get the whole record and nothing else.",
                at: .byte(reader.position)
            )
        }

        func sample(limits: Sample.Limits) throws(FormatError) -> Sample {
            let touching = (0..<count).filter(isTouching)
            let times = try times()
            let fullScale = pressureScale(touching)
            var sample = Sample(tool: .pen, unitsPerMillimetre: descriptions[.x]?.scaling)
            if times != nil { sample.channels.insert(.time) }
            if fullScale != nil { sample.channels.insert(.pressure) }
            let azimuths = degrees(.azimuth, touching, limit: 360)
            let elevations = degrees(.elevation, touching, limit: 90)
            if azimuths != nil { sample.channels.insert(.azimuth) }
            if elevations != nil { sample.channels.insert(.altitude) }
            guard let x = columns[.x], let y = columns[.y] else { return try sample.checked(limits) }
            let forces = columns[.force]
            var previous: Int?
            var origin: Double?
            for index in touching {
                if previous != index - 1 { sample.strokes.append(Stroke()) }
                previous = index
                let time = times?[index] ?? 0
                origin = origin ?? time
                let point = Point(
                    x: Double(x[index]),
                    y: Double(-y[index]),
                    time: time - (origin ?? 0),
                    pressure: fullScale.map { min(1, Double(max(forces?[index] ?? 0, 0)) / $0) } ?? 0,
                    azimuth: azimuths.map { ($0[index] + 270).truncatingRemainder(dividingBy: 360) * .pi / 180 } ?? 0,
                    altitude: elevations.map { $0[index] * .pi / 180 } ?? 0
                )
                sample.strokes[sample.strokes.count - 1].points.append(point)
            }
            if columns[.tip] == nil, forces == nil { sample.strokes = sample.strokes.flatMap { Stroke.split(atJumps: $0.points) } }
            return try sample.checked(limits)
        }

        private func isTouching(_ index: Int) -> Bool {
            if let tips = columns[.tip] { return tips[index] != 0 }
            return columns[.force].map { $0[index] > 0 } ?? true
        }

        /// The times in milliseconds; nil where the record has none or does not say their unit.
        private func times() throws(FormatError) -> [Double]? {
            if let raw = columns[.time], let scale = descriptions[.time]?.scaling, descriptions[.time]?.isConstant == false {
                var wraps = 0
                var result: [Double] = []
                for (index, value) in raw.enumerated() {
                    if index > 0, raw[index - 1] - value > 32768 { wraps += 65536 }
                    result.append(Double(value + wraps) * 1000 / scale)
                }
                do {
                    return try Clock.steadied(result)
                } catch {
                    throw FormatError(
                        .timeRunsBackwards,
                        "Time runs backwards by more than three ticks, or again and again; the record is damaged.",
                        at: .point(error.index)
                    )
                }
            }
            guard let steps = columns[.timeStep], let scale = descriptions[.timeStep]?.scaling else { return nil }
            var sum = 0
            return steps.enumerated().map { index, step in
                sum += index == 0 ? 0 : step
                return Double(sum) * 1000 / scale
            }
        }

        /// What forces are divided by; nil where there are none.
        private func pressureScale(_ touching: [Int]) -> Double? {
            guard let forces = columns[.force], let peak = touching.lazy.map({ forces[$0] }).max(), peak > 0,
                descriptions[.force]?.isConstant == false
            else { return nil }
            if let maximum = descriptions[.force]?.maximum, maximum >= peak { return Double(maximum) }
            return RawPressure.fullScale(peak: Double(peak))
        }

        /// A channel in degrees; nil where it is missing, unscaled or beyond the limit.
        private func degrees(_ channel: Channel, _ touching: [Int], limit: Double) -> [Double]? {
            guard let raw = columns[channel], let scale = descriptions[channel]?.scaling else { return nil }
            let values = raw.map { Double($0) / scale }
            return touching.allSatisfy { values[$0] <= limit } ? values : nil
        }
    }
}

extension Sample {
    /// Reads a sample from its compact binary form.
    ///
    /// The result satisfies ``validate(limits:)``, and `encoded()` gives the same bytes again. Nothing larger than the limits and the bytes
    /// themselves justify is allocated. Complexity: O(bytes).
    ///
    /// Throws ``InkError`` with the byte offset in `position` (`truncated`, `malformed`, `tooLarge`, `outOfRange` for a number that no
    /// sample can hold), or with the numbers of stroke and point as ``validate(limits:)`` does.
    public init(decoding bytes: [UInt8], limits: Limits = Limits()) throws(InkError) {
        var reader = Reader(bytes)
        try reader.skipMagic()
        let head = try reader.byte()
        guard let tool = Tool(rawValue: head >> 4 & 0x03) else { throw InkError(.malformed, position: reader.offset - 1) }
        self.init(channels: Channels(rawValue: head & 0x0F), tool: tool)
        if head & SampleCodec.scaleFlag != 0 { unitsPerMillimetre = Double(Float(bitPattern: try reader.word())) }
        let strokeCount = try reader.count(atMost: limits.strokes, smallest: 1 + smallestPoint)
        var room = limits.points
        var codec = SampleCodec()
        let steps = head & SampleCodec.fineFlag != 0 ? SampleCodec.fineSteps : SampleCodec.coarseSteps
        strokes.reserveCapacity(strokeCount)
        for _ in 0..<strokeCount {
            let count = try reader.count(atMost: room, smallest: smallestPoint)
            room -= count
            strokes.append(try codec.readStroke(of: count, channels, stepsPerUnit: steps, from: &reader))
        }
        guard reader.offset == bytes.count else { throw InkError(.malformed, position: reader.offset) }
        try validate(limits: limits)
        try refuseOtherEncodings(than: bytes)
    }

    /// The fewest bytes that a point can take.
    private var smallestPoint: Int {
        2 + channels.rawValue.nonzeroBitCount
    }

    private func refuseOtherEncodings(than bytes: [UInt8]) throws(InkError) {
        let canonical = encoded()
        guard canonical != bytes else { return }
        var offset = 0
        while offset < min(bytes.count, canonical.count), bytes[offset] == canonical[offset] { offset += 1 }
        throw InkError(.malformed, position: offset)
    }
}

extension SampleCodec {
    fileprivate mutating func readStroke(
        of count: Int,
        _ channels: Sample.Channels,
        stepsPerUnit: Double,
        from reader: inout Reader
    ) throws(InkError) -> Stroke {
        var stroke = Stroke()
        stroke.points.reserveCapacity(count)
        beginStroke()
        for index in 0..<count {
            let read = try read(channels, from: &reader)
            advance(to: read, isFirst: index == 0)
            stroke.points.append(
                Point(
                    x: Double(read.x) / stepsPerUnit,
                    y: Double(read.y) / stepsPerUnit,
                    time: Double(read.time) / Self.timeSteps,
                    pressure: Double(read.pressure) / Self.pressureSteps,
                    azimuth: Double(read.azimuth) * Self.azimuthStep,
                    altitude: Double(read.altitude) * Self.altitudeStep
                )
            )
        }
        return stroke
    }

    private func read(_ channels: Sample.Channels, from reader: inout Reader) throws(InkError) -> QuantisedPoint {
        var point = QuantisedPoint()
        point.x = try reader.value(predicted: x.prediction)
        point.y = try reader.value(predicted: y.prediction)
        if channels.contains(.time) { point.time = try reader.value(predicted: time.prediction) }
        if channels.contains(.pressure) { point.pressure = try reader.value(predicted: pressure.prediction) }
        if channels.contains(.azimuth) { point.azimuth = try reader.value(predicted: azimuth.prediction) }
        if channels.contains(.altitude) { point.altitude = try reader.value(predicted: altitude.prediction) }
        return point
    }
}

/// A place in the bytes.
private struct Reader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() throws(InkError) -> UInt8 {
        guard offset < bytes.count else { throw InkError(.truncated, position: offset) }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func skipMagic() throws(InkError) {
        for expected in SampleCodec.magic {
            guard try byte() == expected else { throw InkError(.malformed, position: offset - 1) }
        }
    }

    mutating func word() throws(InkError) -> UInt32 {
        var word: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] { word |= UInt32(try byte()) << shift }
        return word
    }

    /// A number of at most eight bytes, thus below 2⁵⁶.
    private mutating func number() throws(InkError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 56 {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 != 0 else {
                guard byte != 0 || shift == 0 else { throw InkError(.malformed, position: offset - 1) }
                return number
            }
            shift += 7
        }
        throw InkError(.malformed, position: offset - 1)
    }

    /// A count that is within the limit and that the bytes left can hold.
    mutating func count(atMost limit: Int, smallest: Int) throws(InkError) -> Int {
        let start = offset
        let number = try number()
        guard number > 0 else { throw InkError(.empty, position: start) }
        guard limit > 0, number <= UInt64(limit) else { throw InkError(.tooLarge, position: start) }
        guard number <= UInt64((bytes.count - offset) / smallest) else { throw InkError(.truncated, position: bytes.count) }
        return Int(number)
    }

    mutating func value(predicted: Int64) throws(InkError) -> Int64 {
        let start = offset
        let number = try number()
        let value = predicted + (Int64(number >> 1) ^ -Int64(number & 1))
        guard value.magnitude <= SampleCodec.largest.magnitude else { throw InkError(.outOfRange, position: start) }
        return value
    }
}

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
        for expected in SampleCodec.magic {
            guard try reader.byte() == expected else { throw InkError(.malformed, position: reader.offset - 1) }
        }
        let head = try reader.byte()
        self.init(channels: Channels(rawValue: head & 0x0F), tool: Tool(rawValue: head >> 4 & 0x03) ?? .unknown)
        if head & SampleCodec.scaleFlag != 0 { unitsPerMillimetre = Double(Float(bitPattern: try reader.word())) }
        let isFine = head & SampleCodec.fineFlag != 0
        var codec = SampleCodec(channels, positionSteps: isFine ? SampleCodec.fineSteps : SampleCodec.coarseSteps)
        let smallestPoint = 2 + channels.rawValue.nonzeroBitCount
        var room = limits.points
        for _ in 0..<(try reader.count(atMost: limits.strokes, smallest: 1 + smallestPoint)) {
            let count = try reader.count(atMost: room, smallest: smallestPoint)
            room -= count
            codec.beginStroke()
            var stroke = Stroke()
            for index in 0..<count { stroke.points.append(try codec.read(from: &reader, isFirst: index == 0)) }
            strokes.append(stroke)
        }
        guard reader.offset == bytes.count else { throw InkError(.malformed, position: reader.offset) }
        try validate(limits: limits)
        try refuseOtherEncodings(than: bytes)
    }

    private func refuseOtherEncodings(than bytes: [UInt8]) throws(InkError) {
        let canonical = encoded()
        for (offset, byte) in bytes.enumerated() {
            guard offset < canonical.count, byte == canonical[offset] else { throw InkError(.malformed, position: offset) }
        }
        guard bytes.count == canonical.count else { throw InkError(.malformed, position: bytes.count) }
    }
}

extension SampleCodec {
    fileprivate mutating func read(from reader: inout Reader, isFirst: Bool) throws(InkError) -> Point {
        var point = Point(x: 0, y: 0)
        for channel in 0..<Self.channelCount where isPresent(channel) {
            let start = reader.offset
            let value = prediction(channel) + Double(try reader.signed())
            guard value.magnitude <= largest(channel) else { throw InkError(.outOfRange, position: start) }
            point[channel] = value / steps(channel)
            advance(channel, to: value, isFirst: isFirst)
        }
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

    @inline(never)
    mutating func byte() throws(InkError) -> UInt8 {
        guard offset < bytes.count else { throw InkError(.truncated, position: offset) }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func word() throws(InkError) -> UInt32 {
        var word: UInt32 = 0
        for _ in 0..<4 { word = word >> 8 | UInt32(try byte()) << 24 }
        return word
    }

    /// A number of at most eight bytes, thus below 2⁵⁶.
    @inline(never)
    private mutating func number() throws(InkError) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 56 {
            let byte = try byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte == 0, shift > 0 { break }
            if byte < 0x80 { return number }
            shift += 7
        }
        throw InkError(.malformed, position: offset - 1)
    }

    mutating func signed() throws(InkError) -> Int64 {
        let number = try number()
        return Int64(number >> 1) ^ -Int64(number & 1)
    }

    /// A count that is within the limit and that the bytes left can hold.
    @inline(never)
    mutating func count(atMost limit: Int, smallest: Int) throws(InkError) -> Int {
        let start = offset
        let number = try number()
        guard number > 0 else { throw InkError(.empty, position: start) }
        guard limit > 0, number <= UInt64(limit) else { throw InkError(.tooLarge, position: start) }
        guard number <= UInt64((bytes.count - offset) / smallest) else { throw InkError(.truncated, position: bytes.count) }
        return Int(number)
    }
}

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
            if reader.byte() != expected { reader.fail(.malformed, at: reader.offset - 1) }
        }
        let head = reader.byte()
        self.init(channels: Channels(rawValue: head & 0x0F), tool: Tool(rawValue: head >> 4 & 0x03) ?? .unknown)
        if head & SampleCodec.scaleFlag != 0 { unitsPerMillimetre = Double(Float(bitPattern: reader.word())) }
        let isFine = head & SampleCodec.fineFlag != 0
        var codec = SampleCodec(channels, positionSteps: isFine ? SampleCodec.fineSteps : SampleCodec.coarseSteps)
        let smallestPoint = 2 + channels.rawValue.nonzeroBitCount
        var room = limits.points
        for _ in 0..<reader.count(atMost: limits.strokes, smallest: 1 + smallestPoint) {
            let count = reader.count(atMost: room, smallest: smallestPoint)
            room -= count
            codec.beginStroke()
            var stroke = Stroke()
            for index in 0..<count where reader.failure == nil { stroke.points.append(codec.read(from: &reader, isFirst: index == 0)) }
            strokes.append(stroke)
        }
        if reader.offset < bytes.count { reader.fail(.malformed, at: reader.offset) }
        if let failure = reader.failure { throw failure }
        try validate(limits: limits)
        let canonical = encoded()
        for offset in 0..<bytes.count where offset >= canonical.count || bytes[offset] != canonical[offset] {
            throw InkError(.malformed, position: offset)
        }
    }
}

extension SampleCodec {
    fileprivate mutating func read(from reader: inout Reader, isFirst: Bool) -> Point {
        var point = Point(x: 0, y: 0)
        for channel in 0..<Self.channelCount where isPresent(channel) {
            let start = reader.offset
            let number = reader.number()
            let value = prediction(channel) + Double(Int64(number >> 1) ^ -Int64(number & 1))
            if value.magnitude > largest(channel) { reader.fail(.outOfRange, at: start) }
            point[channel] = value / steps(channel)
            advance(channel, to: value, isFirst: isFirst)
        }
        return point
    }
}

/// A place in the bytes; after a failure, of which the first is kept, everything read is 0.
private struct Reader {
    private let bytes: [UInt8]
    private(set) var offset = 0
    private(set) var failure: InkError?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    @inline(never)
    mutating func fail(_ code: InkError.Code, at position: Int) {
        if failure == nil { failure = InkError(code, position: position) }
        offset = bytes.count
    }

    @inline(never)
    mutating func byte() -> UInt8 {
        guard offset < bytes.count else {
            fail(.truncated, at: offset)
            return 0
        }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func word() -> UInt32 {
        var word: UInt32 = 0
        for _ in 0..<4 { word = word >> 8 | UInt32(byte()) << 24 }
        return word
    }

    /// A number of at most eight bytes, thus below 2⁵⁶.
    @inline(never)
    mutating func number() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 56 {
            let byte = byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte == 0, shift > 0 { break }
            if byte < 0x80 { return number }
            shift += 7
        }
        fail(.malformed, at: offset - 1)
        return 0
    }

    /// A count that is within the limit and that the bytes left can hold, or 0 after a failure.
    @inline(never)
    mutating func count(atMost limit: Int, smallest: Int) -> Int {
        let start = offset
        let number = number()
        if number == 0 { fail(.empty, at: start) }
        if number > UInt64(max(0, limit)) { fail(.tooLarge, at: start) }
        if number > UInt64((bytes.count - offset) / smallest) { fail(.truncated, at: bytes.count) }
        return failure == nil ? Int(number) : 0
    }
}

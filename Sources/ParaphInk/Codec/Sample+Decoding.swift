extension Sample {
    /// Reads a sample from its compact binary form.
    ///
    /// The result satisfies ``validate(limits:)``, and `encoded()` gives the same bytes again. Nothing larger than the limits and the bytes
    /// themselves justify is allocated. Complexity: O(bytes).
    ///
    /// Throws ``InkError`` with the byte offset in `position` (`truncated`, `malformed`, `tooLarge`, `outOfRange` for a number that no
    /// sample can hold), or with the numbers of stroke and point as ``validate(limits:)`` does.
    public init(decoding bytes: [UInt8], limits: Limits = Limits()) throws(InkError) {
        var reader = InkReader(bytes)
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
    fileprivate mutating func read(from reader: inout InkReader, isFirst: Bool) -> Point {
        var point = Point(x: 0, y: 0)
        for channel in 0..<Self.channelCount where isPresent(channel) {
            let start = reader.offset
            let value = prediction(channel) + Double(reader.signed())
            if value.magnitude > largest(channel) { reader.fail(.outOfRange, at: start) }
            point[channel] = value / steps(channel)
            advance(channel, to: value, isFirst: isFirst)
        }
        return point
    }
}

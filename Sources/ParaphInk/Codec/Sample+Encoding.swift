extension Sample {
    /// The sample in its compact binary form, which ``init(decoding:limits:)`` reads.
    ///
    /// Numbers are rounded to the quanta of the format (1/32 unit, 0.1 ms, 1/4095 of the pressure, 1/4096 turn, 1/1024 right angle; a
    /// drawing that spans less than 64 units gets 1/32768 unit). What was rounded once stays as it is: encoding a decoded sample gives the
    /// same bytes. Strokes without points are left out; of a sample that ``validate(limits:)`` refuses, numbers out of range are clamped.
    /// Complexity: O(points).
    public func encoded() -> [UInt8] {
        let isFine = isFine
        var codec = SampleCodec(channels, positionSteps: isFine ? SampleCodec.fineSteps : SampleCodec.coarseSteps)
        var bytes = SampleCodec.magic
        bytes.put(
            channels.rawValue & 0x0F | tool.rawValue << 4 | (encodableScale == nil ? 0 : SampleCodec.scaleFlag)
                | (isFine ? SampleCodec.fineFlag : 0)
        )
        if let encodableScale {
            var bits = encodableScale.bitPattern
            for _ in 0..<4 {
                bytes.put(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
            }
        }
        var count = 0
        for stroke in strokes where !stroke.points.isEmpty { count += 1 }
        bytes.putNumber(UInt64(count))
        for stroke in strokes where !stroke.points.isEmpty {
            bytes.putNumber(UInt64(stroke.points.count))
            codec.beginStroke()
            for index in stroke.points.indices { codec.write(stroke.points[index], isFirst: index == 0, to: &bytes) }
        }
        return bytes
    }

    /// The scale, unless single precision makes nothing of it.
    private var encodableScale: Float? {
        guard let unitsPerMillimetre else { return nil }
        let scale = Float(unitsPerMillimetre)
        return scale.isFinite && scale > 0 ? scale : nil
    }

    /// Whether the drawing is so small that it needs the fine grid.
    private var isFine: Bool {
        for axis in 0..<2 {
            var low = SampleCodec.largest
            var high = -low
            for stroke in strokes {
                for point in stroke.points {
                    let step = coarse(point[axis])
                    low = min(low, step)
                    high = max(high, step)
                }
            }
            if high - low >= SampleCodec.coarseSpan { return false }
        }
        return true
    }
}

/// Rounds to the fine grid and from there to the coarse one, so that what lies on either grid already keeps its place.
private func coarse(_ coordinate: Double) -> Double {
    ((whole(coordinate * SampleCodec.fineSteps, SampleCodec.largest) + 512) / 1024).rounded(.down)
}

/// The nearest whole number, kept within ±`limit`; 0 for what is not a number.
@inline(never)
private func whole(_ number: Double, _ limit: Double) -> Double {
    guard number == number else { return 0 }
    return max(-limit, min(limit, number.rounded(.toNearestOrEven)))
}

extension SampleCodec {
    fileprivate mutating func write(_ point: Point, isFirst: Bool, to bytes: inout [UInt8]) {
        for channel in 0..<Self.channelCount where isPresent(channel) {
            let value = quantised(point[channel], channel)
            bytes.putSigned(Int64(value - prediction(channel)))
            advance(channel, to: value, isFirst: isFirst)
        }
    }

    private func quantised(_ value: Double, _ channel: Int) -> Double {
        if channel < 2 { return positionSteps == Self.coarseSteps ? coarse(value) : whole(value * positionSteps, Self.largest) }
        let value = max(0, whole(value * steps(channel), largest(channel)))
        if channel == Self.timeChannel { return max(last(channel), value) }
        return channel == Self.azimuthChannel && value == largest(channel) ? 0 : value
    }
}

extension [UInt8] {
    // Kept out of line: the pad in the browser is small because every byte goes through here.
    @inline(never)
    mutating func put(_ byte: UInt8) {
        append(byte)
    }

    mutating func putNumber(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            put(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        put(UInt8(truncatingIfNeeded: rest))
    }

    mutating func putSigned(_ value: Int64) {
        putNumber(UInt64(bitPattern: value << 1 ^ value >> 63))
    }
}

extension Sample {
    /// The sample in its compact binary form, which ``init(decoding:limits:)`` reads.
    ///
    /// Numbers are rounded to the quanta of the format (1/32 unit, 0.1 ms, 1/4095 of the pressure, 1/4096 turn, 1/1024 right angle; a
    /// drawing that spans less than 64 units gets 1/32768 unit). What was rounded once stays as it is: encoding a decoded sample gives the
    /// same bytes. Strokes without points are left out; of a sample that ``validate(limits:)`` refuses, numbers out of range are clamped.
    /// Complexity: O(points).
    public func encoded() -> [UInt8] {
        let grid = Grid(strokes)
        var bytes = SampleCodec.magic
        bytes.reserveCapacity(16 + pointCount * 5)
        bytes.append(head(grid))
        if let scale = encodableScale {
            let bits = scale.bitPattern
            for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        var count: UInt64 = 0
        for stroke in strokes where !stroke.points.isEmpty { count += 1 }
        bytes.appendNumber(count)
        var codec = SampleCodec()
        for stroke in strokes where !stroke.points.isEmpty {
            bytes.appendNumber(UInt64(stroke.points.count))
            codec.beginStroke()
            var isFirst = true
            for point in stroke.points {
                let quantised = quantise(point, grid, notBefore: codec.time.last)
                codec.write(quantised, channels, to: &bytes)
                codec.advance(to: quantised, isFirst: isFirst)
                isFirst = false
            }
        }
        return bytes
    }

    private func head(_ grid: Grid) -> UInt8 {
        var head = channels.rawValue & 0x0F | tool.rawValue << 4
        if encodableScale != nil { head |= SampleCodec.scaleFlag }
        if grid.isFine { head |= SampleCodec.fineFlag }
        return head
    }

    /// The scale, unless single precision makes nothing of it.
    private var encodableScale: Float? {
        guard let unitsPerMillimetre else { return nil }
        let scale = Float(unitsPerMillimetre)
        return scale.isFinite && scale > 0 ? scale : nil
    }

    private func quantise(_ point: Point, _ grid: Grid, notBefore earliest: Int64) -> QuantisedPoint {
        var result = QuantisedPoint(x: grid.quantise(point.x), y: grid.quantise(point.y))
        if channels.contains(.time) {
            result.time = max(earliest, whole(point.time, times: SampleCodec.timeSteps, SampleCodec.largest))
        }
        if channels.contains(.pressure) {
            result.pressure = max(0, whole(point.pressure, times: SampleCodec.pressureSteps, Int64(SampleCodec.pressureSteps)))
        }
        if channels.contains(.azimuth) {
            let steps = whole(point.azimuth, times: 1 / SampleCodec.azimuthStep, SampleCodec.azimuthSteps)
            result.azimuth = max(0, steps) % SampleCodec.azimuthSteps
        }
        if channels.contains(.altitude) {
            result.altitude = max(0, whole(point.altitude, times: 1 / SampleCodec.altitudeStep, Int64(SampleCodec.altitudeSteps)))
        }
        return result
    }
}

/// How finely positions are rounded.
private struct Grid {
    var isFine: Bool

    init(_ strokes: [Stroke]) {
        var low = QuantisedPoint(x: .max, y: .max)
        var high = QuantisedPoint(x: .min, y: .min)
        for stroke in strokes {
            for point in stroke.points {
                let x = Self.coarse(point.x)
                let y = Self.coarse(point.y)
                low.x = min(low.x, x)
                low.y = min(low.y, y)
                high.x = max(high.x, x)
                high.y = max(high.y, y)
            }
        }
        isFine = low.x > high.x || max(high.x - low.x, high.y - low.y) < SampleCodec.coarseSpan
    }

    func quantise(_ coordinate: Double) -> Int64 {
        isFine ? whole(coordinate, times: SampleCodec.fineSteps, SampleCodec.largest) : Self.coarse(coordinate)
    }

    /// Rounds to the fine grid and from there to the coarse one, so that what lies on either grid already keeps its place.
    private static func coarse(_ coordinate: Double) -> Int64 {
        (whole(coordinate, times: SampleCodec.fineSteps, SampleCodec.largest) + 1 << (SampleCodec.coarseShift - 1))
            >> SampleCodec.coarseShift
    }
}

/// The nearest whole number to a product, kept within ±`limit`; 0 for what is not a number.
private func whole(_ value: Double, times factor: Double, _ limit: Int64) -> Int64 {
    let product = (value * factor).rounded(.toNearestOrEven)
    let bound = Double(limit)
    if product >= bound { return limit }
    if product <= -bound { return -limit }
    return product == product ? Int64(product) : 0
}

extension SampleCodec {
    fileprivate func write(_ point: QuantisedPoint, _ channels: Sample.Channels, to bytes: inout [UInt8]) {
        bytes.appendSigned(point.x - x.prediction)
        bytes.appendSigned(point.y - y.prediction)
        if channels.contains(.time) { bytes.appendSigned(point.time - time.prediction) }
        if channels.contains(.pressure) { bytes.appendSigned(point.pressure - pressure.prediction) }
        if channels.contains(.azimuth) { bytes.appendSigned(point.azimuth - azimuth.prediction) }
        if channels.contains(.altitude) { bytes.appendSigned(point.altitude - altitude.prediction) }
    }
}

extension [UInt8] {
    fileprivate mutating func appendNumber(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    fileprivate mutating func appendSigned(_ value: Int64) {
        appendNumber(UInt64(bitPattern: value << 1 ^ value >> 63))
    }
}

// The compact binary form of a sample, version 1: what the browser sends and what the server stores and hashes.
//
//   sample  = "Ink" %x01  head  [scale]  number(strokes)  *stroke
//   head    = one byte:  bits 0…3 channels (time, pressure, azimuth, altitude)
//                        bits 4…5 tool      bit 6 scale present      bit 7 fine grid
//   scale   = capture units in a millimetre, IEEE 754 binary32, little-endian, above 0
//   stroke  = number(points, at least 1)  *point
//   point   = signed(x)  signed(y)  then of the channels present, in this order:
//             signed(time)  signed(pressure)  signed(azimuth)  signed(altitude)
//   number  = little-endian groups of seven bits, bit 7 set on all but the last, at most 8 bytes, no needless zero group
//   signed  = number(2v) for v at or above 0, number(−2v − 1) below
//
// Each channel is a whole number of its quantum:
//   x, y      1/32 unit; on the fine grid 1/32768 unit
//   time      0.1 ms
//   pressure  1/4095          azimuth  1/4096 turn          altitude  1/1024 right angle
//
// The fine grid is used exactly where the drawing spans fewer than 2,048 steps of the coarse one, whichever its side; the steps are
// counted after rounding to the fine grid and from there to the coarse one.
// What is written is the difference from a prediction, which starts at 0 and carries on over strokes. Pressure and angles are predicted
// to stay; x, y and time are predicted to move on as they moved to the point before, and to stay for the first two points of a stroke.
//
// A sample has one encoding only: the decoder refuses every other, so a hash of the bytes is a hash of the sample.

/// The numbers of one point as they are written, in quanta.
struct QuantisedPoint {
    var x: Int64 = 0
    var y: Int64 = 0
    var time: Int64 = 0
    var pressure: Int64 = 0
    var azimuth: Int64 = 0
    var altitude: Int64 = 0
}

/// What encoder and decoder share: the constants of the format and the running predictions.
struct SampleCodec {
    static let magic: [UInt8] = [0x49, 0x6E, 0x6B, 0x01]
    static let scaleFlag: UInt8 = 0x40
    static let fineFlag: UInt8 = 0x80

    /// Positions are rounded to `1 / fineSteps` first, and then by `coarseShift` bits to the coarse grid.
    static let fineSteps = 32768.0
    static let coarseShift: Int64 = 10
    static let coarseSteps = 32.0
    static let coarseSpan: Int64 = 2048

    static let timeSteps = 10.0
    static let pressureSteps = 4095.0
    static let azimuthSteps: Int64 = 4096
    static let azimuthStep = 6.283185307179586 / 4096
    static let altitudeSteps = 1024.0
    static let altitudeStep = 1.5707963267948966 / 1024

    /// Beyond this nothing is a coordinate or a time of a person's hand, and sums stay far from overflow.
    static let largest: Int64 = 1 << 46

    /// One channel's prediction.
    struct Track {
        var last: Int64 = 0
        var step: Int64 = 0

        var prediction: Int64 { last + step }

        mutating func stay(at value: Int64) {
            last = value
        }

        mutating func move(to value: Int64, isFirst: Bool) {
            step = isFirst ? 0 : value - last
            last = value
        }
    }

    var x = Track()
    var y = Track()
    var time = Track()
    var pressure = Track()
    var azimuth = Track()
    var altitude = Track()

    /// No movement is known at the start of a stroke.
    mutating func beginStroke() {
        x.step = 0
        y.step = 0
        time.step = 0
    }

    /// Takes note of a point that was written or read.
    mutating func advance(to point: QuantisedPoint, isFirst: Bool) {
        x.move(to: point.x, isFirst: isFirst)
        y.move(to: point.y, isFirst: isFirst)
        time.move(to: point.time, isFirst: isFirst)
        pressure.stay(at: point.pressure)
        azimuth.stay(at: point.azimuth)
        altitude.stay(at: point.altitude)
    }
}

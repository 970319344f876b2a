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

/// What encoder and decoder share: the constants of the format and the running predictions.
///
/// Quanta are held as `Double`, which is exact for whole numbers up to 2⁵³, so that one kind of array serves outlines and bytes: the pad in the
/// browser is small because of that.
struct SampleCodec {
    static let magic: [UInt8] = [0x49, 0x6E, 0x6B, 0x01]
    static let scaleFlag: UInt8 = 0x40
    static let fineFlag: UInt8 = 0x80

    static let fineSteps = 32768.0
    static let coarseSteps = 32.0
    /// Drawings that span fewer coarse steps go on the fine grid.
    static let coarseSpan = 2048.0
    /// Beyond 2⁴⁶ nothing is a coordinate or a time of a person's hand, and sums stay exact.
    static let largest = 70_368_744_177_664.0

    /// The channels of a point, x and y first; those after them are present as ``Sample/Channels`` says, in the order of its bits.
    static let channelCount = 6
    static let timeChannel = 2
    static let azimuthChannel = 4

    let channels: Sample.Channels
    let positionSteps: Double
    private var last: [Double]
    private var step: [Double]

    init(_ channels: Sample.Channels, positionSteps: Double) {
        self.channels = channels
        self.positionSteps = positionSteps
        last = [0, 0, 0, 0, 0, 0]
        step = last
    }

    func isPresent(_ channel: Int) -> Bool {
        channel < 2 || channels.rawValue >> (channel - 2) & 1 != 0
    }

    /// How many quanta make a channel's unit.
    func steps(_ channel: Int) -> Double {
        switch channel {
        case 2: 10
        case 3: 4095
        case 4: 4096 / 6.283185307179586
        case 5: 1024 / 1.5707963267948966
        default: positionSteps
        }
    }

    /// The largest number of quanta in a channel.
    func largest(_ channel: Int) -> Double {
        switch channel {
        case 3: 4095
        case 4: 4096
        case 5: 1024
        default: Self.largest
        }
    }

    /// The number of quanta in the point before.
    func last(_ channel: Int) -> Double {
        last[channel]
    }

    /// The number of quanta that a channel is expected to have next.
    func prediction(_ channel: Int) -> Double {
        last[channel] + step[channel]
    }

    /// Takes note of a number of quanta that was written or read.
    mutating func advance(_ channel: Int, to value: Double, isFirst: Bool) {
        if channel <= Self.timeChannel { step[channel] = isFirst ? 0 : value - last[channel] }
        last[channel] = value
    }

    /// No movement is known at the start of a stroke.
    mutating func beginStroke() {
        for channel in 0...Self.timeChannel { step[channel] = 0 }
    }
}

extension Point {
    /// The value of a channel, numbered as in ``SampleCodec``.
    subscript(channel: Int) -> Double {
        get {
            switch channel {
            case 0: x
            case 1: y
            case 2: time
            case 3: pressure
            case 4: azimuth
            default: altitude
            }
        }
        set {
            switch channel {
            case 0: x = newValue
            case 1: y = newValue
            case 2: time = newValue
            case 3: pressure = newValue
            case 4: azimuth = newValue
            default: altitude = newValue
            }
        }
    }
}

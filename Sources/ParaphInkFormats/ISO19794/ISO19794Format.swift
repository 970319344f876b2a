import ParaphInk

/// Signature time series data in the full format of ISO/IEC 19794-7:2007.
///
/// ```
/// "SDI\0" " 10\0"
/// channels     2 bytes, from the highest bit: X Y Z VX VY AX AY T DT F S TX TY Az El R
/// per channel  1 byte, from the highest bit: scaling, minimum, maximum, mean, deviation, constant, trend removed, reserved;
///              2 bytes for each value that is there
/// reserved     1 byte
/// body         1 byte (highest bit: extended data), 3 bytes number of points,
///              the points: 2 bytes for each channel, 1 for S
/// extended     2 bytes length, data
/// ```
/// Numbers are big-endian; signed channels are offset by 32,768. A scaling value is a 5-bit exponent (bias 16) and an 11-bit fraction:
/// units per millimetre (X, Y), second (T, DT) or degree (Az, El). X grows to the right, Y upwards.
///
/// Samples are in the record's own units, with the scaling of X as `Sample.unitsPerMillimetre`. Points that S (or else F) says are in
/// the air separate strokes and are left out; velocities, accelerations, tilt and rotation are passed over.
public enum ISO19794Format {
    /// The most bytes of a record.
    public static let longest = 2_000_000

    static let magic = Array("SDI\0 10\0".utf8)

    /// A channel; the raw value is its bit in the map of channels.
    enum Channel: Int, CaseIterable {
        case x = 15
        case y = 14
        case z = 13
        case velocityX = 12
        case velocityY = 11
        case accelerationX = 10
        case accelerationY = 9
        case time = 8
        case timeStep = 7
        case force = 6
        case tip = 5
        case tiltX = 4
        case tiltY = 3
        case azimuth = 2
        case elevation = 1
        case rotation = 0

        /// The bytes of a value in a point.
        var width: Int { self == .tip ? 1 : 2 }

        /// What is subtracted from the number in the record.
        var offset: Int {
            switch self {
            case .x, .y, .velocityX, .velocityY, .accelerationX, .accelerationY, .tiltX, .tiltY: 32768
            case .z, .time, .timeStep, .force, .tip, .azimuth, .elevation, .rotation: 0
            }
        }
    }

    /// What a record says of a channel.
    struct Description: Hashable {
        var scaling: Double?
        var minimum: Int?
        var maximum: Int?
        var mean: Int?
        var isConstant = false
    }

    /// A scaling value of 2 bytes, (1 + fraction/2048) · 2^(exponent − 16); never 0.
    static func scaling(_ bits: Int) -> Double {
        Double(sign: .plus, exponent: (bits >> 11) - 16, significand: 1 + Double(bits & 2047) / 2048)
    }

    /// The 2 bytes of the scaling value nearest to a number; nil where none is near.
    static func bits(scaling value: Double) -> Int? {
        guard value.isFinite, value > 0, (-16...15).contains(value.exponent) else { return nil }
        let fraction = Int(((value.significand - 1) * 2048).rounded())
        let bits = (Int(value.exponent) + 16) << 11 + fraction
        return bits <= 65535 ? bits : nil
    }
}

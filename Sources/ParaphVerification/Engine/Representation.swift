/// What a sample looks like to the alignment: rows of numbers, one row a point, compared by the sum of absolute differences.
///
/// This is the seam at which a learned representation can take the place of the hand-made channels: whatever maps a ``Trajectory`` to
/// rows of ``width`` numbers (the pressure-dependent ones last) can be aligned, weighted, normalised and calibrated by the same code.
struct Representation: Sendable {
    /// Row after row: `values[point * width + channel]`, weighted, in shares of ``unit``.
    var values: [Int16]
    /// The number of points.
    var count: Int
    /// The number of channels: ``plainWidth``, or ``fullWidth`` with pressure.
    var width: Int

    /// Channels that every sample has.
    static let plainWidth = 8
    /// Channels with pressure.
    static let fullWidth = 11
    /// Those of ``plainWidth`` that say how fast the pen goes, not where; the rest, and pressure, are its movement.
    static let dynamics = 6..<8
    /// How many steps make 1: fine enough that no error rate changes, and small numbers are compared eight at a time.
    static let unit: Float = 256
    /// What lies further from 0 is cut, so that the difference of two points fits 16 bits.
    static let limit: Float = 2_900 / unit

    /// How many points a coarsened sample has one for.
    static let coarseness = 4

    /// A number as it is stored, rounded.
    @inline(__always)
    static func step(_ value: Float) -> Int16 {
        let cut = max(-limit, min(limit, value)) * unit
        // Adding 1.5 · 2²³ leaves the rounded number in the lowest bits, without a call.
        return Int16(truncatingIfNeeded: (cut + 12_582_912).bitPattern)
    }
}

/// What a sample looks like to the alignment: rows of numbers, one row a point, compared by the sum of absolute differences.
///
/// This is the seam at which a learned representation can take the place of the hand-made channels: whatever maps a ``Trajectory`` to
/// rows of ``width`` numbers (the pressure-dependent ones last) can be aligned, weighted, normalised and calibrated by the same code.
struct Representation: Sendable {
    /// Row after row: `values[point * width + channel]`, weighted.
    var values: [Float]
    /// The number of points.
    var count: Int
    /// The number of channels: ``plainWidth``, or ``fullWidth`` with pressure.
    var width: Int

    /// Channels that every sample has.
    static let plainWidth = 10
    /// Channels with pressure.
    static let fullWidth = 13
}

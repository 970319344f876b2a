internal import ParaphInk

/// Tells a program's drawing from a hand's.
///
/// This finds plain robots: constant speed, straight interpolation, an ideal clock, lines without any noise. A program that imitates a
/// hand with its noise passes; against it stand the device's key and the comparison itself.
enum Robot {
    /// A hand's speed varies more.
    private static let speedVariation = 0.25
    /// A hand's points continue exactly less often.
    private static let straightness = 0.4
    /// No device's clock is as even, in milliseconds.
    private static let clockDeviation = 0.02
    /// No device's points are as often free of noise.
    private static let noiselessness = 0.5

    static func drew(_ sample: Sample) -> Bool {
        let movement = Movement(sample)
        return movement.speedVariation.map { $0 < speedVariation } == true
            || movement.straightness.map { $0 > straightness } == true
            || movement.clockDeviation.map { $0 < clockDeviation } == true
            || movement.noiselessness.map { $0 > noiselessness } == true
    }
}

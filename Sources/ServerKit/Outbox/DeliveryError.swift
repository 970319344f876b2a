/// Why an item did not leave; equal by whether it is final.
///
/// Descriptions hold no address and nothing of the payload, so that they may be logged and listed.
public struct DeliveryError: Error, Equatable, CustomStringConvertible {
    /// Whether another try is useless.
    public var isFinal: Bool
    /// What went wrong.
    public var description: String

    /// Makes an error.
    public init(isFinal: Bool, _ description: String) {
        self.isFinal = isFinal
        self.description = description
    }

    public static func == (lhs: DeliveryError, rhs: DeliveryError) -> Bool { lhs.isFinal == rhs.isFinal }
}

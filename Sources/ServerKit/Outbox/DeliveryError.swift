/// Why an item did not leave; equal by whether it is final.
///
/// Descriptions hold no address and nothing of the payload, so that they may be logged and listed.
public struct DeliveryError: Error, Equatable, CustomStringConvertible {
    /// Whether another try is useless.
    public var isFinal: Bool
    /// What went wrong.
    public var description: String
    /// The least seconds before another try, where the other side named them (RFC 9110, section 10.2.3).
    public var retryAfter: Int64?

    /// Makes an error.
    public init(isFinal: Bool, _ description: String, retryAfter: Int64? = nil) {
        self.isFinal = isFinal
        self.description = description
        self.retryAfter = retryAfter
    }

    public static func == (lhs: DeliveryError, rhs: DeliveryError) -> Bool { lhs.isFinal == rhs.isFinal }
}

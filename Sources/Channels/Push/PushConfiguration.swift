/// What the operator chose about pushes.
public struct PushConfiguration: Sendable {
    /// Where push services reach the operator (RFC 8292, section 2.1): `mailto:` or `https:`.
    public var contact: String
    /// How Apple's devices are reached; `nil` where they are not.
    public var apple: APNsConfiguration?

    /// Takes what the operator chose.
    public init(contact: String, apple: APNsConfiguration? = nil) {
        self.contact = contact
        self.apple = apple
    }
}

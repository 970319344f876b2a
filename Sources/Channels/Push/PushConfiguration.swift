/// What the operator chose about pushes.
public struct PushConfiguration: Sendable {
    /// Where push services reach the operator (RFC 8292, section 2.1): `mailto:` or `https:`.
    public var contact: String
    /// Whether browsers' push services may be at private addresses, and without TLS: on a network of one's own, and in tests.
    public var allowsPrivateAddresses: Bool
    /// How Apple's devices are reached; `nil` where they are not.
    public var apple: APNsConfiguration?

    /// Takes what the operator chose.
    public init(contact: String, allowsPrivateAddresses: Bool = false, apple: APNsConfiguration? = nil) {
        self.contact = contact
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.apple = apple
    }
}

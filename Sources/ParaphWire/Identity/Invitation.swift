/// The link that an administrator gave to a person, redeemed on a device of theirs.
public struct Invitation: Codable, Hashable, Sendable {
    /// The part of the link behind `#`.
    public var token: String
    /// The device; its proof is bound to the token.
    public var device: DeviceKey

    public init(token: String, device: DeviceKey) {
        self.token = token
        self.device = device
    }
}

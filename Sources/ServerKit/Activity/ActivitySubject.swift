public import ParaphWire

/// What an entry of a person's activity is about, by ids alone: names are looked up when it is read, so that nothing outlives what it names.
public struct ActivitySubject: Hashable, Sendable {
    /// The things that it is about, of whatever domain; the one that a reader wants to open first.
    public var things: [ActivityItem.Thing]
    /// The other person, such as the one who was invited.
    public var otherID: String?
    /// Whether the person knows the other one by their address alone, so that it stands there in place of the name.
    public var otherIsAddress: Bool

    /// Names what an entry is about.
    public init(_ things: ActivityItem.Thing..., otherID: String? = nil, otherIsAddress: Bool = false) {
        (self.things, self.otherID, self.otherIsAddress) = (things, otherID, otherIsAddress)
    }
}

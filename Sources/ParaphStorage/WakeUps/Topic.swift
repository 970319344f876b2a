/// What a transaction wakes listeners for: a name such as `channels/outbox`, of at most 200 letters, digits, `/` and `-`.
public struct Topic: Hashable, Sendable, ExpressibleByStringLiteral {
    /// Its name, the same on every node.
    public let name: String

    /// Makes a topic of its name.
    public init(_ name: String) {
        self.name = name
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }
}
